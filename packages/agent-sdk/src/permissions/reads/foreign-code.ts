import { dirname, relative } from 'node:path';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { analyseShell, type Command, literal, programOf, type Word } from '@wavehooks/shell/rules';
import { nameIn, pathFrom, type Resolve } from '../../files/paths.ts';
import { writtenText } from '../../files/written-text.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { matchesFile } from '../rules/file-pattern.ts';
import { placed, valuesIn } from '../words/where.ts';
import { repositoryAt } from './repository.ts';

/** A program that runs code of the directory it works in: by which option that is named, and what may be wrong there. */
interface Runner {
  readonly dir: readonly string[];
  readonly fault: (dir: string, place: Place, resolve: Resolve) => string | undefined;
}

const RUNNERS: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ['git', { dir: ['-C', '--git-dir'], fault: otherRepository }],
  ...['npm', 'npx'].map((name): [string, Runner] => [
    name,
    { dir: ['--prefix', '-C'], fault: otherPackage },
  ]),
  ...['pnpm', 'pnpx'].map((name): [string, Runner] => [
    name,
    { dir: ['-C', '--dir'], fault: otherPackage },
  ]),
  ...['yarn', 'yarnpkg', 'bun', 'bunx'].map((name): [string, Runner] => [
    name,
    { dir: ['--cwd'], fault: otherPackage },
  ]),
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
    if (!runner) continue;
    if (lost) return ELSEWHERE;
    for (const dir of [...here, ...elsewhere]) {
      const at = dirsNamed(part.command, runner).reduce((from, to) => pathFrom(from, to), dir);
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

/** What its options say about where it works: `git -C a -C b`. */
function dirsNamed({ words }: Command, { dir: names }: Runner): readonly string[] {
  const textOf = (word: Word | undefined) => (word && literal(word)) ?? '';
  return words.flatMap((word, at) => {
    const text = textOf(word);
    const name = names.find((one) => text === one || text.startsWith(`${one}=`));
    if (name === undefined) return [];
    return [text === name ? textOf(words[at + 1]) : text.slice(name.length + 1)];
  });
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
