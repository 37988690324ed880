import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { parseObject, readSettingsText, SettingsError } from '@wavehooks/settings';
import { ownerOf } from '../import/peers/owner.ts';
import { readForeign } from '../import/peers/read-foreign.ts';
import { type Judged, type JudgedFile, type JudgedPlace, never } from './judged.ts';

/** A file as it is judged, or why it cannot be. */
export type ReadJudged = JudgedFile | Judged;

interface Around {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings?: JudgedPlace['settings'];
}

/** Reads one file, or all that a plugin's directory holds; undefined where there is none. */
export async function readJudged(file: string, around: Around): Promise<ReadJudged[] | undefined> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (!stat.isDirectory()) return readOne(file, around);
  const parts = await Promise.all(PARTS.map((part) => readJudged(join(file, part), around)));
  const found = parts.flatMap((part) => part ?? []);
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

/** Where a plugin has its hooks, and where a project has its own. */
const PARTS = [
  join('hooks', 'hooks.json'),
  join('.claude-plugin', 'plugin.json'),
  join('.claude', 'settings.json'),
  join('.claude', 'settings.local.json'),
];

const keyOf = (one: ReadJudged): string =>
  'verdict' in one ? one.source : one.locateIn(one.at) + JSON.stringify(one.at);

async function readOne(file: string, around: Around): Promise<ReadJudged[]> {
  try {
    if (file.endsWith('.toml')) return await readToml(file, around);
    const { value, locateIn } = parseObject(file, readSettingsText(file) ?? '');
    const place = placeOf(file, value, around);
    if (basename(file) === 'plugin.json') return inManifest(file, value, locateIn, place, around);
    return [{ value, at: ['hooks'], hooks: value['hooks'], locateIn, place }];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [unreadable(file, error.message)];
  }
}

async function readToml(file: string, around: Around): Promise<ReadJudged[]> {
  const read = await readForeign({ file, level: 'project' });
  if (!read) return [];
  const { value, hooks, locateIn = () => file } = read;
  const place = placeOf(file, value, around);
  return [{ value, at: ['hooks'], hooks, locateIn, place }];
}

/** In a plugin's manifest `hooks` is a file, the hooks themselves, or a list of both. */
async function inManifest(
  file: string,
  value: Readonly<Record<string, unknown>>,
  locateIn: JudgedFile['locateIn'],
  place: JudgedPlace,
  around: Around,
): Promise<ReadJudged[]> {
  const { hooks } = value;
  const many = Array.isArray(hooks) ? hooks : hooks === undefined ? [] : [hooks];
  const parts = many.map(async (one: unknown, index): Promise<ReadJudged[]> => {
    const at = Array.isArray(hooks) ? ['hooks', index] : ['hooks'];
    if (typeof one === 'string') {
      const named = resolve(place.plugin?.root ?? '', one);
      const missing = () => [unreadable(file, `${locateIn(at)}: "hooks": there is no ${one}`)];
      return (await readJudged(named, around)) ?? missing();
    }
    const isWrapped = isObject(one) && isObject(one['hooks']);
    const own = isWrapped ? [...at, 'hooks'] : at;
    // Beside them stands what a plugin is called, so nothing at the top is a hook in the wrong place.
    return [{ value: {}, at: own, hooks: isWrapped ? one['hooks'] : one, locateIn, place }];
  });
  return (await Promise.all(parts)).flat();
}

function placeOf(
  file: string,
  value: Readonly<Record<string, unknown>>,
  { projectDir, env, settings }: Around,
): JudgedPlace {
  const { project, plugin } = ownerOf(file);
  const set = Object.entries(isObject(value['env']) ? value['env'] : {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  return {
    projectDir: project ?? projectDir,
    env: { ...env, ...Object.fromEntries(set) },
    ...(settings ? { settings } : {}),
    ...(plugin === undefined ? {} : { plugin: { root: plugin, data: join(plugin, 'data') } }),
  };
}

/** A message begins with its place. */
function unreadable(file: string, message: string): Judged {
  const [, source = file, text = message] = /^(.*?:\d+)(?::\d+)?: (.*)$/s.exec(message) ?? [];
  const fix = 'until then none of its hooks fires';
  return { source, event: '', hook: '', verdict: 'does not fire', notes: [never(text, fix)] };
}
