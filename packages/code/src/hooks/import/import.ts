import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import {
  addHooks,
  projectDirOf,
  readSettingsFile,
  readSettingsText,
  SettingsError,
  type SourceName,
  settingsPaths,
  writeSettings,
} from 'wave-settings';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { conduct } from './conduct.ts';
import type { Line } from './convert/report.ts';
import type { ForeignPlace, Peer } from './peers/peer.ts';
import { type Foreign, readForeign } from './peers/read-foreign.ts';
import { summarize, type Target } from './summary.ts';

const USAGE =
  'usage: wave hooks import --from claude-code|gemini-cli|codex [FILE...] [--to user|project|local] [--dry-run] [--json]';

const PEERS: Record<string, () => Promise<Peer>> = {
  'claude-code': async () => (await import('./peers/claude-code.ts')).claudeCode,
  'gemini-cli': async () => (await import('./peers/gemini-cli.ts')).geminiCli,
  codex: async () => (await import('./peers/codex.ts')).codex,
};

const TARGETS: readonly SourceName[] = ['user', 'project', 'local'];

/** `wave hooks import`: takes over the hooks of another agent and says what became of each field. */
export const importHooks: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  const peer = await peerOf(values.from);
  const project = projectDirOf(io.cwd);
  const to = targetOf(values.to ?? 'project', project);
  const places = placesOf(peer, positionals, project, io);
  const files = await readAll(places, positionals.length > 0);
  refuseOwn(files, to.file);
  const old = readSettingsText(to.file);
  const sorted = conduct(peer, files, hooksOf(to.file, old));
  const text = addHooks(old ?? '', sorted.added, to.file);
  const written = sorted.added.length > 0 && values['dry-run'] !== true;
  if (written) writeSettings(to.file, text, old);
  io.out(
    values.json
      ? `${JSON.stringify(asJson(to.file, written, sorted.lines), null, 2)}\n`
      : summarize({ peer, places, files, sorted, to, written }, io),
  );
  return 0;
};

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

async function peerOf(name: string | undefined): Promise<Peer> {
  const load = name !== undefined && Object.hasOwn(PEERS, name) ? PEERS[name] : undefined;
  if (load) return load();
  const names = Object.keys(PEERS).join(', ');
  throw new UsageError(`--from: expected one of ${names}, got ${name ?? 'nothing'}\n${USAGE}`);
}

function targetOf(name: string, projectDir: string): Target {
  if (!TARGETS.includes(name as SourceName))
    throw new UsageError(`--to: expected one of ${TARGETS.join(', ')}, got ${name}\n${USAGE}`);
  const found = settingsPaths({ projectDir }).find((path) => path.name === name);
  if (found) return found;
  throw new UsageError(`${projectDir} is your home directory, not a project: use --to user`);
}

const placesOf = (peer: Peer, files: string[], project: string, io: Io): readonly ForeignPlace[] =>
  files.length > 0
    ? files.map((file) => ({ file: resolve(io.cwd, file), level: 'project' }))
    : peer.places({ home: homedir(), project, env: process.env });

async function readAll(places: readonly ForeignPlace[], must: boolean): Promise<Foreign[]> {
  const files: Foreign[] = [];
  for (const place of places) {
    const read = await readForeign(place);
    if (!read && must) throw new SettingsError(`${place.file}: there is no such file`);
    if (read) files.push(read);
  }
  return files;
}

/** What is read is never written. */
function refuseOwn(files: readonly Foreign[], target: string): void {
  const real = existsSync(target) ? realpathSync(target) : target;
  const own = files.find(({ file }) => realpathSync(file) === real);
  if (own) throw new UsageError(`${own.file}: this is the file that would be written`);
}

const hooksOf = (file: string, text: string | undefined) =>
  text === undefined || text.trim() === '' ? {} : (readSettingsFile(file)?.hooks ?? {});

function asJson(file: string, written: boolean, lines: readonly Line[]) {
  const of = (list: Line['list']) =>
    lines.filter((line) => line.list === list).map(({ list: _, ...line }) => line);
  return {
    file,
    written,
    imported: of('imported'),
    converted: of('converted'),
    notCarried: of('notCarried'),
  };
}
