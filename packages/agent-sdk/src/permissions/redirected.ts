import { analyseShell, type Held, type Redirect, shortened, writesFile } from 'wave-shell/rules';
import type { Resolve } from '../files/paths.ts';
import type { Place } from '../vocabulary/tool.ts';
import { matchesFile } from './file-pattern.ts';
import type { ParsedRule } from './parse-rule.ts';
import { filesNamed, placed, valuesIn } from './where.ts';

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
  for (const { part, here, elsewhere } of placed(analysis, place.cwd, values))
    for (const redirect of part.command.redirects) {
      const rulesOf = about.filter(({ tool }) => OPENS.get(tool)?.(redirect));
      const ruleFrom = (dirs: readonly string[]) =>
        filesNamed(redirect.target, dirs, values)
          ?.map(resolve)
          .flatMap((file) => rulesOf.find(({ pattern }) => means(pattern, file, place)) ?? [])[0];
      const sure = ruleFrom(here);
      if (sure !== undefined) return { rule: sure.rule };
      const maybe = unsure === undefined ? ruleFrom(elsewhere) : undefined;
      if (maybe !== undefined)
        unsure = { rule: maybe.rule, unread: { part: shortened(redirect.target.raw), why: MOVED } };
    }
  return unsure;
}

const MOVED = 'which file it is depends on whether a change of directory holds';

const means = (
  pattern: string | undefined,
  file: ReturnType<Resolve>,
  { projectDir }: Place,
): boolean =>
  pattern === undefined || pattern.trim() === '*' || matchesFile(pattern, file, projectDir, 'wide');
