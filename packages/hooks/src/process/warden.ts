import type { ChildProcess } from 'node:child_process';
import { MARK } from './nameless.ts';
import { isShortage, type NotStarted, trySpawn } from './spawn.ts';

// Nobody can catch `kill -9`. So what must not outlive this process is told to a warden: a shell that
// waits for our end of its pipe to close and then does what we no longer can.
//
// What has just been started need not be told: on Linux the process table shows whose it is by the file
// that is its descriptor 0 or 3 (nameless.ts). Most programs end before they are told at all.

/** What is to be done should this process be killed. */
interface Duty {
  readonly task: 'end' | 'remove';
  readonly what: string;
}

/** Ends a process group if this process is killed. Returns how to call it off. */
export const endIfKilled = (pgid: number): (() => void) => entrust(ending(pgid), tell);

/** The same for one that was just started, with a nameless file as its descriptor 0 or 3 if there is any. */
export const guardOf = (pgid: number, file: number | undefined): (() => void) =>
  entrust(ending(pgid), SHOWS_MARKS && file !== undefined ? tellSoon : tell);

const SHOWS_MARKS = process.platform === 'linux';
const ending = (pgid: number): Duty => ({ task: 'end', what: String(pgid) });

/** Removes a file, or a directory that is then empty, if this process is killed. Say so before you make it. */
export const removeIfKilled = (path: string): (() => void) =>
  entrust({ task: 'remove', what: escaped(path) }, tell);

/** By slots that are used again, so that the warden holds no more than is under way at a time. */
const duties: (Duty | undefined)[] = [];
const free: number[] = [];

let guarding = false;

/** From now on this process has a warden. An agent wants one; what runs for a moment does not pay for it. */
export function guardAgainstKills(): void {
  if (guarding) return;
  guarding = true;
  process.on('exit', tell);
}

export const isGuarded = (): boolean => guarding;

/** To be called before a program is started: should we be killed meanwhile, the warden has to be there. */
export function callWarden(): void {
  if (guarding && !warden) startWarden();
}

function entrust(duty: Duty, say: () => void): () => void {
  if (!guarding) return () => {};
  const slot = free.pop() ?? duties.length;
  duties[slot] = duty;
  untold.add(slot);
  if (warden) say();
  else startWarden();
  return () => {
    if (duties[slot] !== duty) return;
    duties[slot] = undefined;
    free.push(slot);
    if (!known.has(slot)) return void untold.delete(slot);
    untold.add(slot);
    tellSoon();
  };
}

let warden: ChildProcess | undefined;
let starts = 0;

/** One that was ended by somebody is replaced, but not for ever. */
const MAX_STARTS = 4;

function startWarden(): void {
  if (starts >= MAX_STARTS) return;
  starts++;
  // A session of its own: what a terminal or `kill -- -group` sends to us does not reach it.
  const spawned = trySpawn((spawn) =>
    spawn('/bin/sh', ['-c', SCRIPT, 'sh', MARK], {
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
  // It knows nothing of what the one before was told.
  known.clear();
  untold.clear();
  for (const slot of duties.keys()) if (duties[slot]) untold.add(slot);
  tell();
}

/** What is lacking for a moment does not count: the next duty tries again. */
async function notStarted(why: Promise<NotStarted>): Promise<void> {
  if (isShortage(await why)) starts--;
}

/** Slots in which the warden has a duty, and those of which it does not know how things are. */
const known = new Set<number>();
const untold = new Set<number>();
let soon: NodeJS.Timeout | undefined;

function tell(): void {
  clearTimeout(soon);
  soon = undefined;
  if (untold.size === 0) return;
  warden?.stdin?.write([...untold].map(lineOf).join(''));
  for (const slot of untold) duties[slot] ? known.add(slot) : known.delete(slot);
  untold.clear();
}

function lineOf(slot: number): string {
  const { task, what } = duties[slot] ?? { task: 'done', what: '' };
  return `${slot} ${task} ${what}\n`;
}

const MOMENT_MS = 20;

function tellSoon(): void {
  soon ??= setTimeout(tell, MOMENT_MS).unref();
}

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
 * being started is found a moment later. Only the first process of a group is taken for one that we
 * started: what a program left behind on purpose may hold its input as well.
 */
const SCRIPT = `
last=0
while read -r slot task what; do
  eval "task_$slot=\\$task what_$slot=\\$what"
  [ "$slot" -le "$last" ] || last=$slot
done
for pass in 1 2; do
  ls -l /proc/[0-9]*/fd/[03] | while read -r line; do
    case $line in
      *" -> "*"/$1-"*)
        pid=\${line#*/proc/}
        kill -s KILL -- "-\${pid%%/*}" ;;
    esac
  done
  slot=0
  while [ "$slot" -le "$last" ]; do
    eval "task=\\$task_$slot what=\\$what_$slot"
    text=$(printf '%b.' "$what")
    text=\${text%.}
    case $task in
      end) kill -s KILL -- "-$what" ;;
      remove) rm -f -- "$text" || rmdir -- "$text" ;;
    esac
    slot=$((slot + 1))
  done
  [ $pass = 2 ] || sleep 0.2
done
`;
