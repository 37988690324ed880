import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import {
  analyseShell,
  type Held,
  type Part,
  type Redirect,
  shortened,
  type Values,
  type Word,
  writesFile,
} from '@wavehooks/shell/rules';
import type { Resolve } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import {
  type Fitting,
  filesFitted,
  matchesDots,
  wildTexts,
  withWildcards,
} from '../words/fitted.ts';
import { filesNamed, placed, spellingsOf, valuesIn } from '../words/where.ts';
import { lastNameFits, matchesFile } from './file-pattern.ts';
import type { ParsedRule } from './parse-rule.ts';

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
  const opens = (redirect: Redirect) => about.filter(({ tool }) => OPENS.get(tool)?.(redirect));
  const isMeant = ({ command: { redirects } }: Part) =>
    redirects.some((redirect) => opens(redirect).length > 0);
  if (!analysis.parts.some(isMeant)) return undefined;
  const values = valuesIn(analysis, place.cwd);
  const [wild, dots] = [withWildcards(values), matchesDots(analysis)];
  let unsure: Held | undefined;
  for (const { part, here, elsewhere, lost } of placed(analysis, place.cwd, values))
    for (const redirect of part.command.redirects) {
      const { target } = redirect;
      const rulesOf = opens(redirect);
      const ruleFrom = (dirs: readonly string[]) =>
        filesNamed(target, dirs, values)
          ?.map(resolve)
          .flatMap((file) => rulesOf.find(({ pattern }) => means(pattern, file, place)) ?? [])[0];
      const sure = ruleFrom(here);
      if (sure !== undefined) return { rule: sure.rule };
      if (unsure !== undefined) continue;
      const isKnown = spellingsOf(target, values) !== undefined;
      const fitting = { wild, dirs: [...here, ...elsewhere], resolve, dots };
      const moved =
        ruleFrom(elsewhere) ?? (lost ? ruleAnywhere(rulesOf, target, values) : undefined);
      const may: readonly (readonly [ParsedRule | undefined, string])[] = [
        [moved, MOVED],
        [isKnown ? undefined : ruleBehind(rulesOf, target, fitting, place), BEGINS],
        [ruleFitted(rulesOf, target, fitting, place, lost), WILDCARD],
      ];
      const [first, why] = may.find(([rule]) => rule !== undefined) ?? [];
      if (first !== undefined && why !== undefined)
        unsure = { rule: first.rule, unread: { part: shortened(target.raw), why } };
    }
  return unsure;
}

const MOVED = 'which file it is depends on whether a change of directory holds';

const BEGINS = 'where it begins shows only when it runs';

/** `"$X/secret/key"`: it may begin in any of the places from which rules are written. */
function ruleBehind(
  rules: readonly ParsedRule[],
  { pieces }: Word,
  { dirs, resolve }: Fitting,
  place: Place,
): ParsedRule | undefined {
  const unknown = pieces.findLastIndex((piece) => typeof piece !== 'string');
  const end = pieces.slice(unknown + 1).join('');
  if (unknown < 0 || !end.startsWith('/')) return undefined;
  const from = new Set([...dirs, place.projectDir, homedir(), '/']);
  const files = [...from].map((dir) => resolve(join(dir, end)));
  return rules.find(({ pattern }) => files.some((file) => means(pattern, file, place)));
}

const WILDCARD = 'which files its wildcards fit shows only when it runs';

/** A wildcard is taken for what it fits now; where nobody can look, for anything. */
function ruleFitted(
  rules: readonly ParsedRule[],
  target: Word,
  fitting: Fitting,
  place: Place,
  lost: boolean,
): ParsedRule | undefined {
  if (rules.length === 0) return undefined;
  if (lost && wildTexts(target, fitting.wild).some((text) => !/^[/~]/.test(text))) return rules[0];
  const files = filesFitted(target, fitting)?.map(fitting.resolve);
  if (files === undefined) return rules[0];
  return rules.find(({ pattern }) => files.some((file) => means(pattern, file, place)));
}

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
