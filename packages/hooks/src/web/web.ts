import type { LookupFunction } from 'node:net';
import { limitsOf, stopwatch } from '@wavehooks/process';
import type { HookEnding, HookOutcome } from '../vocabulary/outcome.ts';
import { type Came, exchange, type Line, type Post, without } from './exchange.ts';
import { type Allowed, innerRefusal, mayCall } from './may-call.ts';
import { net } from './net.ts';

/** All addresses that a name stands for. */
export type Lookup = (host: string) => Promise<readonly string[]>;

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

const systemLookup: Lookup = async (host) => {
  const { lookup } = await import('node:dns/promises');
  return (await lookup(host, { all: true })).map(({ address }) => address);
};

/** The connection goes to the very addresses that were checked: nobody looks the name up again. */
const checkedLookup =
  (lookup: Lookup, check: (found: readonly string[]) => string | undefined): LookupFunction =>
  (host, { all }, done) => {
    const found = async () => {
      const addresses = await lookup(host);
      const wrong = addresses.length === 0 ? `${host} has no address` : check(addresses);
      if (wrong !== undefined) throw new Error(wrong);
      return addresses.map((address) => ({ address, family: net().isIP(address) }));
    };
    found().then(
      (list) => (all ? done(null, list) : done(null, list[0]?.address ?? '', list[0]?.family)),
      (error) => done(error, []),
    );
  };

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
