import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { isEventName } from '@wavehooks/hooks';
import { canCause, wrongEvent } from '@wavehooks/hooks/vocabulary';
import { projectDirOf } from '@wavehooks/settings';
import { makeRedactor, openRecorder, recordingOf } from '@wavehooks/settings/log';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { readJson } from '../../cli/stdin.ts';
import { usageOf } from '../../cli/usage.ts';

const FLAGS = {
  to: {
    type: 'string',
    value: 'DIR',
    about: 'where to; .wave/recordings of the project by default',
  },
} as const;

const USAGE = usageOf({
  forms: [
    'wave hooks record [options] -- COMMAND [ARG ...]',
    'wave hooks record [options] < event.json   (also as a hook, in agents with these event names)',
  ],
  options: FLAGS,
});

/**
 * `wave hooks record`: keeps real inputs as files. Around a command it keeps what Wave decides in it;
 * without one it keeps the event on stdin and says nothing, so that it can stand as a hook.
 */
export const record: Command = async (args, io) => {
  const cut = args.indexOf('--');
  const own = cut === -1 ? args : args.slice(0, cut);
  const { values, positionals } = readArgs(own, FLAGS, USAGE);
  if (positionals.length > 0)
    throw new UsageError(`a command comes after "--", got: ${positionals.join(' ')}\n${USAGE}`);
  const dir = resolve(io.cwd, values.to ?? recordingsDir(io.cwd));
  return cut === -1 ? keepEvent(dir, io) : around(args.slice(cut + 1), dir, io);
};

/** Where recordings lie unless somebody says otherwise. */
export const recordingsDir = (cwd: string): string =>
  join(projectDirOf(cwd), '.wave', 'recordings');

async function keepEvent(dir: string, io: Io): Promise<number> {
  const raw = (await readJson(io)) as Record<string, unknown> | null;
  const event = raw?.['hook_event_name'];
  if (!raw || !isEventName(event))
    throw new UsageError(`stdin: hook_event_name: ${wrongEvent(event)}`);
  // A hook beside this one may erase the prompt, and this one would not hear of it.
  if (canCause(event, 'erase-prompt')) {
    io.err('wave: prompts are not recorded here, since another hook may erase them\n');
    return 0;
  }
  const onProblem = (problem: string) => io.err(`wave: ${problem}\n`);
  const redact = makeRedactor(process.env);
  const recorder = openRecorder({ dir, redact, onProblem });
  return recorder.keep(recordingOf(event, raw, undefined, redact)) ? 0 : 1;
}

function around([file, ...args]: string[], dir: string, io: Io): Promise<number> {
  if (file === undefined) throw new UsageError(`which command?\n${USAGE}`);
  const env = { ...process.env, WAVE_RECORD: dir };
  const child = spawn(file, args, { stdio: 'inherit', env, cwd: io.cwd });
  // The terminal sends these to the child as well; we end when it does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.on('error', (error) => fail(new UsageError(`${file}: ${error.message}`)));
    child.on('exit', (code, signal) =>
      done(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}
