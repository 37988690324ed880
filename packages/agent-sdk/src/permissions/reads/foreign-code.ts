import { dirname, relative } from 'node:path';
import { isObject } from '@wavehooks/hooks/vocabulary';
import {
  analyseShell,
  type Command,
  literal,
  programOf,
  type Values,
  type Word,
} from '@wavehooks/shell/rules';
import { nameIn, pathFrom, type Resolve } from '../../files/paths.ts';
import { writtenText } from '../../files/written-text.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { matchesFile } from '../rules/file-pattern.ts';
import { placed, spellingsOf, valuesIn } from '../words/where.ts';
import { repositoryAt } from './repository.ts';

/** A program that runs code of the directory it works in: by which option that is named, and what may be wrong there. */
interface Runner {
  readonly dir: readonly string[];
  /** Options count only before its verb. */
  readonly leading?: true;
  /** Only with this option. */
  readonly with?: RegExp;
  readonly fault: (dir: string, place: Place, resolve: Resolve) => string | undefined;
}

const RUNNERS: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ['git', { dir: ['-C', '--git-dir'], leading: true, fault: otherRepository }],
  ...['npm', 'npx'].map((name): [string, Runner] => [
    name,
    { dir: ['--prefix', '-C'], fault: otherPackage },
  ]),
  ...['pnpm', 'pnpx'].map((name): [string, Runner] => [
    name,
    { dir: ['-C', '--dir'], fault: otherPackage },
  ]),
  ...['yarn', 'yarnpkg', 'bun', 'bunx', 'deno'].map((name): [string, Runner] => [
    name,
    { dir: ['--cwd'], fault: otherPackage },
  ]),
  ['corepack', { dir: ['--prefix', '-C', '--dir', '--cwd'], fault: otherPackage }],
  ['node', { dir: [], with: /^--run\b/, fault: otherPackage }],
]);

/**
 * Why an allow rule does not speak for a command: it would run code of a place inside of the project that is not
 * the project's own, such as a repository that came with it.
 */
export function foreignCode(command: string, place: Place, resolve: Resolve): string | undefined {
  const analysis = analyseShell(command);
  if (!analysis.parts.some(({ command: one }) => RUNNERS.has(programOf(one) ?? '')))
    return undefined;
  const values = valuesIn(analysis, place.cwd);
  const leads = [...values.keys()].find((name) => LEADS.test(name));
  if (leads !== undefined) return `${leads} leads it elsewhere`;
  if (analysis.parts.some(({ command: one }) => moves(one))) return ELSEWHERE;
  for (const { part, here, elsewhere, lost } of placed(analysis, place.cwd, values, resolve)) {
    const runner = part.must && RUNNERS.get(programOf(part.command) ?? '');
    if (!runner || !runsCode(part.command, runner)) continue;
    const named = dirsNamed(part.command, runner, values);
    if (lost || named === undefined) return ELSEWHERE;
    for (const dir of [...here, ...elsewhere]) {
      const at = named.reduce((from, to) => pathFrom(from, to), dir);
      const fault = runner.fault(resolve(at).real, place, resolve);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

const ELSEWHERE = 'where it runs shows only when it runs';

/** Variables by which git and package managers work in another place. */
const LEADS = /^(GIT_(DIR|WORK_TREE|COMMON_DIR|CONFIG.*|EXEC_PATH)|npm_config_.*|INIT_CWD)$/i;

/** Programs that run another one in another place, by which option. */
const MOVES: Readonly<Record<string, RegExp>> = {
  env: /^(-[A-Za-z]*C|--chdir)/,
  find: /^-(execdir|okdir)$/,
  git: /^--exec-path=/,
  sudo: /^(-D|--chdir)/,
};

const moves = (command: Command): boolean =>
  command.words.some((word) => MOVES[programOf(command) ?? '']?.test(literal(word) ?? ''));

const runsCode = ({ words }: Command, { with: option }: Runner): boolean =>
  option === undefined || words.some((word) => option.test(literal(word) ?? ''));

/** What its options say about where it works: `git -C a -C b`; undefined where that shows only when it runs. */
function dirsNamed(
  { words }: Command,
  { dir: names, leading }: Runner,
  values: Values,
): readonly string[] | undefined {
  const said = words.map((word) => textOf(word, values));
  const isOption = (at: number) => (said[at] ?? words[at]?.raw)?.startsWith('-') === true;
  const isVerb = (at: number) => at > 0 && !isOption(at) && !isOption(at - 1);
  const verb = leading ? words.findIndex((_, at) => isVerb(at)) : -1;
  const own = verb < 0 ? words : words.slice(0, verb + 1);
  const dirs = own.flatMap((word, at): readonly (string | undefined)[] => {
    const text = said[at];
    // What it is shows only when it runs: the option itself, or its value.
    if (text === undefined && leading) return [undefined];
    const name = names.find((one) => valueIn(text ?? word.raw, one) !== undefined);
    if (name === undefined) return [];
    if (text !== name) return [text && valueIn(text, name)];
    return at + 1 < words.length ? [said[at + 1]] : [];
  });
  return dirs.every((dir) => dir !== undefined) ? dirs : undefined;
}

/** What stands behind the name of an option, in the same word. */
function valueIn(text: string, name: string): string | undefined {
  if (text === name) return '';
  if (text.startsWith(`${name}=`)) return text.slice(name.length + 1);
  return !name.startsWith('--') && text.startsWith(name) ? text.slice(name.length) : undefined;
}

/** The one thing that a word says. */
function textOf(word: Word, values: Values): string | undefined {
  const texts = spellingsOf(word, values);
  return texts?.length === 1 ? texts[0] : undefined;
}

function otherRepository(dir: string, place: Place, resolve: Resolve): string | undefined {
  const { top, inert } = repositoryAt(dir, resolve);
  const own = repositoryAt(resolve(place.projectDir).real, resolve).top;
  return inert || top === own || top === undefined
    ? undefined
    : `the repository in ${named(top, place, resolve)} is not the project's own, and its settings may run a program`;
}

/** The nearest `package.json` is what package managers go by. */
function otherPackage(dir: string, place: Place, resolve: Resolve): string | undefined {
  const root = resolve(place.projectDir).real;
  const found = packageAbove(dir, resolve);
  if (found === undefined || found === packageAbove(root, resolve)) return undefined;
  if (isWorkspace(found, root)) return undefined;
  return `${nameIn(named(found, place, resolve), PACKAGE)} is not the project's own`;
}

const PACKAGE = 'package.json';

function packageAbove(dir: string, resolve: Resolve): string | undefined {
  if (resolve.kind(nameIn(dir, PACKAGE)) !== undefined) return dir;
  return dirname(dir) === dir ? undefined : packageAbove(dirname(dir), resolve);
}

/** Whether the project names it as a part of itself; a pattern with `!` takes some out. */
function isWorkspace(dir: string, root: string): boolean {
  const fits = (pattern: string) =>
    matchesFile(`./${pattern.replace(/^\.?\//, '')}`, { path: dir, real: dir }, root, 'strict');
  const patterns = workspacesOf(root);
  return (
    patterns.some((one) => !one.startsWith('!') && fits(one)) &&
    !patterns.some((one) => one.startsWith('!') && fits(one.slice(1)))
  );
}

function workspacesOf(root: string): readonly string[] {
  const { workspaces } = jsonIn(nameIn(root, PACKAGE));
  const list = isObject(workspaces) ? workspaces['packages'] : workspaces;
  const inYaml = writtenText(nameIn(root, 'pnpm-workspace.yaml')).matchAll(
    /^\s*-\s*["']?([^"'#\s]+)["']?\s*$/gm,
  );
  return [
    ...(Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []),
    ...[...inYaml].map(([, pattern = '']) => pattern),
  ];
}

function jsonIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(writtenText(file));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const named = (dir: string, { projectDir }: Place, resolve: Resolve): string => {
  const way = relative(resolve(projectDir).real, dir);
  return way === '' || way.startsWith('..') ? dir : way;
};
