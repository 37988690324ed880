import { isDeepStrictEqual } from 'node:util';
import { SIGNAL_OF, type Verb } from '../../packages/hook-kit/src/answer/say.ts';
import { SPELLINGS, type Spelling } from '../../packages/hooks/src/vocabulary/answer.ts';
import {
  COMMON,
  EVENT_NAMES,
  type EventName,
  means,
  specOf,
} from '../../packages/hooks/src/vocabulary/events.ts';
import type { Fields, Kind } from '../../packages/hooks/src/vocabulary/shape.ts';

const VERBS = Object.keys(SIGNAL_OF) as Verb[];

/** The fields of more than one event; of those that differ between events, the first. */
const SHARED: Fields = Object.fromEntries(
  EVENT_NAMES.flatMap((name) => Object.entries(specOf(name).input))
    .filter(([name, field], at, all) =>
      all.slice(at + 1).some(([other, its]) => other === name && isDeepStrictEqual(field, its)),
    )
    .reverse(),
);

/** The engine's table of events as types: the kit's users need not have the engine installed. */
export const kitEvents = (): string =>
  [
    '// Printed from the table of events of @wavehooks/hooks by `npm run generate`: do not edit.',
    '',
    '/** What every event carries. */',
    `interface Common {\n${members(COMMON, '  ')}\n}`,
    '',
    '/** What several events carry. */',
    `interface Shared {\n${members(SHARED, '  ')}\n}`,
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
    '  /** Apart by spaces: the kit is to be small. */',
    '  readonly verbs: string;',
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
      const replaces = fits(name, 'replace') ? fieldFor(name) : undefined;
      return [name, { decides, verbs: verbsOf(name).join(' '), form, replaces }];
    }),
  );

function event(name: EventName): string {
  const fields = Object.entries(specOf(name).input);
  const shared = fields.filter((one) => isShared(one)).map(([field]) => field);
  const own = Object.fromEntries(fields.filter((one) => !isShared(one)));
  const input = [
    'Common',
    ...(shared.length > 0 ? [`Pick<Shared, ${union(shared)}>`] : []),
    ...(Object.keys(own).length > 0 ? [`{\n${members(own, '      ')}\n    }`] : []),
  ];
  return [
    `  /** Fires ${specOf(name).when}. */`,
    `  ${name}: {`,
    `    input: ${input.join(' & ')};`,
    `    verbs: ${union(verbsOf(name))};`,
    '  };',
  ].join('\n');
}

/** Said once for all events that have it, alike in every word: the kit is to be small. */
const isShared = ([name, field]: [string, Fields[string]]): boolean =>
  isDeepStrictEqual(SHARED[name], field);

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
