import type { Book } from './book.ts';
import { beginOf, type Logged } from './logged.ts';
import type { Turn } from './trace.ts';

/** The lane of the main agent. */
export const MAIN = 'main';

export const idOf = ({ chain = '', n = 0 }: Logged): string => `${chain}:${n}`;

/** Each agent has a conversation of its own, with ids of its own. */
export const callId = ({
  agent,
  call = '',
}: {
  readonly agent?: string;
  readonly call?: string;
}): string => (agent === undefined ? `call:${call}` : `call:${agent}:${call}`);

export const laneOf = (record: Logged): string => record.agent ?? MAIN;

export function placed(record: Logged, turns: readonly Turn[], { began }: Book) {
  const [lane, at] = [laneOf(record), beginOf(record) - began];
  const turn = turnAt(turns, lane, at);
  return { id: idOf(record), lane, at, ...(turn ? { parent: turn.id } : {}) };
}

/** Times are whole milliseconds. */
const SLACK_MS = 1;

export const isIn = (at: number, span: { readonly at: number; readonly ms: number }): boolean =>
  at >= span.at - SLACK_MS && at <= span.at + span.ms + SLACK_MS;

const turnAt = (turns: readonly Turn[], lane: string, at: number): Turn | undefined =>
  turns.find((turn) => turn.lane === lane && isIn(at, turn));
