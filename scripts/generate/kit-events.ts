import { SIGNAL_OF, type Verb } from '../../packages/hook-kit/src/answer/say.ts';
import {
  COMMON,
  cell,
  EVENT_NAMES,
  type EventName,
  PEERS,
  specOf,
} from '../../packages/hooks/src/vocabulary/events.ts';
import type { Fields, Kind } from '../../packages/hooks/src/vocabulary/shape.ts';
import { SIGNALS, type SignalName } from '../../packages/hooks/src/vocabulary/signal.ts';

const VERBS = Object.keys(SIGNAL_OF) as Verb[];

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
    '/** What the kit needs of the table while it runs. @internal */',
    `export const FACTS: Readonly<Record<EventName, Facts>> = ${JSON.stringify(facts(), null, 2)};`,
    '',
    '/** @internal */',
    'export interface Facts {',
    `  readonly decides: ${union(EVENT_NAMES.map((name) => specOf(name).decides))};`,
    `  readonly verbs: readonly (${union(VERBS)})[];`,
    `  readonly known: Readonly<Partial<Record<${union(PEERS)}, string | true>>>;`,
    '}',
    '',
  ].join('\n');

const union = (words: readonly string[]) =>
  [...new Set(words)].map((word) => `'${word}'`).join(' | ');

const facts = () =>
  Object.fromEntries(
    EVENT_NAMES.map((name) => {
      const { decides } = specOf(name);
      // A name that is ours as well is not spelled out: the kit is to be small.
      const known = Object.fromEntries(
        Object.entries(specOf(name).known).map(([peer, there]) => [peer, there === name || there]),
      );
      return [name, { decides, verbs: VERBS.filter((verb) => cell(name, SIGNAL_OF[verb])), known }];
    }),
  );

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
  list: 'unknown[]',
  anything: 'unknown',
};
