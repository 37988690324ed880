import type { Outcome, Staying, TracePlace } from '@wavehooks/process';
import { describe, type HookEnding } from '../vocabulary/outcome.ts';
import { show } from '../vocabulary/shape.ts';
import { type Child, openChild } from './child.ts';
import { openLedger } from './ledger.ts';
import {
  cancelLine,
  readWorkerLine,
  requestLine,
  type WorkerAnswer,
  type WorkerLine,
} from './protocol.ts';
import { openSilence, STUCK_AFTER } from './silence.ts';

/** What came of one question. */
export type Reply = Omit<HookEnding, 'ms'>;

export interface Asked {
  readonly reply: Promise<Reply>;
  /** Nobody waits for the answer any more; a late one is dropped. */
  drop(why: Outcome & { is: 'timeout' | 'cancelled' }): Reply;
}

/** How a worker came to take no more questions. */
export type Down = 'as told' | 'by itself';

export interface WorkerSpec {
  /** Of one answer. */
  readonly maxBytes: number;
  /** How long it may stay without a question, until a question says so. */
  readonly idleMs: number;
  readonly onAnswer: () => void;
  /** Called once, before anything is waited for. */
  readonly onDown: (how: Down) => void;
}

/** JSON spells some characters in more bytes than they are: a line may be so many times the bound. */
const LINE_FACTOR = 2;
/** What waits for one that does not read is held here. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

export function openWorker(started: Staying, spec: WorkerSpec): Worker {
  const maxBytes = LINE_FACTOR * spec.maxBytes;
  const child = openChild(started, maxBytes, {
    line: (text) => worker.hear(text),
    flood: () => worker.fail(`it printed a line of more than ${maxBytes} bytes`),
    deaf: (stream) => worker.fail(`it closed its ${stream}`),
  });
  const worker = new Worker(child, spec);
  return worker;
}

/** From left to right, never back. */
const STATES = ['up', 'retired', 'broken'] as const;

type State = (typeof STATES)[number];

/** One process that answers events, from its start to its end. */
export class Worker {
  /** It has ended, everybody who waited was told, and nothing of it is left. */
  readonly gone: Promise<void>;
  readonly #child: Child;
  readonly #spec: WorkerSpec;
  readonly #ledger = openLedger<(reply: Reply) => void>();
  readonly #silence = openSilence();
  #state: State = 'up';
  #idleMs: number;
  #idle: NodeJS.Timeout | undefined;

  constructor(child: Child, spec: WorkerSpec) {
    this.#child = child;
    this.#spec = spec;
    this.#idleMs = spec.idleMs;
    this.gone = this.#untilGone();
    this.#rest();
  }

  ask(payload: Buffer, idleMs: number, trace?: TracePlace): Asked {
    const { promise: reply, resolve } = Promise.withResolvers<Reply>();
    clearTimeout(this.#idle);
    this.#idleMs = idleMs;
    const id = this.#ledger.open(resolve);
    this.#child.write(requestLine(id, payload, trace));
    return { reply, drop: (why) => this.#drop(id, why) };
  }

  /** Ends it once nobody waits for it. */
  retire(): void {
    this.#goDown('retired', 'as told');
    this.#rest();
  }

  /** Ends it now. */
  async close(): Promise<void> {
    this.#goDown('retired', 'as told');
    await this.#child.hangUp();
  }

  hear(text: string): void {
    // What comes after a fault cannot be told from another fault.
    if (this.#state === 'broken') return;
    const line = readWorkerLine(text);
    if (line.is === 'noise') this.fail(line.error);
    else this.#take(line);
  }

  /** It cannot be trusted any more, or no longer reached. */
  fail(error: string): void {
    this.#goDown('broken', 'by itself');
    this.#tellAll(this.#lost(error));
    void this.#child.end();
  }

  #take(line: Exclude<WorkerLine, { is: 'noise' }>): void {
    const answer = this.#ledger.answer(line.id);
    if (answer.is === 'unasked') {
      this.fail(`it answered ${show(line.id)}, which nobody asked`);
      return;
    }
    this.#silence.heard(this.#ledger.last);
    this.#spec.onAnswer();
    if (answer.is === 'awaited')
      answer.by(
        line.is === 'answer' ? replyOf(line.said, this.#spec.maxBytes) : this.#lost(line.error),
      );
    this.#rest();
  }

  #drop(id: string, why: Outcome & { is: 'timeout' | 'cancelled' }): Reply {
    const reply = { outcome: why, stdout: '', stderr: this.#child.stderr() };
    if (!this.#ledger.drop(id)) return reply;
    this.#child.write([cancelLine(id)]);
    const { last, oldest } = this.#ledger;
    if (why.is === 'timeout' && this.#silence.missed(Number(id), last, oldest))
      this.fail(`it was ended, because ${STUCK_AFTER} events in a row had no answer in time`);
    else if (this.#child.unread() > MAX_UNREAD_BYTES)
      this.fail(`it was ended, because it left more than ${MAX_UNREAD_BYTES} bytes unread`);
    else this.#rest();
    return reply;
  }

  /** With nothing to answer it waits for its idle limit; where it is to end, it ends. */
  #rest(): void {
    if (this.#ledger.size > 0) return;
    clearTimeout(this.#idle);
    if (this.#state === 'up') this.#idle = setTimeout(() => this.retire(), this.#idleMs).unref();
    else void this.#child.hangUp();
  }

  #goDown(state: State, how: Down): void {
    clearTimeout(this.#idle);
    if (this.#state === 'up') this.#spec.onDown(how);
    if (STATES.indexOf(state) > STATES.indexOf(this.#state)) this.#state = state;
  }

  async #untilGone(): Promise<void> {
    const outcome = await this.#child.exited;
    // Its last lines may hold answers: what they say counts.
    if (this.#state === 'up') this.#goDown('retired', 'by itself');
    await this.#child.heard;
    this.#tellAll(this.#lost(`it ${describe(outcome)} before it answered`));
    await this.#child.gone;
  }

  #tellAll(reply: Reply): void {
    for (const tell of this.#ledger.clear()) tell(reply);
  }

  #lost(error: string): Reply {
    return { outcome: { is: 'lost', error }, stdout: '', stderr: this.#child.stderr() };
  }
}

const replyOf = ({ code, ...said }: WorkerAnswer, maxBytes: number): Reply => {
  const stream = PRINTED.find((name) => Buffer.byteLength(said[name]) > maxBytes);
  return stream
    ? {
        outcome: { is: 'cut', stream, code },
        stdout: '',
        stderr: firstBytes(said.stderr, maxBytes),
      }
    : { outcome: { is: 'exit', code }, ...said };
};

const firstBytes = (text: string, count: number): string =>
  Buffer.byteLength(text) <= count
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, count), { stream: true });

const PRINTED = ['stdout', 'stderr'] as const;
