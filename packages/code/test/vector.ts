import type { Place } from './helpers.ts';
import { type Served, serve } from './serve.ts';
import all from './vectors.json' with { type: 'json' };

export type Text = string | { has: string };

export interface Vector {
  name: string;
  event: string;
  input: Record<string, unknown>;
  hooks: VectorHook[];
  settings?: object;
  matchers?: (string | null)[];
  maxMs?: number;
  expect: {
    decision: string;
    input?: object;
    toAgent?: Text[];
    toUser?: Text[];
    context?: Text[];
    erasePrompt?: boolean;
    stopReason?: string;
    toAgentCount?: number;
    toUserCount?: number;
    toUserHas?: string[];
    runs?: number;
    outcomes?: string[];
    file?: [string, string];
    decidedBy?: string[];
    rewrittenBy?: string[];
    output?: unknown;
    prompt?: string;
  };
}

/** The public cases. */
export const vectors = all as Vector[];

interface VectorHook extends Record<string, unknown> {
  command?: string;
  exit?: number;
  stdout?: string;
  stderr?: string;
  delayMs?: number;
  http?: Served;
}

/** A hook that prints and exits as the vector says; its texts are files, so that no shell touches them. */
function entryOf(hook: VectorHook, at: number, { write }: Place, url: string | undefined): object {
  const { exit, stdout, stderr, delayMs, command, http, ...entry } = hook;
  if (http) return { type: 'http', url, ...entry };
  if (command !== undefined) return { type: 'command', command, ...entry };
  const out = write(`out-${at}`, stdout ?? '');
  const err = write(`err-${at}`, stderr ?? '');
  const sleep = delayMs ? `sleep ${delayMs / 1000}; ` : '';
  return { type: 'command', command: `${sleep}cat ${out}; cat ${err} >&2; exit ${exit}`, ...entry };
}

/** The servers that a case wants, on loopback; each with its address. */
export const serversOf = ({ hooks }: Vector): Promise<(string | undefined)[]> =>
  Promise.all(hooks.map(async ({ http }) => http && serve(http)));

/** The settings file of a case. */
export function settingsOf(
  { event, hooks, matchers, settings = {} }: Vector,
  where: Place,
  more: object = {},
  urls: readonly (string | undefined)[] = [],
): string {
  const groups = hooks.map((hook, at) => ({
    ...(matchers?.[at] == null ? {} : { matcher: matchers[at] }),
    hooks: [entryOf(hook, at, where, urls[at])],
  }));
  return where.write('settings.json', { ...settings, ...more, hooks: { [event]: groups } });
}
