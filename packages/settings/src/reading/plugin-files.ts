import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { HooksObject, Path } from '@wavehooks/hooks/entries';
import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { claudeTimeout, hooksIn, momentsIn, type Off, offOf } from './claude.ts';
import type { LoadedFile } from './loaded-file.ts';
import { misplacedIn } from './misplaced.ts';
import type { FoundPlugin } from './plugins.ts';
import { real } from './project.ts';
import { type ParsedObject, parseObject, readSettingsText, SettingsError } from './read.ts';

const MANIFEST = join('.claude-plugin', 'plugin.json');
const USUAL = join('hooks', 'hooks.json');

/** The files of a plugin that hold hooks, each a source; what cannot be read says so and brings nothing. */
export function pluginFiles(found: FoundPlugin, off: Off = offOf([])): LoadedFile[] {
  const { at, id, name, source } = found;
  const nothing = (text: string) => [broken(found, source, `plugin "${id}": ${text}`, off)];
  if ('fault' in at) return nothing(`${at.fault}; its hooks do not run`);
  const { root } = at;
  if (!isDirectory(root)) return nothing(`there is no directory ${root}; its hooks do not run`);
  const plugin = { root, data: found.data };
  const base = { agent: 'claude-code', name, plugin, timeoutOf: claudeTimeout, offFor: off(name) };
  const sourceAs = (file: Piece): LoadedFile => ({ ...base, ...file }) as LoadedFile;
  const manifest = pieces(join(root, MANIFEST), (parsed, file, text) =>
    inManifest(parsed, file, text, root),
  );
  const usual = join(root, USUAL);
  const isNamed = manifest.some(({ file }) => real(file) === real(usual));
  const all = [...(isNamed ? [] : hookFile(usual)), ...manifest];
  return all.map(sourceAs);
}

/** A name that no system takes is none either. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

type Piece = Omit<LoadedFile, 'name' | 'agent' | 'plugin' | 'timeoutOf' | 'offFor'>;

/** Reads a file if it is there; a third party's that cannot be read is told, and stops nobody. */
function pieces(
  file: string,
  read: (parsed: ParsedObject, file: string, text: string) => Piece[],
): Piece[] {
  try {
    const text = readSettingsText(file);
    return text === undefined ? [] : read(parseObject(file, text), file, text);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [failed(file, error.message)];
  }
}

/** `hooks/hooks.json` and its like: the hooks stand inside of "hooks". */
const hookFile = (file: string): Piece[] =>
  pieces(file, ({ value, locateIn }, _, text) => {
    const { hooks, problems } = hooksIn(value, locateIn);
    const misplaced = misplacedIn({ value, locateIn });
    const aside = [...misplaced.map(({ under }) => under), 'hooks', 'description', '$schema'];
    const others = Object.keys(value).filter((name) => !aside.includes(name));
    const piece = pieceOf(file, text, hooks, (path) => locateIn(['hooks', ...path]));
    return [
      {
        ...piece,
        ...{ misplaced, problems, locateIn },
        notTaken: [
          ...(piece.notTaken ?? []),
          ...others.map((field) => ({ field, source: locateIn([field]) })),
        ],
      },
    ];
  });

/** In the manifest `hooks` is a file, the hooks themselves, or a list of both. */
function inManifest(
  { value, locateIn }: ParsedObject,
  file: string,
  text: string,
  root: string,
): Piece[] {
  const hooks = value['hooks'];
  const one = (inner: unknown, path: Path): Piece[] => {
    if (typeof inner === 'string') return namedFile(resolve(root, inner), locateIn(path), inner);
    if (!isObject(inner)) {
      const message = `"hooks": expected a file or hooks by event, got ${show(inner)}; none of them runs`;
      return [failed(locateIn(path), `${locateIn(path)}: ${message}`)];
    }
    const isWrapped = isObject(inner['hooks']);
    const own = isWrapped ? [...path, 'hooks'] : path;
    const events = (isWrapped ? inner['hooks'] : inner) as HooksObject;
    return [pieceOf(file, text, events, (below) => locateIn([...own, ...below]))];
  };
  if (hooks === undefined || hooks === null) return [];
  if (!Array.isArray(hooks)) return one(hooks, ['hooks']);
  return hooks.flatMap((inner, at) => one(inner, ['hooks', at]));
}

function namedFile(file: string, source: string, named: string): Piece[] {
  if (existsSync(file)) return hookFile(file);
  return [failed(source, `${source}: "hooks": there is no ${named}; none of its hooks runs`)];
}

function pieceOf(
  file: string,
  text: string,
  all: HooksObject,
  locate: (path: Path) => string,
): Piece {
  const { hooks, notTaken } = momentsIn(all, (event) => locate([event]));
  return { file, text, value: { hooks }, hooks, notTaken, locate, locateIn: locate };
}

/** A message begins with its place. */
function failed(file: string, message: string): Piece {
  const [, source = file, text = message] = /^(.*?:\d+)(?::\d+)?: (.*)$/s.exec(message) ?? [];
  return {
    ...pieceOf(file.replace(/:\d+$/, ''), '', {}, () => source),
    problems: [{ level: 'error', source, hook: '', text }],
  };
}

const broken = ({ name }: FoundPlugin, source: string, text: string, off: Off): LoadedFile => ({
  ...failed(source, `${source}: ${text}`),
  agent: 'claude-code',
  name,
  // Nobody knows where it is, so nothing of it runs.
  plugin: { root: '', data: '' },
  offFor: off(name),
});
