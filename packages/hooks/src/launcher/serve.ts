import type { Duplex } from 'node:stream';
import { runProcess } from '../process/run.ts';
import { createDecoder, encode, type Frame, type Kind, PROTOCOL, uint32 } from './frames.ts';
import { endedFrame, readStart } from './order.ts';

/** The launcher's side: runs what it is told to, until `onEnd`: the agent is gone or makes no sense. */
export function serve(agent: Duplex, onEnd: () => void): void {
  const cancels = new Map<number, AbortController>();
  const send: Send = (frame, onSent) => {
    for (const part of frame) agent.write(part, onSent);
  };
  const decode = createDecoder((frame) => take(frame, cancels, send));
  agent.on('data', (chunk: Buffer) => {
    // What is said about ten orders in one chunk goes out in one write.
    agent.cork();
    const wrong = decode(chunk);
    agent.uncork();
    if (wrong !== undefined) onEnd();
  });
  agent.on('error', onEnd);
  agent.on('close', onEnd);
  agent.on('end', onEnd);
  send(encode('ready', 0, uint32(PROTOCOL)));
}

type Send = (frame: readonly Buffer[], onSent?: (error?: Error | null) => void) => void;
type Cancels = Map<number, AbortController>;

/** What the agent may say, and what is done about it. */
const TAKES: { [K in Kind]?: (frame: Frame, cancels: Cancels, send: Send) => void } = {
  start: begin,
  cancel: ({ run }, cancels) => cancels.get(run)?.abort(),
};

function take(frame: Frame, cancels: Cancels, send: Send): string | undefined {
  try {
    const act = TAKES[frame.kind];
    if (!act) return `${frame.kind} is not for the agent to say`;
    act(frame, cancels, send);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function begin(frame: Frame, cancels: Cancels, send: Send): void {
  const { run } = frame;
  const { order, stdin } = readStart(frame);
  const cancel = new AbortController();
  cancels.set(run, cancel);
  // Said before it is so: what was not taken when we end, the agent starts itself.
  send(encode('taken', run), (error) => {
    if (error) return;
    const { umask, ...spec } = order;
    process.umask(umask);
    const { pid, ended } = runProcess({ ...spec, stdin, signal: cancel.signal }, (stream, chunk) =>
      send(encode(stream, run, chunk)),
    );
    send(encode('started', run, uint32(pid ?? 0)));
    ended.then((end) => {
      cancels.delete(run);
      send(endedFrame(run, end));
    });
  });
}
