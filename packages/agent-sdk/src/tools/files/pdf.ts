import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** So many pages are read at once. */
const MOST_PAGES = 20;
const MAX_BYTES = 4 * 1024 * 1024;
const PATIENCE_MS = 60_000;

export const looksLikePdf = (start: Buffer): boolean => start.subarray(0, 5).toString() === '%PDF-';

type Text =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string };

/** The text of some pages, by the program that every system has a package of. */
export async function pdfText(
  path: string,
  pages: string | undefined,
  { env, signal }: { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<Text> {
  const [, from = '1', to] =
    /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(pages ?? `1-${MOST_PAGES}`) ?? [];
  const first = Number(from);
  const last = Number(to ?? from);
  if (pages !== undefined && !/^\s*\d+\s*(?:-\s*\d+\s*)?$/.test(pages))
    return { ok: false, why: `pages: expected a number or a range such as "1-5", got "${pages}".` };
  if (first < 1 || last < first || last - first >= MOST_PAGES)
    return {
      ok: false,
      why: `pages: expected at most ${MOST_PAGES} pages, from 1 on, got "${pages}".`,
    };
  const args = ['-layout', '-f', String(first), '-l', String(last), '--', path, '-'];
  try {
    const options = { env, signal, timeout: PATIENCE_MS, maxBuffer: MAX_BYTES };
    const { stdout } = await run('pdftotext', args, options);
    const text = stdout.replaceAll('\f', '\n').trimEnd();
    return { ok: true, text: `[pages ${first} to ${last}, as far as there are]\n${text}` };
  } catch (error) {
    const { code, stderr = '', message } = error as Error & { code?: unknown; stderr?: string };
    if (code === 'ENOENT')
      return {
        ok: false,
        why: 'it is a PDF, and pdftotext is not installed. It comes with poppler (apt install poppler-utils, brew install poppler).',
      };
    return { ok: false, why: `pdftotext failed: ${(stderr || message).trim().slice(0, 300)}` };
  }
}
