import type { Carried } from './convert/convert-entry.ts';
import type { Line, OurHook } from './convert/report.ts';

/** Which hooks are new, and the lines of all, those of present ones marked. */
export interface Sorted {
  readonly added: readonly OurHook[];
  readonly already: number;
  readonly lines: readonly Line[];
}

/** A hook is there already when one with its event, matcher, command and variables is. */
export function sortOut(
  carried: readonly Carried[],
  hooks: Readonly<Record<string, unknown>>,
): Sorted {
  const present = presentKeys(hooks);
  const seen = new Set<string>();
  const added: OurHook[] = [];
  let already = 0;
  const lines = carried.flatMap(({ hook, lines }) => {
    if (!hook) return lines;
    const whole = JSON.stringify(hook);
    const isThere = present.has(keyOf(hook)) || seen.has(whole);
    seen.add(whole);
    if (isThere) already++;
    else added.push(hook);
    return isThere ? lines.map((line): Line => ({ ...line, already: true })) : lines;
  });
  return { added, already, lines };
}

interface Keyed {
  readonly event: string;
  readonly matcher?: unknown;
  readonly entry: Readonly<Record<string, unknown>>;
}

const keyOf = ({ event, matcher, entry }: Keyed) =>
  JSON.stringify([event, matcher === '*' ? '' : (matcher ?? ''), entry['command'], entry['env']]);

function presentKeys(hooks: Readonly<Record<string, unknown>>): Set<string> {
  const keys = new Set<string>();
  for (const [event, groups] of Object.entries(hooks))
    for (const group of objects(groups))
      for (const entry of objects(group['hooks']))
        keys.add(keyOf({ event, matcher: group['matcher'], entry }));
  return keys;
}

/** What is no object is for the engine to complain about. */
const objects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
