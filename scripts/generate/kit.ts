import { SIGNAL_OF, type Verb } from '../../packages/hook-kit/src/answer/say.ts';
import { FALLBACKS, FOREIGN_TOOLS, TARGETS } from '../../packages/hook-kit/src/answer/targets.ts';
import { cell, EVENT_NAMES } from '../../packages/hooks/src/vocabulary/events.ts';
import { code, table } from './docs.ts';

type EventName = (typeof EVENT_NAMES)[number];

const NAMES = Object.keys(SIGNAL_OF) as Verb[];
const targets = Object.values(TARGETS);

/** The kit's tables for the docs, by name. */
export const kitTables = (): Record<string, string> => ({
  verbs: table(
    ['answer', ...EVENT_NAMES.map(code)],
    NAMES.map((verb) => [
      code(verb),
      ...EVENT_NAMES.map((name) => (cell(name, SIGNAL_OF[verb]) ? 'yes' : 'does not compile')),
    ]),
  ),
  targets: table(
    ['you say', ...targets.map(({ title }) => title)],
    EVENT_NAMES.flatMap((name) => NAMES.flatMap((verb) => lackRow(name, verb))),
  ),
  foreignTools: table(
    ['there', 'here'],
    Object.entries(FOREIGN_TOOLS).map(([there, here]) => [code(there), code(here)]),
  ),
});

/** A row for what some agent cannot take. */
function lackRow(event: EventName, verb: Verb): string[][] {
  const fallbacks = targets.map(({ lacks }) => lacks[event]?.[verb]);
  if (fallbacks.every((one) => one === undefined)) return [];
  const cells = fallbacks.map((one) => (one ? FALLBACKS[one] : 'as it is'));
  return [[`${code(verb)} on ${event}`, ...cells]];
}
