import type { RunEvent } from 'wave-hooks';
import type { Item } from './item.ts';

/** What hooks said in this turn that comes again as a message, which does not name them. */
export type Spoken =
  | { readonly is: 'halt'; readonly hook: string; readonly reason: string }
  | { readonly is: 'to-agent'; readonly hooks: readonly string[]; readonly text: string };

type Decided = Extract<RunEvent, { is: 'decided' }>;

export const spokenIn = ({ verdict, hooks }: Decided): Spoken[] => [
  ...hooks.flatMap(({ run, effects }) =>
    effects.flatMap((effect): Spoken[] =>
      effect.do === 'decide' && effect.stopReason
        ? [{ is: 'halt', hook: run.hook, reason: effect.stopReason }]
        : [],
    ),
  ),
  ...[verdict.toAgent, verdict.context].flatMap((told): Spoken[] =>
    told.length === 0
      ? []
      : [
          {
            is: 'to-agent',
            hooks: [...new Set(told.map(({ hook }) => hook))],
            text: told.map(({ text }) => text).join('\n\n'),
          },
        ],
  ),
];

/** An item with who said it, and that it ended the turn where it did. */
export function attributed(item: Item, spoken: readonly Spoken[]): Item {
  if (item.is === 'to-agent') {
    const by = spoken.find((one) => one.is === 'to-agent' && one.text === item.text);
    return by?.is === 'to-agent' ? { ...item, hooks: by.hooks } : item;
  }
  if (item.is !== 'told' || !spoken.some((one) => isReason(item, one))) return item;
  return { ...item, text: `The hook "${item.hook}" ended the turn: ${item.text}` };
}

/** A long reason was cut on its way: its start is what is left of it. */
const HEAD = 200;

const isReason = ({ hook, text }: Extract<Item, { is: 'told' }>, one: Spoken): boolean =>
  one.is === 'halt' && one.hook === hook && text.startsWith(one.reason.slice(0, HEAD));
