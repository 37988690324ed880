import { basename } from 'node:path';
import {
  analyseShell,
  type Held,
  type Redirect,
  shortened,
  type Values,
  type Word,
  writesFile,
} from 'wave-shell/rules';
import type { Resolve } from '../files/paths.ts';
import type { Place } from '../vocabulary/tool.ts';
import { lastNameFits, matchesFile } from './file-pattern.ts';
import type { ParsedRule } from './parse-rule.ts';
import { filesNamed, placed, spellingsOf, valuesIn } from './where.ts';

/** What a redirection must do with its file for a rule of this name to hold. */
const OPENS: ReadonlyMap<string | undefined, (redirect: Redirect) => boolean> = new Map([
  ['Edit', writes],
  ['Write', writes],
  ['Read', ({ op }: Redirect) => op === '<' || op === '<>'],
]);

function writes(redirect: Redirect): boolean {
  return redirect.op.includes('>') && writesFile(redirect);
}

/**
 * The rule about files, of a deny or ask list, that holds for a file which a shell opens by itself: `> file`.
 * A file that shows only when the command runs is not seen here.
 */
export function fileRuleOver(
  rules: readonly ParsedRule[],
  command: string,
  place: Place,
  resolve: Resolve,
): Held | undefined {
  const about = rules.filter(({ rule, tool }) => rule.includes('(') && OPENS.has(tool));
  if (about.length === 0) return undefined;
  const analysis = analyseShell(command);
  const values = valuesIn(analysis, place.cwd);
  let unsure: Held | undefined;
  for (const { part, here, elsewhere, lost } of placed(analysis, place.cwd, values))
    for (const redirect of part.command.redirects) {
      const { target } = redirect;
      const rulesOf = about.filter(({ tool }) => OPENS.get(tool)?.(redirect));
      const ruleFrom = (dirs: readonly string[]) =>
        filesNamed(target, dirs, values)
          ?.map(resolve)
          .flatMap((file) => rulesOf.find(({ pattern }) => means(pattern, file, place)) ?? [])[0];
      const sure = ruleFrom(here);
      if (sure !== undefined) return { rule: sure.rule };
      if (unsure !== undefined) continue;
      const maybe =
        ruleFrom(elsewhere) ?? (lost ? ruleAnywhere(rulesOf, target, values) : undefined);
      if (maybe !== undefined)
        unsure = { rule: maybe.rule, unread: { part: shortened(target.raw), why: MOVED } };
    }
  return unsure;
}

const MOVED = 'which file it is depends on whether a change of directory holds';

/** From a directory that is not known, a name is all there is to go by. */
const ruleAnywhere = (rules: readonly ParsedRule[], target: Word, values: Values) =>
  rules.find(({ pattern = '' }) =>
    spellingsOf(target, values)?.some(
      (text) => !/^[/~]/.test(text) && lastNameFits(pattern, basename(text)),
    ),
  );

const means = (
  pattern: string | undefined,
  file: ReturnType<Resolve>,
  { projectDir }: Place,
): boolean =>
  pattern === undefined || pattern.trim() === '*' || matchesFile(pattern, file, projectDir, 'wide');
