import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Engine, HookInput, Problem } from '@wavehooks/hooks';
import { readTextFile } from '@wavehooks/process/files';
import { type OpenOptions, openHooks, openSettings } from '@wavehooks/settings';
import { makeRedactor, readRecording, type Said, saidOf } from '@wavehooks/settings/log';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { onInterrupt } from '../../cli/signals.ts';
import { painter } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { lend } from '../event/lend.ts';
import { staleBuilds, startedFiles } from '../init/stale-builds.ts';
import { conditionsOf } from '../settings/conditions.ts';
import { problemsText } from '../settings/look.ts';
import { OPEN_FLAGS, openOptions } from '../settings/open-options.ts';
import { recordingsDir } from './record.ts';
import {
  type Compared,
  changesOf,
  type Replayed,
  replayText,
  type Sorted,
  sorted,
} from './replay-report.ts';

const USAGE = usageOf({
  forms: ['wave hooks replay [PATH ...] [options]'],
  about: "The project's hooks run as they are now, approved or not, as in wave hooks test.",
  options: OPEN_FLAGS,
});

/** `wave hooks replay`: recorded inputs through the hooks of today. Exit 1 when something differs, or is off. */
export const replay: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPEN_FLAGS, USAGE);
  const asked = openOptions(values, io, USAGE);
  const options = trusting(asked);
  const files = filesOf(positionals.length > 0 ? positionals : [recordingsDir(io.cwd)], io);
  // Hooks are tried as they are now; a server that nobody approved is started for none of them.
  const lent = lend(asked);
  const { engine, opened } = await openHooks(options, {
    launcher: false,
    host: lent.host,
    ...(await conditionsOf(openSettings(options).sources)),
  });
  const close = async () => {
    await engine.close();
    await lent.close();
  };
  const problems = [...opened.problems, ...engine.problems];
  const stale = await staleBuilds(startedFiles(engine.entries, options.projectDir), io.cwd);
  if (stale.length > 0) throw new UsageError(stale.join('\n'));
  const done = onInterrupt(close);
  const all = sorted(await replayAll(engine, files, io).finally(close));
  done();
  const paint = painter(io.color);
  io.out(
    values.json ? asJson(all, problems) : problemsText(problems, paint) + replayText(all, paint),
  );
  // What is off decides as little as what was never there: that nothing differs would say nothing.
  const isOff = problems.some(({ level }) => level === 'error');
  return isOff || all.changed.length + all.failed.length > 0 ? 1 : 0;
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

/** One after the other: hooks may count, and the order of recordings is their names'. */
async function replayAll(engine: Engine, files: readonly string[], io: Io): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  for (const file of files)
    replayed.push({ file: relative(io.cwd, file), ...(await replayOne(engine, file)) });
  return replayed;
}

type Came = Omit<Compared, 'file'> | { readonly problem: string };

/** Never rejects: an unreadable recording keeps no other from being replayed. */
async function replayOne(engine: Engine, file: string): Promise<Came> {
  try {
    const recording = readRecording(readTextFile(file));
    if (typeof recording === 'string') return { problem: recording };
    const input = recording.input as unknown as HookInput;
    const missing = engine.missing(input);
    if (missing.length > 0) return { problem: missing.join('\n') };
    const now = saidOf(await engine.fire(input), makeRedactor(process.env));
    return { recording, changes: changesOf(recording.verdict ?? NOTHING, now) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** What an event without hooks comes to. */
const NOTHING: Said = { decision: 'none', toAgent: [], toUser: [], context: [] };

function asJson({ replayed, changed, failed }: Sorted, problems: readonly Problem[]): string {
  const rows = changed.map(({ file, recording: { event, input, redacted }, changes }) => ({
    file,
    event,
    ...(input['tool_name'] === undefined ? {} : { tool: input['tool_name'] }),
    redacted,
    changes,
  }));
  return `${JSON.stringify({ replayed, changed: rows, failed, problems }, null, 2)}\n`;
}
