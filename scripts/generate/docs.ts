import { PERMISSION_ROWS } from '../../packages/agent-sdk/src/permissions/decide.ts';
import { ENTRY_FIELDS } from '../../packages/hooks/src/checking/entry-fields.ts';
import { CONFIGURED } from '../../packages/hooks/src/handlers/index.ts';
import {
  counts,
  DECISION,
  hasPlace,
  SECTION,
  SPELLINGS,
  type Spelling,
} from '../../packages/hooks/src/vocabulary/answer.ts';
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
import { HIDDEN_TABLE } from '../../packages/process/src/sandbox/private-places.ts';
import { PROFILES } from '../../packages/process/src/sandbox/profile.ts';
import { PERMISSION_FIELDS } from '../../packages/settings/src/values/permission-fields.ts';
import { PRICE_FIELDS } from '../../packages/settings/src/values/prices.ts';
import { MODEL_FIELDS, PROVIDER_FIELDS } from '../../packages/settings/src/values/providers.ts';
import {
  SANDBOX_FIELDS,
  SANDBOX_LIMIT_FIELDS,
} from '../../packages/settings/src/values/sandbox.ts';
import { OAUTH_FIELDS, SERVER_FIELDS } from '../../packages/settings/src/values/server-fields.ts';
import {
  LIMIT_FIELDS,
  SETTINGS_FIELDS,
  UNDO_FIELDS,
} from '../../packages/settings/src/values/settings-fields.ts';
import type { Reader } from '../../packages/shell/src/readers/reader.ts';
import { READER_GROUPS } from '../../packages/shell/src/readers/readers.ts';
import { asked } from '../../packages/shell/src/readers/versions.ts';

/** The tables of docs pages, by name. */
export const docTables = (): Record<string, string> => ({
  behaviour: behaviour(),
  events: table(
    ['event', 'fires', 'matcher looks at'],
    EVENT_NAMES.map((event) => [code(event), specOf(event).when, subjectOf(event)]),
  ),
  common: fields({
    ...COMMON,
    hook_event_name: { is: 'text', required: true, about: 'the event' },
  }),
  inputs: EVENT_NAMES.map(eventSection).join('\n\n'),
  spellings: spellings(),
  entry: fields(entryFields()),
  worker: fields(WORKER_ANSWER_FIELDS),
  settingsFields: fields(SETTINGS_FIELDS),
  ruleFields: fields(PERMISSION_FIELDS),
  limits: fields(LIMIT_FIELDS),
  undoFields: fields(UNDO_FIELDS),
  sandboxFields: fields(SANDBOX_FIELDS),
  sandboxLimits: fields(SANDBOX_LIMIT_FIELDS),
  profiles: table(
    ['profile', 'what a command inside may do'],
    Object.entries(PROFILES).map(([name, says]) => [code(name), says]),
  ),
  hidden: table(
    ['where', 'what'],
    HIDDEN_TABLE.map(([where, names]) => [where, names.map(code).join(', ')]),
  ),
  prices: fields(PRICE_FIELDS),
  providerFields: fields(PROVIDER_FIELDS),
  modelFields: fields(MODEL_FIELDS),
  server: fields(SERVER_FIELDS),
  oauth: fields(OAUTH_FIELDS),
  permissions: table(
    ['', 'when', 'result'],
    PERMISSION_ROWS.map(({ by, answer }, at) => [String(at + 1), by, `**${answer}**`]),
  ),
  readers: table(
    ['they', 'programs'],
    [
      ...READER_GROUPS.map(([title, rows]) => [
        title,
        Object.entries(rows).flatMap(readerNames).map(code).join(', '),
      ]),
      [
        'tell their version',
        [...new Set(asked().map(([program]) => program))].sort().map(code).join(', '),
      ],
    ],
  ),
});

/** A program that only reads, or each of its verbs. */
const readerNames = ([names, row]: readonly [string, Reader]): readonly string[] => {
  const [first = '', ...others] = names.split('|');
  if (row.verbs === undefined) return [first, ...others];
  return [
    ...(row.reads ? [first] : []),
    ...Object.entries(row.verbs)
      .flatMap(readerNames)
      .map((verb) => `${first} ${verb}`),
  ];
};

/** Those of every handler type among those of all hooks. */
function entryFields(): Fields {
  const { type, ...rest } = ENTRY_FIELDS;
  return Object.assign({ type }, ...CONFIGURED.map(({ fields }) => fields), rest);
}

/** When it fires, what each decision comes to, and its own fields. */
function eventSection(event: EventName): string {
  const { when, says, input, timeoutS } = specOf(event);
  const lines = Object.entries(says).map(([decision, comes]) => `- ${code(decision)}: ${comes}`);
  const time = timeoutS === undefined ? '' : ` Its hooks have ${timeoutS} seconds by default.`;
  return [`**${event}** fires ${when}.${time}`, lines.join('\n'), fields(input)].join('\n\n');
}

function subjectOf(event: EventName): string {
  const { subject, values } = specOf(event);
  if (subject === undefined) return 'nothing: matchers are ignored';
  return values ? `${code(subject)}: ${values.map(code).join(', ')}` : code(subject);
}

/** A row for each event; below it, what the words at its head mean. */
function behaviour(): string {
  const signals = Object.keys(SIGNALS) as SignalName[];
  const rows = EVENT_NAMES.map((event) => [
    code(event),
    ...signals.map((signal) => {
      const effects = cell(event, signal);
      return effects === undefined ? 'ignored' : effects.join(', ') || '-';
    }),
  ]);
  const legend = signals.map((signal) => `- **${signal}**: ${SIGNALS[signal]}`);
  return [table(['event', ...signals], rows), '', ...legend].join('\n');
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
  const name = code(`${PLACES[place]}${field}`);
  return words ? `${name} (${Object.keys(words).join(', ')})` : name;
}

const PLACES: Record<Spelling['in'], string> = {
  top: '',
  section: `${SECTION}.`,
  decision: `${SECTION}.${DECISION}.`,
};

/** Fields of one meaning may be taken on different events; then each group of them is named. */
function taken(ways: readonly Spelling[]): string {
  const groups = [...Map.groupBy(ways, takenOn)];
  if (groups.length === 1) return groups.map(([events]) => events).join();
  return groups
    .map(([events, own]) => `${own.map(({ field }) => code(field)).join(', ')}: ${events}`)
    .join('; ');
}

function takenOn(spelling: Spelling): string {
  const { words = {} } = spelling;
  const events = EVENT_NAMES.filter(
    (event) => counts(spelling, event) && hasPlace(spelling, event),
  );
  const all = listed(events);
  const fewer = Map.groupBy(events, (event) => wordsOn(event, words).join(', '));
  fewer.delete(Object.keys(words).join(', '));
  return [...fewer].reduce(
    (text, [some, own]) => `${text} (${own.map(code).join(', ')}: only ${some})`,
    all,
  );
}

/** Where most events take it, those that do not are named. */
function listed(events: readonly EventName[]): string {
  const others = EVENT_NAMES.filter((event) => !events.includes(event));
  if (others.length === 0) return 'all events';
  return events.length > others.length
    ? `all but ${others.map(code).join(', ')}`
    : events.map(code).join(', ');
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
