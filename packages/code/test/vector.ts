import type { Place } from './helpers.ts';
import all from './vectors.json' with { type: 'json' };

export type Text = string | { has: string };

export interface Vector {
  name: string;
  event: string;
  input: Record<string, unknown>;
  hooks: VectorHook[];
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

/** Fields of an entry that Wave does not have yet. */
const LATER = ['if', 'http', 'async', 'once', 'args'];

/** The public cases, less those for what Wave does not have yet. */
export const vectors = (all as Vector[]).filter(({ hooks }) =>
  hooks.every((hook) => !LATER.some((field) => field in hook)),
);

interface VectorHook extends Record<string, unknown> {
  command?: string;
  exit?: number;
  stdout?: string;
  stderr?: string;
  delayMs?: number;
}

/** A hook that prints and exits as the vector says; its texts are files, so that no shell touches them. */
function entryOf(hook: VectorHook, at: number, { write }: Place): object {
  const { exit, stdout, stderr, delayMs, command, ...entry } = hook;
  if (command !== undefined) return { type: 'command', command, ...entry };
  const out = write(`out-${at}`, stdout ?? '');
  const err = write(`err-${at}`, stderr ?? '');
  const sleep = delayMs ? `sleep ${delayMs / 1000}; ` : '';
  return { type: 'command', command: `${sleep}cat ${out}; cat ${err} >&2; exit ${exit}`, ...entry };
}

/** The settings file of a case. */
export function settingsOf(
  { event, hooks, matchers }: Vector,
  where: Place,
  more: object = {},
): string {
  const groups = hooks.map((hook, at) => ({
    ...(matchers?.[at] == null ? {} : { matcher: matchers[at] }),
    hooks: [entryOf(hook, at, where)],
  }));
  return where.write('settings.json', { ...more, hooks: { [event]: groups } });
}
