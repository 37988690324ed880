import type { ChildProcess } from 'node:child_process';
import { withoutInherited } from '../basics/inherited-descriptors.ts';
import { MARK } from '../basics/nameless.ts';
import { isShortage, type NotStarted, trySpawn } from '../basics/spawn.ts';
import { RUN_FD } from '../kin/run-mark.ts';
import { type Book, haveBegun, openBook } from './book.ts';
import { type Duty, entrustTo } from './if-killed.ts';

// Nobody can catch `kill -9`. So what must not outlive this process is told to a warden: a shell that
// waits for our end of its pipe to close and then does what we no longer can.
//
// Which groups it is to end is in its book (book.ts). We may be killed between the start of a process and
// the note of it: on Linux the process table shows whose it is by the nameless file that is its descriptor
// 0 or 3 (nameless.ts), and by the number of the file that it came after all that is in the book.

/**
 * Ends a process group if this process is killed. Returns how to call it off. `mark` is the number of its run's
 * mark where all that bears it ends as well, although the group is gone: of a sandbox, the first process ends
 * with us, and one that it had just begun lives on in a session of its own.
 */
export const endIfKilled = (pgid: number, mark?: string): (() => void) => {
  haveBegun();
  return entrust({ task: 'end', what: mark === undefined ? String(pgid) : `${pgid}:${mark}` });
};

/** By slots that are used again, so that the warden holds no more than is under way at a time. */
const duties: (Duty | undefined)[] = [];
const free: number[] = [];

let guarding = false;

/** From now on this process has a warden. An agent wants one; what runs for a moment does not pay for it. */
export function guardAgainstKills(): void {
  guarding = true;
  entrustTo(entrust);
}

export const isGuarded = (): boolean => guarding;

/** To be called before a program is started: should we be killed meanwhile, the warden has to be there. */
export function callWarden(): void {
  if (guarding && !warden) startWarden();
}

function entrust(duty: Duty): () => void {
  if (!guarding) return () => {};
  const slot = free.pop() ?? duties.length;
  duties[slot] = duty;
  if (warden) tell(slot);
  else startWarden();
  return () => {
    if (duties[slot] !== duty) return;
    duties[slot] = undefined;
    free.push(slot);
    tell(slot);
  };
}

let warden: ChildProcess | undefined;
let book: Book | undefined;
let starts = 0;

/** One that was ended by somebody is replaced, but not for ever. */
const MAX_STARTS = 4;

function startWarden(): void {
  if (starts >= MAX_STARTS) return;
  starts++;
  book?.close();
  book = openBook();
  // A session of its own: what a terminal or `kill -- -group` sends to us does not reach it.
  const spawned = trySpawn((spawn) =>
    spawn('/bin/sh', ['-c', SCRIPT, 'sh', MARK], {
      cwd: '/',
      detached: true,
      // Not as descriptor 3: it would take itself for one that we started.
      stdio: withoutInherited(['pipe', 'ignore', 'ignore', 'ignore', book?.fd ?? 'ignore']),
    }),
  );
  if (spawned.is === 'failed') return void notStarted(spawned.why);
  const { child, exited } = spawned;
  const gone = () => {
    if (warden === child) warden = undefined;
  };
  void exited.then(gone);
  child.stdin?.on('error', gone);
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  warden = child;
  if (starts === 1) process.on('exit', dismiss);
  // It knows nothing of what the one before was told.
  piped.clear();
  for (const slot of duties.keys()) tell(slot);
}

/** With nothing left to be done it need not look around. */
function dismiss(): void {
  if (duties.every((duty) => duty === undefined)) warden?.stdin?.write('0 over 0\n');
}

/** What is lacking for a moment does not count: the next duty tries again. */
async function notStarted(why: Promise<NotStarted>): Promise<void> {
  if (isShortage(await why)) starts--;
}

/** Slots whose duty it was told by the pipe: what is to be ended at once is in the book, the rest is not. */
const piped = new Set<number>();

function tell(slot: number): void {
  if (!warden) return;
  const { task, what, others = [], owner } = duties[slot] ?? NONE;
  const isPiped = task !== 'end' && task !== 'done';
  const isNoted = book?.note(slot, isPiped ? OTHER : `${task} ${what}`) ?? false;
  if (isNoted && !isPiped && !piped.has(slot)) return;
  const words = [what, ...others, ...(owner === undefined ? [] : [owner])].map(escaped);
  warden.stdin?.write(`${slot} ${task} ${words.join(' ')}\n`);
  if (task === 'done') piped.delete(slot);
  else piped.add(slot);
}

const NONE: Omit<Duty, 'task'> & { task: 'done' } = { task: 'done', what: '0' };
const OTHER = 'piped 0';

/** One word without spaces, line breaks and what a shell takes for a pattern, as printf's %b reads it. */
const escaped = (path: string): string =>
  [...Buffer.from(path)]
    .map((byte) => (SAFE.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : octal(byte)))
    .join('');

/** All that can be seen, but for the backslash and `*`, `?`, `[`. */
const SAFE = /[!-)+->@-Z\]-~]/;
const octal = (byte: number) => `\\0${byte.toString(8).padStart(3, '0')}`;

/**
 * Twice: a directory can go only after what is in it, and that after those who write it; and what was
 * being started is found a moment later. Only the first process of a group is taken for one that we
 * started by its input, and only where the book cannot know it: what a program left behind on purpose may
 * hold its input as well. Bubblewrap closes what it does not know, so its mark is looked for in the
 * environment, too. What a program that runs has put into another group is found by the program's mark
 * (run-mark.ts); one that has ended shows none, so that what it left stays. A lock may be another's by now:
 * it is moved away before it is looked at for the last time, and put back where it is not ours.
 */
const SCRIPT = `
says() { [ -L "$1" ] && [ "$(readlink -- "$1")" = "$2" ]; }
unlock() {
  lock=$(printf '%b' "$1") owner=$(printf '%b' "$2")
  says "$lock" "$owner" || return
  [ -s "\${lock%.lock}" ] || rm -f -- "\${lock%.lock}"
  mv -- "$lock" "$lock.$$" || return
  says "$lock.$$" "$owner" || ln -s -- "$(readlink -- "$lock.$$")" "$lock"
  rm -f -- "$lock.$$"
}
kill_in() {
  while read -r line; do
    pid=\${line#*/proc/}
    kill -s KILL "\${pid%%/*}"
  done
}
end_marked() { grep -alF "$@" /proc/[0-9]*/environ | kill_in; }
last=0
while read -r slot task what; do
  [ "$task" != over ] || exit
  eval "task_$slot=\\$task what_$slot=\\$what"
  [ "$slot" -le "$last" ] || last=$slot
done
name=$1 groups= begun=0
set --
while read -r task what number; do
  [ "$task" != end ] || groups="$groups \${what%:*}"
  case $what in *:*) set -- "$@" -e ":$name-\${what#*:}:" ;; esac
  [ "\${number:-0}" -le "$begun" ] || begun=$number
done <&4
for group in $groups; do
  line=$(ls -l "/proc/$group/fd/${RUN_FD}")
  case $line in
    *" -> "*"/$name-"*)
      number=\${line##*"/$name-"}
      set -- "$@" -e ":$name-\${number%% *}:" ;;
  esac
done
for pass in 1 2; do
  ls -l /proc/[0-9]*/fd/[03] | while read -r line; do
    case $line in
      *" -> "*"/$name-"*)
        pid=\${line#*/proc/} number=\${line##*"/$name-"}
        [ "\${number%% *}" -le "$begun" ] || kill -s KILL -- "-\${pid%%/*}" ;;
    esac
  done
  grep -aoE ":$name-[0-9]+:" /proc/[0-9]*/environ | while read -r line; do
    number=\${line##*-}
    [ "\${number%:}" -le "$begun" ] || echo "$line"
  done | kill_in
  for group in $groups; do kill -s KILL -- "-$group"; done
  if [ $# -gt 0 ]; then
    end_marked "$@"
    ls -l /proc/[0-9]*/fd/${RUN_FD} | while read -r line; do
      number=\${line##*"/$name-"}
      case " $* " in *":$name-\${number%% *}:"*) echo "$line" ;; esac
    done | kill_in
  fi
  slot=0
  while [ "$slot" -le "$last" ]; do
    eval "task=\\$task_$slot what=\\$what_$slot"
    case $task in
      end)
        kill -s KILL -- "-\${what%:*}"
        case $what in *:*) end_marked ":$name-\${what#*:}:" ;; esac ;;
      late) [ $pass = 1 ] || kill -s KILL -- "-$what" ;;
      remove)
        for one in $what; do
          text=$(printf '%b.' "$one")
          text=\${text%.}
          rm -f -- "$text" || rmdir -- "$text"
        done ;;
      unlock) unlock "\${what% *}" "\${what##* }" ;;
      write) [ $pass = 2 ] || printf '%b' "\${what##* }" > "$(printf '%b' "\${what% *}")" ;;
    esac
    slot=$((slot + 1))
  done
  [ $pass = 2 ] || sleep 0.2
done
`;
