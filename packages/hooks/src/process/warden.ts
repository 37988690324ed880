import type { ChildProcess } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { isShortage, type NotStarted, trySpawn } from './spawn.ts';

// Nobody can catch `kill -9`. So what must not outlive this process is told to a warden: a shell that
// waits for our end of its pipe to close and then does what we no longer can.

/** What is to be done should this process be killed. */
interface Duty {
  readonly task: 'end' | 'find' | 'remove';
  readonly what: string;
}

/** Ends a process group if this process is killed. Returns how to call it off. */
export const endIfKilled = (pgid: number): (() => void) =>
  entrust({ task: 'end', what: String(pgid) });

/**
 * The same for a process that is about to be started with `file`, which nobody else has, as its descriptor
 * 0 or 3: its number is not known yet, and we may be killed before we learn it. Linux only, where the
 * process table shows it.
 */
export const findIfKilled = (file: number): (() => void) =>
  guarding
    ? entrust({ task: 'find', what: escaped(readlinkSync(`/proc/self/fd/${file}`)) })
    : () => {};

/** Removes a file, or a directory that is then empty, if this process is killed. Say so before you make it. */
export const removeIfKilled = (path: string): (() => void) =>
  entrust({ task: 'remove', what: escaped(path) });

/** By slots that are used again, so that the warden holds no more than is under way at a time. */
const duties: (Duty | undefined)[] = [];
const free: number[] = [];

let guarding = false;

/** From now on this process has a warden. An agent wants one; what runs for a moment does not pay for it. */
export function guardAgainstKills(): void {
  if (guarding) return;
  guarding = true;
  process.on('exit', flush);
}

export const isGuarded = (): boolean => guarding;

/** The same, with the warden there before it is needed. */
export function guardFromNowOn(): void {
  guardAgainstKills();
  if (!warden) startWarden();
}

function entrust(duty: Duty): () => void {
  if (!guarding) return () => {};
  const slot = free.pop() ?? duties.length;
  duties[slot] = duty;
  if (warden) tell(lineOf(slot, duty));
  else startWarden();
  return () => {
    if (duties[slot] !== duty) return;
    duties[slot] = undefined;
    free.push(slot);
    tellLater(`${slot} done\n`);
  };
}

const lineOf = (slot: number, { task, what }: Duty) => `${slot} ${task} ${what}\n`;

let warden: ChildProcess | undefined;
let starts = 0;

/** One that was ended by somebody is replaced, but not for ever. */
const MAX_STARTS = 4;

function startWarden(): void {
  if (starts >= MAX_STARTS) return;
  starts++;
  // A session of its own: what a terminal or `kill -- -group` sends to us does not reach it.
  const spawned = trySpawn((spawn) =>
    spawn('/bin/sh', ['-c', SCRIPT], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    }),
  );
  if (spawned.is === 'failed') return void notStarted(spawned.why);
  const { child, exited } = spawned;
  const gone = () => {
    if (warden === child) warden = undefined;
  };
  void exited.then(gone);
  child.stdin.on('error', gone);
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  warden = child;
  waiting = '';
  tell(duties.map((duty, slot) => (duty ? lineOf(slot, duty) : '')).join(''));
}

/** What is lacking for a moment does not count: the next duty tries again. */
async function notStarted(why: Promise<NotStarted>): Promise<void> {
  if (isShortage(await why)) starts--;
}

/** What was called off goes out with the next line, or at once after this turn of the loop. */
let waiting = '';

function tell(lines: string): void {
  warden?.stdin?.write(waiting + lines);
  waiting = '';
}

function tellLater(line: string): void {
  if (waiting === '') setImmediate(flush);
  waiting += line;
}

const flush = () => {
  if (waiting !== '') tell('');
};

/** One word without spaces and line breaks, as printf's %b reads it. */
const escaped = (path: string): string =>
  [...Buffer.from(path)]
    .map((byte) => (SAFE.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : octal(byte)))
    .join('');

/** All that can be seen, but for the backslash. */
const SAFE = /[!-[\]-~]/;
const octal = (byte: number) => `\\0${byte.toString(8).padStart(3, '0')}`;

/**
 * Twice: a directory can go only after what is in it, and that after those who write it; and what was
 * being started is found a moment later.
 */
const SCRIPT = `
last=0
while read -r slot task what; do
  eval "task_$slot=\\$task what_$slot=\\$what"
  [ "$slot" -le "$last" ] || last=$slot
done
find_and_end() {
  ls -l /proc/[0-9]*/fd/[03] | while read -r line; do
    case $line in
      *" -> $1")
        pid=\${line#*/proc/}
        pid=\${pid%%/*}
        kill -s KILL -- "-$pid" || kill -s KILL "$pid" ;;
    esac
  done
}
for pass in 1 2; do
  slot=0
  while [ "$slot" -le "$last" ]; do
    eval "task=\\$task_$slot what=\\$what_$slot"
    text=$(printf '%b.' "$what")
    text=\${text%.}
    case $task in
      end) kill -s KILL -- "-$what" ;;
      find)
        [ $pass = 1 ] || sleep 0.2
        find_and_end "$text" ;;
      remove) rm -f -- "$text" || rmdir -- "$text" ;;
    esac
    slot=$((slot + 1))
  done
done
`;
