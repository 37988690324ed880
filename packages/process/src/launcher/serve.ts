import type { Socket } from 'node:net';
import type { Duplex, Writable } from 'node:stream';
import { release } from '../kin/survivors.ts';
import { feed } from '../running/feed.ts';
import type { Printed } from '../running/follow.ts';
import type { HandOn } from '../running/hand-on.ts';
import { type Begin, runProcess, type StreamName } from '../running/run.ts';
import type { Program } from '../running/spawn-group.ts';
import { spawnStaying } from '../running/staying.ts';
import { createDecoder, encode, type Frame, type Kind, PROTOCOL, uint32 } from '../wire/frames.ts';
import { note } from '../wire/journal.ts';
import { type Mail, openMail } from '../wire/mail.ts';
import {
  endedFrame,
  handedFrame,
  type Ordered,
  orderReader,
  printedFrame,
  type ReadOrder,
  type StartOrder,
} from '../wire/order.ts';
import type { Handed } from './open.ts';
import { openSpares } from './spare.ts';
import { PIPES } from './stay.ts';

/** What the launcher works with. */
interface Desk {
  readonly cancels: Map<number, () => void>;
  /** Those that stay and wait to be let go. */
  readonly gates: Map<number, Writable>;
  readonly mail: Mail;
  readonly journal: number;
  readonly readOrder: ReadOrder;
  readonly begin: (umask: number) => Begin;
}

/** The launcher's side: runs what it is told to, until `onEnd`: the agent is gone or makes no sense. */
export function serve(agent: Duplex, journal: number, onEnd: () => void): void {
  const mail = openMail(agent);
  const desk: Desk = {
    cancels: new Map(),
    gates: new Map(),
    mail,
    journal,
    readOrder: orderReader(),
    begin: openSpares(),
  };
  const decode = createDecoder((frame) => take(frame, desk));
  agent.on('data', (chunk: Buffer) => {
    if (decode(chunk) !== undefined) onEnd();
  });
  agent.on('error', onEnd);
  agent.on('close', onEnd);
  agent.on('end', onEnd);
  mail.now(encode('ready', 0, uint32(PROTOCOL)));
}

/** What the agent may say, and what is done about it. */
const TAKES: { [K in Kind]?: (frame: Frame, desk: Desk) => void } = {
  start,
  stay,
  go: ({ run }, { gates }) => {
    feed(gates.get(run) ?? null, Buffer.from('\n'));
    gates.delete(run);
  },
  cancel: ({ run }, { cancels }) => cancels.get(run)?.(),
};

function take(frame: Frame, desk: Desk): string | undefined {
  try {
    const act = TAKES[frame.kind];
    if (!act) return `${frame.kind} is not for the agent to say`;
    act(frame, desk);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** What is over by then is said in one go. */
const NEWS_MS = 20;

function start(frame: Frame, { cancels, mail, journal, readOrder, begin }: Desk): void {
  const { run } = frame;
  const { order, stdin } = readOrder<StartOrder>(frame);
  const { umask, follows, ...spec } = order;
  const cancel = new AbortController();
  cancels.set(run, () => cancel.abort());
  process.umask(umask);
  // Said before it is so: what was not taken when we end, the agent starts itself.
  note(journal, run, 0);
  const keep = (stream: StreamName, chunk: Buffer) => mail.soon(encode(stream, run, chunk));
  const onOutput = follows ? (printed: Printed) => mail.now(printedFrame(run, printed)) : undefined;
  const given = { ...spec, stdin, signal: cancel.signal, onOutput };
  const handOn: HandOn = (stream, pipe, passed) => {
    mail.now(handedFrame(run, { stream, passed }));
    send({ run, pipe: stream }, pipe);
  };
  const { pid, ended } = runProcess(given, keep, begin(umask), handOn);
  if (pid !== undefined) note(journal, run, pid);
  const news = pid && setTimeout(() => mail.now(encode('started', run, uint32(pid))), NEWS_MS);
  void ended.then((end) => {
    clearTimeout(news);
    cancels.delete(run);
    mail.now(endedFrame(run, pid, end));
  });
}

/** A program that stays is talked to by the agent itself: it gets the pipes, and later how it ended. */
function stay(frame: Frame, { cancels, gates, mail, journal, readOrder }: Desk): void {
  const { run } = frame;
  const { umask, ...program } = readOrder<Ordered>(frame).order;
  process.umask(umask);
  note(journal, run, 0);
  const spawned = spawnStaying(heldBack(program), ['pipe']);
  const pid = spawned.is === 'started' ? spawned.pid : undefined;
  const ended = spawned.is === 'started' ? spawned.exited : spawned.why;
  void ended.then((outcome) => mail.now(endedFrame(run, pid, { outcome, cut: {} })));
  if (spawned.is === 'failed' || pid === undefined) return;
  note(journal, run, pid);
  const { child } = spawned;
  gates.set(run, child.stdio[GATE] as Writable);
  cancels.set(run, () => {
    cancels.delete(run);
    release(pid);
    // One that still waits there ends by that.
    gates.get(run)?.destroy();
    gates.delete(run);
  });
  // Each goes when the one before was taken. Should the agent be gone, its socket tells.
  for (const pipe of PIPES) send({ run, pid, pipe }, child[pipe] as Socket);
  send({ run, pid, pipe: 'no more' });
}

const send = (handed: Handed, pipe?: Socket) => process.send?.(handed, pipe, {}, () => {});

const GATE = 4;

/** It says nothing before its pipes are handed over: what we read of it, nobody else would. */
const heldBack = ({ file, args, cwd, env, extra, sandbox }: Program): Program => ({
  file: '/bin/sh',
  args: ['-c', `read -r wave_go <&${GATE} && exec "$@" 3<&- ${GATE}<&-`, 'sh', file, ...args],
  cwd,
  env,
  extra,
  sandbox,
});
