import { FALLBACKS } from '../../packages/hook-kit/src/agents/fallbacks.ts';
import { FOREIGN_TOOLS } from '../../packages/hook-kit/src/agents/fields.ts';
import { SIGNAL_OF, type Verb } from '../../packages/hook-kit/src/answer/say.ts';
import { TARGETS } from '../../packages/hook-kit/src/answer/targets.ts';
import { EVENT_NAMES } from '../../packages/hooks/src/vocabulary/events.ts';
import { code, table } from './docs.ts';
import { fits } from './kit-events.ts';

type EventName = (typeof EVENT_NAMES)[number];

const NAMES = Object.keys(SIGNAL_OF) as Verb[];
const targets = Object.values(TARGETS);

/** The kit's tables for the docs, by name. */
export const kitTables = (): Record<string, string> => ({
  verbs: table(
    ['event', ...NAMES.map(code)],
    EVENT_NAMES.map((name) => [
      code(name),
      ...NAMES.map((verb) => (fits(name, verb) ? 'yes' : '-')),
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
