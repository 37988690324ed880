import { UsageError } from '../cli/command.ts';
import { exactly } from '../cli/style.ts';
import type { OptionRows } from '../cli/usage.ts';

/**
 * The words of `wave mcp add` with a "--" before the first option of the program: many published lines leave it
 * out. Where an option behind it could be the program's or ours, nobody guesses.
 */
export function withDashes(args: readonly string[], options: OptionRows): string[] {
  const at = firstForeign(args, options);
  if (at === undefined) return [...args];
  const rest = args.slice(at);
  const either = rest.find((word) => ownOf(word, options) !== undefined);
  if (either !== undefined)
    throw new UsageError(
      `whose option is "${exactly(either)}"? Put Wave's before the command, and "--" between the two`,
    );
  return [...args.slice(0, at), '--', ...rest];
}

/** The first option behind a name and a program that is none of ours. */
function firstForeign(args: readonly string[], options: OptionRows): number | undefined {
  let words = 0;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '--') return undefined;
    if (!/^-./.test(word)) words++;
    else {
      const own = ownOf(word, options);
      if (!own && words >= 2) return at;
      // Its value is the next word.
      if (own?.type === 'string' && isBare(word)) at++;
    }
  }
  return undefined;
}

/** Without a value of its own, as in `--env=A=b` or `-eA=b`. */
const isBare = (word: string): boolean =>
  word.startsWith('--') ? !word.includes('=') : word.length === 2;

function ownOf(word: string, options: OptionRows): OptionRows[string] | undefined {
  const [, long] = /^--([^=]+)/.exec(word) ?? [];
  if (long !== undefined) return Object.hasOwn(options, long) ? options[long] : undefined;
  return word.startsWith('-')
    ? Object.values(options).find(({ short }) => short !== undefined && short === word[1])
    : undefined;
}
