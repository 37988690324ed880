import { seenFrom } from '../../pins/pin.ts';
import type { CommandRead } from './commands.ts';

/** Which operands a program writes. */
const WRITERS: Readonly<Record<string, (operands: readonly string[]) => readonly string[]>> = {
  tee: (all) => all,
  touch: (all) => all,
  truncate: (all) => all,
  rm: (all) => all,
  mv: (all) => all,
  cp: (all) => all.slice(-1),
};

/**
 * The files that a command writes itself, such as a counter. Pinning one would make the hook count as
 * changed after its first call.
 */
export const writtenBy = (
  commands: readonly CommandRead[],
  projectDir: string,
): ReadonlySet<string> =>
  new Set(
    commands.flatMap(({ argv, writes, dir }) =>
      dir === undefined
        ? []
        : [...writes, ...operandsOf(argv)].map((name) => seenFrom(dir || projectDir, name)),
    ),
  );

function operandsOf([program = '', ...args]: CommandRead['argv']): readonly string[] {
  const operands = args.flatMap((arg) => (arg === undefined || arg.startsWith('-') ? [] : [arg]));
  return Object.hasOwn(WRITERS, program) ? (WRITERS[program]?.(operands) ?? []) : [];
}
