import { makeRedactor } from '@wavehooks/settings/log';
import { type Command, type Io, readFlags, UsageError } from '../cli/command.ts';
import { readStdin } from '../cli/stdin.ts';
import { ConfigError } from '../config/config.ts';
import { readMode } from '../config/mode.ts';
import { type Place, placeOf } from '../config/place.ts';
import { answerAtOnce } from '../event/at-once.ts';
import { type HookInput, type InputProblem, parseInput } from '../event/input.ts';
import { documentOf } from '../event/reply.ts';
import { StateError } from '../state/file.ts';
import { afterPrompt, openSession, type Redact, type Session } from '../state/session.ts';
import type { Last } from '../state/state.ts';
import type { End } from './conclude.ts';
import { FLAGS } from './flags.ts';
import { configIn, handle } from './handle.ts';
import { watchHost } from './host.ts';
import { TEXTS } from './texts.ts';

const USAGE =
  'usage: ccc supervisor-hook [--session-id ID] [--event prompt] [--verbose] < event.json';

const MAX_BYTES = 32 * 1024 * 1024;

/** `ccc supervisor-hook`: what hosts call. */
export const supervisorHook: Command = async (args, io) => {
  const values = readFlags(args, FLAGS, USAGE);
  if (values.event !== undefined && values.event !== 'prompt')
    throw new UsageError(`--event: expected "prompt", got "${values.event}"\n${USAGE}`);
  const isPrompt = values.event === 'prompt';
  const place = placeOf(io.env);
  const mode = readMode(place.mode);
  // Off is as if it were not installed: not even a broken input is held against anybody.
  if (!mode.on) {
    io.out(await answerAtOnce('supervisor mode is off ("ccc supervisor-mode on")', isPrompt, io));
    return 0;
  }
  const id = io.env['CCC_SUPERVISOR_ID'];
  if (!id) return fail(io, 1, TEXTS.noId.trim());
  const given = values['session-id'];
  // With an id there is nothing that we must wait for.
  const patience = { ms: given === undefined ? 10_000 : 500, maxBytes: MAX_BYTES };
  const stdin = await readStdin(patience, io.drain);
  const input = parseInput(stdin, given);
  if ('problem' in input) return refuse(io, input, isPrompt);
  const verbose = values.verbose || io.env['CCC_VERBOSE'] === '1' || io.env['CCC_DEBUG'] === '1';
  const event = isPrompt ? 'UserPromptSubmit' : input.event;
  return answer({ ...input, event }, io, id, place, mode.since, verbose);
};

/** A stop or a question that cannot be read blocks, as agreed; a prompt must not be lost over it. */
const refuse = (io: Io, { problem, event }: InputProblem, isPrompt: boolean): number =>
  fail(
    io,
    isPrompt || event === 'UserPromptSubmit' || event === 'SessionEnd' ? 1 : 2,
    `failed to parse hook input: ${problem}`,
  );

function fail(io: Io, code: number, text: string): number {
  io.err(`${text}\n`);
  return code;
}

/**
 * What went wrong last is said once more when the session ends: `claude -p` shows nothing else that a hook
 * has to say to its user.
 */
async function farewell(io: Io, session: Session, place: Place, redact: Redact): Promise<number> {
  let last: Last | undefined;
  await session.change((state) => {
    last = state.last;
    return state;
  });
  const config = configIn(place.config);
  if (config instanceof ConfigError) return fail(io, 1, redact(TEXTS.broken(config.message)));
  if (last && UNREVIEWED.includes(last.verdict)) return fail(io, 1, redact(last.reason));
  return print(io, documentOf('SessionEnd', 'none', ''));
}

const UNREVIEWED: readonly string[] = ['broken', 'timeout', 'rest'];

async function answer(
  input: HookInput,
  io: Io,
  id: string,
  place: Place,
  awakeSince: number,
  isVerbose: boolean,
): Promise<number> {
  if (input.otherTool) return print(io, documentOf('PreToolUse', 'none', ''));
  const redact: Redact = makeRedactor(io.env);
  const host = watchHost();
  try {
    const session = openSession(place.sessions, input.sessionId, redact);
    if (input.event === 'UserPromptSubmit') {
      await session.change(afterPrompt);
      return print(io, documentOf(input.event, 'none', ''));
    }
    if (input.event === 'SessionEnd') return await farewell(io, session, place, redact);
    const verbose = (text: string) => isVerbose && io.err(`ccc: ${redact(text)}\n`);
    const { env } = io;
    const { signal } = host;
    const one = { input, id, place, session, env, signal, verbose, awakeSince };
    const end = await handle(one, redact);
    return end ? finish(io, end, redact) : host.code();
  } catch (error) {
    // Without a count there is no limit: whatever the settings say, nothing is blocked then.
    if (!(error instanceof StateError)) throw error;
    return fail(io, 1, redact(TEXTS.broken(error.message)));
  } finally {
    host.leave();
  }
}

function finish(io: Io, { document, stderr, code }: End, redact: Redact): number {
  if (document) print(io, document);
  if (stderr) io.err(`${redact(stderr)}\n`);
  return code;
}

function print(io: Io, document: unknown): number {
  io.out(`${JSON.stringify(document)}\n`);
  return 0;
}
