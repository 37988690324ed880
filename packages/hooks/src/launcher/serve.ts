import type { Duplex } from 'node:stream';
import { type Begin, runProcess, type StreamName } from '../process/run.ts';
import { createDecoder, encode, type Frame, type Kind, PROTOCOL, uint32 } from './frames.ts';
import { note } from './journal.ts';
import { type Mail, openMail } from './mail.ts';
import { endedFrame, type ReadStart, startReader } from './order.ts';
import { openSpare } from './spare.ts';

/** What the launcher works with. */
interface Desk {
  readonly cancels: Map<number, AbortController>;
  readonly mail: Mail;
  readonly journal: number;
  readonly readStart: ReadStart;
  readonly begin: (umask: number) => Begin;
}

/** The launcher's side: runs what it is told to, until `onEnd`: the agent is gone or makes no sense. */
export function serve(agent: Duplex, journal: number, onEnd: () => void): void {
  const mail = openMail(agent);
  const desk: Desk = {
    cancels: new Map(),
    mail,
    journal,
    readStart: startReader(),
    begin: openSpare(),
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
  cancel: ({ run }, { cancels }) => cancels.get(run)?.abort(),
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

function start(frame: Frame, { cancels, mail, journal, readStart, begin }: Desk): void {
  const { run } = frame;
  const { order, stdin } = readStart(frame);
  const { umask, ...spec } = order;
  const cancel = new AbortController();
  cancels.set(run, cancel);
  process.umask(umask);
  // Said before it is so: what was not taken when we end, the agent starts itself.
  note(journal, run, 0);
  const keep = (stream: StreamName, chunk: Buffer) => mail.soon(encode(stream, run, chunk));
  const given = { ...spec, stdin, signal: cancel.signal };
  const { pid, ended } = runProcess(given, keep, begin(umask));
  if (pid !== undefined) note(journal, run, pid);
  const news = pid && setTimeout(() => mail.now(encode('started', run, uint32(pid))), NEWS_MS);
  ended.then((end) => {
    clearTimeout(news);
    cancels.delete(run);
    mail.now(endedFrame(run, pid, end));
  });
}
