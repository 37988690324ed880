import type { Duplex } from 'node:stream';
import { runProcess } from '../process/run.ts';
import { createDecoder, encode, type Frame, type Kind, PROTOCOL, uint32 } from './frames.ts';
import { endedFrame, readStart } from './order.ts';

/** The launcher's side: runs what it is told to, until `onEnd`: the agent is gone or makes no sense. */
export function serve(agent: Duplex, onEnd: () => void): void {
  const cancels = new Map<number, AbortController>();
  const decode = createDecoder((frame) => take(frame, cancels, (bytes) => send(agent, bytes)));
  agent.on('data', (chunk: Buffer) => decode(chunk) !== undefined && onEnd());
  agent.on('error', onEnd);
  agent.on('close', onEnd);
  agent.on('end', onEnd);
  send(agent, encode('ready', 0, uint32(PROTOCOL)));
}

type Send = (frame: readonly Buffer[]) => void;

function send(agent: Duplex, frame: readonly Buffer[]): void {
  for (const part of frame) agent.write(part);
}

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
  const cancel = new AbortController();
  cancels.set(run, cancel);
  const spec = { ...readStart(frame), signal: cancel.signal };
  const { pid, ended } = runProcess(spec, (stream, chunk) => send(encode(stream, run, chunk)));
  send(encode('started', run, uint32(pid ?? 0)));
  ended.then((end) => {
    cancels.delete(run);
    send(endedFrame(run, end));
  });
}
