import { execFile } from 'node:child_process';

/** THE TABLE of programs that give the image of the clipboard as PNG, by the systems that have them. */
const READERS: readonly (readonly [string, ...string[]])[] = [
  ['wl-paste', '--no-newline', '--type', 'image/png'],
  ['xclip', '-selection', 'clipboard', '-target', 'image/png', '-out'],
  ['pngpaste', '-'],
];

const MOST_BYTES = 16_000_000;
const PATIENCE_MS = 3_000;

export type Clipboard =
  | { readonly is: 'image'; readonly bytes: Buffer }
  | { readonly is: 'none'; readonly why: string };

/** The image in the clipboard: what the first program that is there says. */
export async function readClipboard(env: NodeJS.ProcessEnv): Promise<Clipboard> {
  let isThere = false;
  for (const [file, ...args] of READERS) {
    const bytes = await outputOf(file, args, env);
    if (bytes === undefined) continue;
    isThere = true;
    if (bytes.length > 0) return { is: 'image', bytes };
  }
  const names = READERS.map(([file]) => file).join(', ');
  return {
    is: 'none',
    why: isThere
      ? 'there is no image in the clipboard'
      : `no program that reads the clipboard is installed (${names})`,
  };
}

/** What it prints; nothing where it fails, undefined where there is no such program. */
const outputOf = (file: string, args: string[], env: NodeJS.ProcessEnv) =>
  new Promise<Buffer | undefined>((resolve) => {
    const options = {
      env,
      encoding: 'buffer',
      timeout: PATIENCE_MS,
      maxBuffer: MOST_BYTES,
    } as const;
    execFile(file, args, options, (error, stdout) => {
      const isMissing = error?.code === 'ENOENT' || error?.code === 'EACCES';
      resolve(isMissing ? undefined : error ? Buffer.alloc(0) : stdout);
    });
  });
