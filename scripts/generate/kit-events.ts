import { SIGNAL_OF, type Verb } from '../../packages/hook-kit/src/answer/say.ts';
import { SPELLINGS, type Spelling } from '../../packages/hooks/src/vocabulary/answer.ts';
import {
  COMMON,
  EVENT_NAMES,
  type EventName,
  means,
  PEERS,
  specOf,
} from '../../packages/hooks/src/vocabulary/events.ts';
import type { Fields, Kind } from '../../packages/hooks/src/vocabulary/shape.ts';

const VERBS = Object.keys(SIGNAL_OF) as Verb[];

/** The engine's table of events as types: the kit's users need not have the engine installed. */
export const kitEvents = (): string =>
  [
    '// Printed from the table of events of @wavehooks/hooks by `npm run generate`: do not edit.',
    '',
    '/** What every event carries. */',
    `export interface Common {\n${members(COMMON, '  ')}\n}`,
    '',
    '/** For each event: what its hooks get, and what they can say. */',
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
    "  readonly form?: 'decision' | 'action';",
    '  readonly replaces?: string;',
    '}',
    '',
  ].join('\n');

const union = (words: readonly string[]) =>
  [...new Set(words)].map((word) => `'${word}'`).join(' | ');

/** Whether something comes of a verb; an input is rewritten by fields, everything else as a whole. */
export const fits = (name: EventName, verb: Verb): boolean =>
  means(name, SIGNAL_OF[verb]) &&
  (SIGNAL_OF[verb] !== 'rewrite' || (verb === 'rewrite') === (specOf(name).rewrites === 'input'));

const verbsOf = (name: EventName): Verb[] => VERBS.filter((verb) => fits(name, verb));

/** The field of an answer's section that holds what stands in the place of something. */
const fieldFor = (name: EventName): string | undefined =>
  (Object.values(SPELLINGS).flat() as Spelling[]).find(
    ({ rewrites, in: place }) => rewrites === specOf(name).rewrites && place === 'section',
  )?.field;

const facts = () =>
  Object.fromEntries(
    EVENT_NAMES.map((name) => {
      const { decides, form } = specOf(name);
      // A name that is ours as well is not spelled out: the kit is to be small.
      const known = Object.fromEntries(
        Object.entries(specOf(name).known).map(([peer, there]) => [peer, there === name || there]),
      );
      const replaces = fits(name, 'replace') ? fieldFor(name) : undefined;
      return [name, { decides, verbs: verbsOf(name), known, form, replaces }];
    }),
  );

const event = (name: EventName): string =>
  [
    `  /** Fires ${specOf(name).when}. */`,
    `  ${name}: {`,
    `    input: Common & {\n${members(specOf(name).input, '      ')}\n    };`,
    `    verbs: ${union(verbsOf(name))};`,
    '  };',
  ].join('\n');

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
  texts: 'readonly string[]',
  list: 'unknown[]',
  function: '(...given: never[]) => unknown',
  anything: 'unknown',
};
