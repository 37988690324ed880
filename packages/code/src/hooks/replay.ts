import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  type Engine,
  type HookInput,
  makeRedactor,
  type OpenOptions,
  openHooks,
  type Recording,
  readRecording,
  type Said,
  saidOf,
} from 'wave-hooks';
import { type Command, type Io, readArgs, UsageError } from '../cli/command.ts';
import { onInterrupt } from '../cli/signals.ts';
import { painter, printable } from '../cli/style.ts';
import { OPEN_FLAGS, openOptions } from './options.ts';
import { recordingsDir } from './record.ts';
import { type Change, changesOf, type Replayed, replayText } from './replay-report.ts';
import { staleBuilds, startedFiles } from './stale.ts';

const USAGE = `usage: wave hooks replay [PATH ...] [--settings FILE] [--only] [--json] [--no-project-hooks]
       the project's hooks run as they are now, approved or not, as in wave hooks test`;

/** `wave hooks replay`: recorded inputs through the hooks of today. Exit 1 when something differs. */
export const replay: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPEN_FLAGS, USAGE);
  const options = trusting(openOptions(values, io, USAGE));
  const files = filesOf(positionals.length > 0 ? positionals : [recordingsDir(io.cwd)], io);
  const recordings = files.map((file) => ({ file, recording: read(file) }));
  const { engine } = await openHooks(options, { launcher: false });
  const stale = await staleBuilds(startedFiles(engine.entries, options.projectDir), io.cwd);
  if (stale.length > 0) throw new UsageError(stale.join('\n'));
  const done = onInterrupt(() => engine.close());
  const replayed = await replayAll(engine, recordings, io).finally(() => engine.close());
  done();
  io.out(values.json ? asJson(replayed) : replayText(replayed, painter(io.color)));
  return replayed.some(({ changes }) => changes.length > 0) ? 1 : 0;
};

/** Like a test, it is there to try a changed hook: the approval comes after it. */
const trusting = (options: OpenOptions): OpenOptions =>
  options.projectHooks === 'approved' ? { ...options, projectHooks: 'trusted' } : options;

function filesOf(paths: readonly string[], io: Io): string[] {
  const files = paths.map((path) => resolve(io.cwd, path)).flatMap(filesAt);
  if (files.length === 0) throw new UsageError(`no recordings in ${paths.join(', ')}\n${USAGE}`);
  return files;
}

function filesAt(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`${path}: there are no recordings (see: wave hooks record)`);
  if (!stat.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(path, name));
}

function read(file: string): Recording {
  const recording = readRecording(readFileSync(file, 'utf8'));
  if (typeof recording !== 'string') return recording;
  throw new UsageError(`${file}: ${printable(recording)}`);
}

/** One after the other: hooks may count, and the order of recordings is their names'. */
async function replayAll(
  engine: Engine,
  recordings: readonly { file: string; recording: Recording }[],
  io: Io,
): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  for (const { file, recording } of recordings) {
    const changes = await changed(engine, recording);
    replayed.push({ file: relative(io.cwd, file), recording, changes });
  }
  return replayed;
}

async function changed(engine: Engine, { input, verdict }: Recording): Promise<Change[]> {
  try {
    const now = await engine.fire(input as unknown as HookInput);
    return changesOf(verdict ?? NOTHING, saidOf(now, makeRedactor(process.env)));
  } catch (error) {
    throw new UsageError(`a recording holds no event: ${(error as Error).message}`);
  }
}

/** What an event without hooks comes to. */
const NOTHING: Said = { decision: 'none', toAgent: [], toUser: [], context: [] };

function asJson(replayed: readonly Replayed[]): string {
  const rows = replayed
    .filter(({ changes }) => changes.length > 0)
    .map(({ file, recording: { event, input, redacted }, changes }) => ({
      file,
      event,
      ...(input['tool_name'] === undefined ? {} : { tool: input['tool_name'] }),
      redacted,
      changes,
    }));
  return `${JSON.stringify({ replayed: replayed.length, changed: rows }, null, 2)}\n`;
}
