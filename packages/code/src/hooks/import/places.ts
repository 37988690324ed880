import { homedir } from 'node:os';
import { basename, join, resolve, sep } from 'node:path';
import { withoutNpm } from '@wavehooks/process';
import { claudeFiles, parseObject, SettingsError } from '@wavehooks/settings';
import type { Io } from '../../cli/command.ts';
import { ownerOf } from './peers/owner.ts';
import type { ForeignPlace, Level, Peer } from './peers/peer.ts';
import { type Around, type Foreign, readForeign } from './peers/read-foreign.ts';

/** A peer's files that are there, and where was looked. */
export interface Found {
  readonly places: readonly ForeignPlace[];
  readonly files: readonly Foreign[];
}

/** Those that are named, or the usual ones with the plugins that they enable. */
export async function findForeign(
  peer: Peer,
  named: readonly string[],
  project: string,
  io: Io,
): Promise<Found> {
  const env = withoutNpm(process.env);
  const where = { home: homedir(), project, env };
  const places =
    named.length > 0 ? named.map((file) => placeOf(resolve(io.cwd, file))) : peer.places(where);
  const files: Foreign[] = [];
  for (const place of places) {
    const read = await readForeign(place);
    if (!read && named.length > 0) throw new SettingsError(`${place.file}: there is no such file`);
    if (read) files.push({ ...read, around: aroundOf(place.file, project, env) });
  }
  return { places, files: [...files, ...(named.length > 0 ? [] : pluginsOf(peer, where))] };
}

/** What is the user's own stays so. */
const placeOf = (file: string): ForeignPlace => ({ file, level: levelOf(file) });

function levelOf(file: string): Level {
  const isOwn = ['.claude', '.codex', '.gemini'].some((dir) =>
    file.startsWith(join(homedir(), dir) + sep),
  );
  return isOwn ? 'user' : 'project';
}

function aroundOf(file: string, project: string, env: Around['env']): Around {
  const { project: own, plugin } = ownerOf(file);
  return {
    projectDir: own ?? project,
    env,
    ...(plugin === undefined ? {} : { plugin: { root: plugin, data: join(plugin, 'data') } }),
  };
}

/** Hooks of plugins become entries of their own, with the plugin's real place. */
function pluginsOf(
  peer: Peer,
  { home, project, env }: { home: string; project: string; env: Around['env'] },
): Foreign[] {
  if (!peer.plugins) return [];
  return claudeFiles({ home, projectDir: project, env }, 'skip broken ones')
    .filter(({ plugin }) => plugin && plugin.root !== '')
    .map(({ file, name, hooks, locate, locateIn, plugin, text }) => ({
      ...{ file, hooks, locate, locateIn, value: { hooks }, whole: wholeOf(file, text) },
      level: name === 'user' ? 'user' : 'project',
      around: { projectDir: project, env, ...(plugin ? { plugin } : {}) },
    }));
}

/** All of a file of hooks; in a manifest other things stand beside them, and one without text was unreadable. */
const wholeOf = (file: string, text: string): Foreign['value'] =>
  text === '' || basename(file) === 'plugin.json' ? {} : parseObject(file, text).value;
