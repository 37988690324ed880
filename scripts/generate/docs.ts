import { PERMISSION_ROWS } from '../../packages/agent-sdk/src/permissions/decide.ts';
import { ENTRY_FIELDS } from '../../packages/hooks/src/checking/entry-fields.ts';
import { CONFIGURED } from '../../packages/hooks/src/handlers/index.ts';
import { SECTION, SPELLINGS, type Spelling } from '../../packages/hooks/src/vocabulary/answer.ts';
import {
  COMMON,
  cell,
  EVENT_NAMES,
  type EventName,
  specOf,
  takes,
} from '../../packages/hooks/src/vocabulary/events.ts';
import type { Fields } from '../../packages/hooks/src/vocabulary/shape.ts';
import { SIGNALS, type SignalName } from '../../packages/hooks/src/vocabulary/signal.ts';
import { WORKER_ANSWER_FIELDS } from '../../packages/hooks/src/worker/protocol.ts';
import {
  LIMIT_FIELDS,
  PRICE_FIELDS,
  SERVER_FIELDS,
} from '../../packages/settings/src/reading/fields.ts';

/** The tables of docs pages, by name. */
export const docTables = (): Record<string, string> => ({
  behaviour: behaviour(),
  events: table(
    ['event', 'fires', 'matcher looks at'],
    EVENT_NAMES.map((event) => [
      code(event),
      specOf(event).when,
      specOf(event).subject ? code(specOf(event).subject ?? '') : 'nothing: matchers are ignored',
    ]),
  ),
  common: fields({
    ...COMMON,
    hook_event_name: { is: 'text', required: true, about: 'the event' },
  }),
  inputs: EVENT_NAMES.map((event) => `**${event}**\n\n${fields(specOf(event).input)}`).join('\n\n'),
  spellings: spellings(),
  entry: fields(entryFields()),
  worker: fields(WORKER_ANSWER_FIELDS),
  limits: fields(LIMIT_FIELDS),
  prices: fields(PRICE_FIELDS),
  server: fields(SERVER_FIELDS),
  permissions: table(
    ['', 'when', 'result'],
    PERMISSION_ROWS.map(({ by, answer }, at) => [String(at + 1), by, `**${answer}**`]),
  ),
});

/** Those of every handler type among those of all hooks. */
function entryFields(): Fields {
  const { type, ...rest } = ENTRY_FIELDS;
  return Object.assign({ type }, ...CONFIGURED.map(({ fields }) => fields), rest);
}

function behaviour(): string {
  const rows = (Object.keys(SIGNALS) as SignalName[]).map((signal) => [
    `**${signal}**: ${SIGNALS[signal]}`,
    ...EVENT_NAMES.map((event) => {
      const effects = cell(event, signal);
      return effects === undefined ? 'ignored' : effects.join(', ') || '-';
    }),
  ]);
  return table(['what the hook says', ...EVENT_NAMES.map(code)], rows);
}

function spellings(): string {
  const rows = Object.entries(SPELLINGS).map(([meaning, ways]) => [
    meaning,
    (ways as readonly Spelling[]).map(spelling).join(', '),
    taken(ways),
  ]);
  return table(['meaning', 'fields, the best first', 'taken on'], rows);
}

function spelling({ field, in: place, words }: Spelling): string {
  const name = code(place === 'section' ? `${SECTION}.${field}` : field);
  return words ? `${name} (${Object.keys(words).join(', ')})` : name;
}

/** Fields of one meaning may be taken on different events; then each group of them is named. */
function taken(ways: readonly Spelling[]): string {
  const groups = [...Map.groupBy(ways, takenOn)];
  if (groups.length === 1) return groups.map(([events]) => events).join();
  return groups
    .map(([events, own]) => `${own.map(({ field }) => code(field)).join(', ')}: ${events}`)
    .join('; ');
}

function takenOn({ needs, words = {} }: Spelling): string {
  const events = EVENT_NAMES.filter((event) => takes(event, needs));
  const all = events.length === EVENT_NAMES.length ? 'all events' : events.map(code).join(', ');
  const fewer = Map.groupBy(events, (event) => wordsOn(event, words).join(', '));
  fewer.delete(Object.keys(words).join(', '));
  return [...fewer].reduce(
    (text, [some, own]) => `${text} (${own.map(code).join(', ')}: only ${some})`,
    all,
  );
}

const wordsOn = (event: EventName, words: NonNullable<Spelling['words']>): string[] =>
  Object.keys(words).filter((word) => words[word]?.some((signal) => takes(event, signal)));

const fields = (all: Fields): string =>
  table(
    ['field', 'type', 'what it is'],
    Object.entries(all).map(([name, { is, required, about, words }]) => [
      code(name),
      `${words ? words.map((word) => `\`"${word}"\``).join(' or ') : is}${required ? ', required' : ''}`,
      about,
    ]),
  );

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((one) => one.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string) => `\`${text}\``;
