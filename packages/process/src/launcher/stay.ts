import type { Socket } from 'node:net';
import type { Outcome } from '../basics/outcome.ts';
import type { NotStarted } from '../basics/spawn.ts';
import { endKin } from '../kin/kin.ts';
import { release, remember } from '../kin/survivors.ts';
import type { Program } from '../running/spawn-group.ts';
import { type Staying, stay, unrefAll } from '../running/staying.ts';
import type { Frame } from '../wire/frames.ts';
import { readEnd } from '../wire/order.ts';
import { type Around, type Handed, NEVER, type Open } from './open.ts';
import { watch } from './watch.ts';

/** The launcher reads what it has not let go of; it has of the others when it sends the last one. */
export const PIPES = ['stdout', 'stderr', 'stdin'] as const;

type PipeName = (typeof PIPES)[number];

/** One program that stays and that the launcher was told to start, as the agent sees it. */
export interface StayRun extends Open {
  readonly started: Promise<Staying | NotStarted>;
}

interface AroundStay extends Around {
  /** It may begin, or never will. */
  say(what: 'go' | 'cancel'): void;
}

const ENDED = 'it was ended while it was being started';
const NO_PIPES = 'EMFILE: its pipes could not be taken over';

/** Once it is started, it is talked to without the launcher, which only tells of its end. */
export function openStay(program: Program, patienceMs: number, around: AroundStay): StayRun {
  const { promise: started, resolve } = Promise.withResolvers<Staying | NotStarted>();
  const { promise: exited, resolve: exit } = Promise.withResolvers<Outcome>();
  const pipes = new Map<PipeName, Socket>();
  const silence = watch(around.onSilence, true);
  let state: 'starting' | 'started' | 'over' = 'starting';
  let pid: number | undefined;
  let why = ENDED;
  silence.within(patienceMs);
  return { started, take, hand, startHere, lose: (...how) => void lose(...how) };

  function take(frame: Frame): boolean {
    if (frame.kind !== 'ended') return false;
    const { outcome } = readEnd(frame).end;
    if (state === 'starting') notStarted(outcome);
    else exit(outcome);
    return true;
  }

  function hand({ pipe, pid: group }: Handed, socket: Socket | undefined): void {
    if (state !== 'starting' || group === undefined) return void socket?.destroy();
    pid = group;
    if (pipe === 'no more') return void begin(group);
    // What it writes and where it reads are two things: one that closed the one may still do the other.
    if (socket && pipe === 'stdin') socket.allowHalfOpen = true;
    if (socket) pipes.set(pipe, socket);
  }

  function begin(pid: number): void {
    const [stdout, stderr, stdin] = PIPES.map((name) => pipes.get(name));
    if (!stdin || !stdout || !stderr) return void giveUp();
    state = 'started';
    silence.stop();
    remember(pid);
    around.say('go');
    const unref = () => unrefAll([stdin, stdout, stderr]);
    resolve({ pid, stdin, stdout, stderr, exited, unref, release: over });
  }

  /** It has not begun and ends by that, which is told as any end. */
  function giveUp(): void {
    why = NO_PIPES;
    around.say('cancel');
  }

  function startHere(): void {
    over();
    resolve(stay(program));
  }

  /** It was ended before anybody could talk to it, or never ran. */
  function notStarted(outcome: Outcome): void {
    over();
    resolve(outcome.is === 'start' ? outcome : { is: 'start', error: why });
  }

  function over(): void {
    if (state === 'over') return;
    if (state === 'starting') for (const socket of pipes.values()) socket.destroy();
    state = 'over';
    silence.stop();
    if (pid !== undefined) release(pid);
    around.over();
  }

  async function lose(why: string, heard: 'all' | 'not all'): Promise<void> {
    const begun = around.begun();
    if (state === 'starting' && !begun.isTaken && heard === 'all') return startHere();
    pid ??= begun.pid;
    silence.stop();
    if (pid !== undefined) await endKin(pid, NEVER);
    if (state === 'starting')
      notStarted({ is: 'start', error: `the launcher ${why} while it was being started` });
    exit({ is: 'signal', signal: 'SIGKILL' });
  }
}
