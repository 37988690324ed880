import { parseArgs } from 'node:util';
import { parseSettings } from '@wavehooks/settings';
import { FLAGS } from '../hook/flags.ts';

/** How an installed command names its id. Without "ccc run" there is none; the sessions still have their own. */
export const ID_WORD = `CCC_SUPERVISOR_ID="\${CCC_SUPERVISOR_ID:-installed}"`;

/**
 * A hook of ours, also one that was installed from somewhere else or written by hand. What only mentions
 * the command, or does something besides, is somebody else's: ours are overwritten and taken away.
 */
export function isOurs(entry: unknown): boolean {
  const command = (entry as { command?: unknown } | null)?.command;
  const words = typeof command === 'string' ? wordsOf(command) : [];
  const at = words.findIndex(isCcc);
  const [name, ...options] = words.slice(at + 1).map(unquoted);
  return (
    at !== -1 && name === 'supervisor-hook' && leadsTo(words.slice(0, at)) && areKnown(options)
  );
}

/** Commands that run the supervisor, or mention it, in a way that is not ours: they stay, and that is worth a word. */
export const othersIn = (text: string, file: string): string[] =>
  Object.values(parseSettings(file, text).hooks)
    .flatMap((groups) => (Array.isArray(groups) ? groups : []))
    .flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : []))
    .filter((entry) => !isOurs(entry))
    .map((entry) => String(entry?.command ?? ''))
    .filter((command) => /(^|[\s/'"])ccc(\.cjs)?['"]?\s+supervisor-hook\b/.test(command));

const DOUBLE = '"(?:[^"\\\\`$]|\\\\[\\s\\S]|\\$(?!\\())*"';
const QUOTED = `'[^']*'|${DOUBLE}|\\\\[^\\n]`;
// Its name is read as plain letters: two ways of reading one would be tried in all their combinations.
const VARIABLE = '\\$(?=\\w)';
const FILLED_IN = `\\$\\{(?:[^\\s'"\\\\\`$}]|${QUOTED}|${VARIABLE})*\\}`;
const WORD = `(?:[^\\s'"\\\\\`$;&|<>()#]|${QUOTED}|${VARIABLE}|${FILLED_IN})+`;
const WORDS = new RegExp(`^${WORD}(?:[ \\t]+${WORD})*$`);

/** The words of one plain command; none where a shell would do more: run a second one, redirect, substitute. */
const wordsOf = (command: string): string[] =>
  WORDS.test(command.trim()) ? (command.match(new RegExp(WORD, 'g')) ?? []) : [];

/** What a word says without its quotes. */
const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, '$1$2$3');

const isCcc = (word: string): boolean =>
  !isAssignment(word) && /(^|\/)ccc(\.cjs)?$/.test(unquoted(word));

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word);

/** What a person puts in front of a script, and its options. */
const RUNNER = /^(.*\/)?(node(js)?[-.\d]*|bunx?|npx|pnpm|yarn|env|exec)$/;

/** What stands in front of `ccc`: variables and who runs it, which after an installation can have any name. */
function leadsTo(words: readonly string[]): boolean {
  const others = words.filter((word) => !isAssignment(word)).map(unquoted);
  const isInstalled = words.includes(ID_WORD) && others.length === 1;
  return isInstalled || others.every((word) => RUNNER.test(word) || word.startsWith('-'));
}

function areKnown(args: string[]): boolean {
  try {
    parseArgs({ args, options: FLAGS, strict: true });
    return true;
  } catch {
    return false;
  }
}
