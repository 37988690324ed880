import { collect, type Ending, endNow, kinOf, runProcess } from '@wavehooks/process';
import { makeRedactor, type Redactor } from '@wavehooks/settings/log';
import { middleOut } from '../cli/text.ts';
import type { ReviewRequest, Said } from './reviewer.ts';
import { startWatchdog } from './watchdog.ts';

/** A reviewer that is a program. */
export interface Program {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly stdin: string;
  /** Without one, all of stdout is the answer. */
  readonly follow?: Follower;
}

/** Reads a program's stdout as it comes, instead of keeping it. */
export interface Follower {
  readonly maxMegabytes: number;
  take(chunk: Buffer): Step;
}

/** `answered`: the program has a moment to leave by itself. `end`: it must not go on, not even to leave. */
export type Step = 'go on' | 'answered' | 'end';

const MEGABYTE = 1024 * 1024;
const LEAVE_MS = 5_000;
/** The variable that marks a review's processes, also those that left its group. */
const MARK = 'CCC_REVIEW';
/** The review's own time ends first. */
const NEVER_MS = 2 ** 31 - 1;

/** Runs a reviewing program. Nothing of it is alive when this returns, or when we are not. */
export async function runProgram(
  { name, file, args, stdin, follow }: Program,
  { cwd, env }: Pick<ReviewRequest, 'cwd' | 'env'>,
  signal: AbortSignal,
): Promise<Said> {
  const id = process.getBuiltinModule('node:crypto').randomUUID();
  const mark = `${MARK}=${id}`;
  const watchdog = startWatchdog(mark, env['PATH']);
  const over = new AbortController();
  const { keep, ending } = collect();
  const steps: Record<Step, () => void> = {
    'go on': () => {},
    answered: () => void setTimeout(() => over.abort(), LEAVE_MS).unref(),
    end: () => {
      stop();
      over.abort();
    },
  };
  const maxMegabytes = follow?.maxMegabytes ?? 1;
  const { pid, ended } = runProcess(
    {
      file,
      args,
      cwd,
      env: { ...env, CCC_SUPERVISOR_HOOK: '1', [MARK]: id },
      stdin: Buffer.from(stdin),
      timeoutMs: NEVER_MS,
      maxBytes: maxMegabytes * MEGABYTE,
      whenCut: 'end',
      signal: AbortSignal.any([signal, over.signal]),
    },
    (stream, chunk) =>
      follow && stream === 'stdout' ? steps[follow.take(chunk)]() : keep(stream, chunk),
  );
  if (pid !== undefined) watchdog.watch(pid);
  const stop = () => endNow(kinOf(pid, mark));
  process.on('exit', stop);
  const end = await ended;
  process.off('exit', stop);
  // What it left running is not left behind.
  stop();
  watchdog.dismiss();
  if (over.signal.aborted) return { text: '' };
  return said(name, ending(end, 0), maxMegabytes, makeRedactor(env));
}

function said(
  name: string,
  { outcome, stdout, stderr }: Ending,
  maxMegabytes: number,
  redact: Redactor,
): Said {
  if (outcome.is === 'exit' && outcome.code === 0) return { text: stdout };
  const isCut = outcome.is === 'cut' && outcome.stream === 'stderr';
  // Redacted while it is whole: of a secret that was cut, nobody can tell any more that it is one.
  const words = redact(isCut ? wholeLines(stderr) : stderr).trim();
  const why = words === '' ? '' : `: ${middleOut(words, 500)}`;
  return { broken: `${name} ${ENDS[outcome.is](outcome as never, maxMegabytes)}${why}` };
}

const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);

type Ends = {
  [K in Ending['outcome']['is']]: (
    o: Extract<Ending['outcome'], { is: K }>,
    maxMegabytes: number,
  ) => string;
};

const ENDS: Ends = {
  exit: ({ code }) => `exited ${code}`,
  signal: ({ signal }) => `was killed by ${signal}`,
  timeout: () => 'took too long',
  start: ({ error }) => `could not be started: ${error}`,
  cancelled: () => 'was ended',
  cut: ({ stream }, maxMegabytes) => `printed more than ${maxMegabytes} MB to ${stream}`,
};
