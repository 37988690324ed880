import { FALLBACKS, FOREIGN_TOOLS, TARGETS } from '../../packages/hook-kit/src/targets.ts';
import { COMMON, cell, EVENT_NAMES, specOf } from '../../packages/hooks/src/events.ts';
import type { Fields, Kind } from '../../packages/hooks/src/shape.ts';
import { SIGNALS, type SignalName } from '../../packages/hooks/src/signal.ts';
import { code, table } from './docs.ts';

type EventName = (typeof EVENT_NAMES)[number];

/** What can be said with the kit, and the signal that it is. */
const VERBS = {
  allow: 'allow',
  deny: 'deny',
  ask: 'ask',
  rewrite: 'rewrite',
  block: 'block',
  context: 'context',
  warn: 'warning',
  halt: 'halt',
} as const satisfies Record<string, SignalName>;

type Verb = keyof typeof VERBS;
const NAMES = Object.keys(VERBS) as Verb[];
const targets = Object.values(TARGETS);

/** The kit's tables for the docs, by name. */
export const kitTables = (): Record<string, string> => ({
  verbs: table(
    ['answer', ...EVENT_NAMES.map(code)],
    NAMES.map((verb) => [
      code(verb),
      ...EVENT_NAMES.map((name) => (cell(name, VERBS[verb]) ? 'yes' : 'does not compile')),
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

/** The engine's table of events as types: the kit's users need not have the engine installed. */
export const kitEvents = (): string =>
  [
    '// Printed from the table of events of wave-hooks by `npm run generate`: do not edit.',
    '',
    '/** What every event carries. */',
    `export interface Common {\n${members(COMMON, '  ')}\n}`,
    '',
    '/** For each event: what its hooks get, and which signals it takes. */',
    `export interface Events {\n${EVENT_NAMES.map(event).join('\n')}\n}`,
    '',
    'export type EventName = keyof Events;',
    '',
  ].join('\n');

const event = (name: EventName): string =>
  [
    `  /** Fires ${specOf(name).when}. */`,
    `  ${name}: {`,
    `    input: Common & {\n${members(specOf(name).input, '      ')}\n    };`,
    `    takes: ${signalsOf(name).join(' | ')};`,
    '  };',
  ].join('\n');

const signalsOf = (name: EventName): string[] =>
  (Object.keys(SIGNALS) as SignalName[])
    .filter((signal) => cell(name, signal) !== undefined)
    .map((signal) => `'${signal}'`);

const members = (fields: Fields, by: string): string =>
  Object.entries(fields)
    .map(
      ([name, { is, required, about }]) =>
        `${by}/** ${about} */\n${by}${name}${required ? '' : '?'}: ${TYPES[is]};`,
    )
    .join('\n');

const TYPES: Record<Kind, string> = {
  text: 'string',
  flag: 'boolean',
  number: 'number',
  object: 'Record<string, unknown>',
  anything: 'unknown',
};
