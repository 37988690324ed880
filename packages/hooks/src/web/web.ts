import { limitsOf, stopwatch } from '@wavehooks/process';
import type { HookEnding, HookOutcome } from '../vocabulary/outcome.ts';
import { checkedLookup } from './checked-lookup.ts';
import { type Came, exchange, type Line, type Post, without } from './exchange.ts';
import { type Lookup, systemLookup } from './lookup.ts';
import { type Allowed, innerRefusal, mayCall } from './may-call.ts';

export interface WebOptions {
  readonly allowed: Allowed;
  readonly lookup?: Lookup | undefined;
}

/** The requests of a session's hooks. Connections stay open between them. */
export interface Web {
  /** Never rejects. */
  post(asked: Post): Promise<HookEnding>;
  close(): void;
}

/** Nothing is loaded before the first request. */
export function openWeb({ allowed, lookup = systemLookup }: WebOptions): Web {
  const lines = new Map<string, Promise<Line>>();
  const lineFor = (protocol: string): Promise<Line> => {
    const line = lines.get(protocol) ?? openLine(protocol);
    lines.set(protocol, line);
    return line;
  };
  return {
    post: async (asked) => {
      const ms = stopwatch();
      const may = mayCall(asked.url, allowed);
      if (asked.signal.aborted) return ended({ is: 'cancelled' }, ms());
      if ('refused' in may) return ended({ is: 'start', error: may.refused }, ms());
      const check = (found: readonly string[]) =>
        may.named ? undefined : innerRefusal(asked.url, allowed, found);
      const came = await inTime(asked, async (signal) => {
        const line = await lineFor(asked.url.protocol);
        return exchange(line, asked, checkedLookup(lookup, check), signal);
      });
      return { ...came, ms: ms() };
    },
    close: () => {
      for (const line of lines.values()) void line.then(({ agent }) => agent.destroy());
      lines.clear();
    },
  };
}

async function openLine(protocol: string): Promise<Line> {
  const { Agent, request } =
    protocol === 'https:' ? await import('node:https') : await import('node:http');
  return { request, agent: new Agent({ keepAlive: true }) };
}

async function inTime(
  { timeoutMs, signal }: Post,
  work: (signal: AbortSignal) => Promise<Came>,
): Promise<Came> {
  const own = new AbortController();
  const limits = limitsOf(timeoutMs, signal);
  const reached = limits.reached.then((outcome) => {
    own.abort();
    return without(outcome);
  });
  const came = await Promise.race([work(own.signal), reached]);
  limits.clear();
  return came;
}

const ended = (outcome: HookOutcome, ms: number): HookEnding => ({ ...without(outcome), ms });
