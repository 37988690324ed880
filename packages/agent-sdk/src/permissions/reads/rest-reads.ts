import { type Analysis, namesSetBy, programOf, rulesByPart } from '@wavehooks/shell/rules';
import type { Rules } from '../rules/rule.ts';
import { ruleList } from '../rules/rule-list.ts';
import { type LookedInto, type LookedPart, MAX_FILES } from './command-reads.ts';
import type { FileRead } from './file-read.ts';
import { fedCommands } from './plain-list.ts';

/**
 * The allow rules that cover some commands of a text, where all others only read: `cd src && npm test 2>&1 |
 * tail -5`. Only for a plain list of commands. What a covered command does is not known, so files are read
 * before the first of them, not after; and none of them gets its input from another command.
 */
export function restReads(
  looked: LookedInto | undefined,
): ((rules: Rules) => string | undefined) | undefined {
  if (looked === undefined || looked.parts.length < 2) return undefined;
  const { analysis, parts } = looked;
  return (rules) => {
    // Most texts end here: nothing is looked at on disk for them.
    const covers = coversOf(rules.allow, analysis);
    if (covers.size === 0 || parts.some(setsSomething)) return undefined;
    const fed = fedCommands(analysis, parts);
    if (fed === undefined) return undefined;
    const found = parts.map((part) => part.files());
    const covered = parts.flatMap(({ plain: { part } }, at) =>
      found[at] === undefined && covers.has(part) ? [at] : [],
    );
    if (!covered.every((at) => mayRun(parts, at) && !fed[at])) return undefined;
    const files = readBefore(found, covered);
    if (covered.length === 0 || !files || !looked.readable(files)?.(rules)) return undefined;
    const names = covered.flatMap((at) => {
      const part = parts[at]?.plain.part;
      return (part && covers.get(part)) ?? [];
    });
    return [...new Set(names)].join(', ');
  };
}

function coversOf(allow: readonly string[], analysis: Analysis) {
  const patterned = ruleList(allow).made('of commands', (rules) =>
    rules.flatMap(({ rule, tool, pattern, fault }) =>
      tool === 'Bash' && pattern !== undefined && !fault ? [{ rule, pattern }] : [],
    ),
  );
  return rulesByPart(patterned, analysis);
}

/** Other commands would no longer mean what their text says. */
const setsSomething = ({ plain: { part } }: LookedPart): boolean =>
  part.command.words.length === 0 || part.must !== 'match' || namesSetBy(part.command).length > 0;

/** What every command that no rule covers reads; undefined where one does more, or reads too late. */
function readBefore(
  found: readonly (readonly FileRead[] | undefined)[],
  covered: readonly number[],
): readonly FileRead[] | undefined {
  const first = Math.min(...covered);
  const files: FileRead[] = [];
  for (const [at, read] of found.entries()) {
    if (covered.includes(at)) continue;
    if (read === undefined || (at > first && read.length > 0)) return undefined;
    files.push(...read);
  }
  return files.length > MAX_FILES ? undefined : files;
}

/** A command of the shell's own changes the shell. After a `cd`, a path is another file than the rule means. */
function mayRun(parts: readonly LookedPart[], at: number): boolean {
  const command = parts[at]?.plain.part.command;
  const program = command && programOf(command);
  if (!command || program === undefined || OF_SHELL.has(program)) return false;
  const moved = parts.slice(0, at).some(({ plain }) => programOf(plain.part.command) === 'cd');
  return !moved || command.words.every(({ raw }) => /^[\w:@=-]+$/.test(raw));
}

const OF_SHELL: ReadonlySet<string> = new Set(
  '. : [ alias bg bind break builtin caller cd chdir command compgen complete compopt continue coproc declare dirs disown emulate enable env eval exec exit export fc fg function functions getopts hash help history jobs kill let local logout mapfile noglob popd printf pushd read readarray readonly return set setopt shift shopt source suspend test time times trap type typeset ulimit umask unalias unfunction unset unsetopt wait zmodload'.split(
    ' ',
  ),
);
