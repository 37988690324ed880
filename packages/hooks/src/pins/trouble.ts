import { lstatSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ABSENT, type Pin, type PinCheck, seenFrom } from './pin.ts';

/**
 * Why a hook must not run: its files are not the approved ones, or they are, and it would not find them
 * from where it is to run. The first is an alarm, the second a failure like any other.
 */
export interface Trouble {
  readonly is: 'changed' | 'astray';
  readonly text: string;
}

export function troubleWith(
  pins: readonly Pin[],
  check: PinCheck,
  { dir, projectDir }: { dir: string; projectDir: string },
): Trouble | undefined {
  const wrong = pins.flatMap((pin) => {
    const text = check(pin, dir);
    return text === undefined ? [] : [{ pin, text }];
  });
  const isAstray = (pin: Pin) =>
    isScript(pin) && !isThere(seenFrom(dir, pin.path)) && check(pin, projectDir) === undefined;
  const [lost] = dir === projectDir ? [] : wrong.filter(({ pin }) => isAstray(pin));
  // A script that is not found loads nothing: then only what would run in its place counts.
  const [changed] = wrong.filter(({ pin }) => !lost || (pin.of === undefined && !isAstray(pin)));
  if (changed) return { is: 'changed', text: changed.text };
  return lost && { is: 'astray', text: astrayText(lost.pin.path, dir) };
}

const isScript = ({ path, hash, of }: Pin) =>
  !isAbsolute(path) && of === undefined && hash !== ABSENT;

/** A link that leads nowhere is there as well. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const astrayText = (path: string, dir: string): string =>
  `${path} cannot be found from ${dir}: the command names it relative to the current directory; write "$WAVE_PROJECT_DIR"/${path.replace(/^(\.\/)+/, '')}`;
