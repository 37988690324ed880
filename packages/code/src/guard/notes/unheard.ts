import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { UserText } from '@wavehooks/hooks';

/** Notes of sessions that nobody asked about for so long are gone. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * What a session has not heard yet of what is amiss with its settings: each event is answered on its own, and
 * would say all of it again. What stands in the way of the call is said every time.
 */
export function unheard(
  texts: readonly UserText[],
  session: unknown,
  dir = join(homedir(), '.wave', 'guard', 'heard'),
): readonly UserText[] {
  if (typeof session !== 'string' || texts.every(isAlwaysSaid)) return texts;
  const file = join(dir, nameOf(session));
  const heard = new Set(linesOf(file));
  const rest = texts.filter((one) => isAlwaysSaid(one) || !heard.has(nameOf(one.text)));
  note(
    dir,
    file,
    rest.filter((one) => !isAlwaysSaid(one)),
  );
  return rest;
}

const isAlwaysSaid = ({ tone }: UserText): boolean => tone === 'error';

/** A name for a file, whatever the text. */
export const nameOf = (text: string): string =>
  process.getBuiltinModule('node:crypto').hash('sha256', text).slice(0, 32);

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** What cannot be noted is said again. */
function note(dir: string, file: string, said: readonly UserText[]): void {
  if (said.length === 0) return;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    appendFileSync(file, said.map(({ text }) => `${nameOf(text)}\n`).join(''), { mode: 0o600 });
    dropOld(dir);
  } catch {
    // The next event tries again.
  }
}

/** Notes of sessions that nobody asked about for long. */
export function dropOld(dir: string): void {
  for (const name of readdirSync(dir)) {
    const one = join(dir, name);
    if (Date.now() - statSync(one).mtimeMs > KEPT_MS) rmSync(one, { force: true });
  }
}
