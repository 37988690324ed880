import {
  ENTRY_FIELDS,
  GROUP_FIELDS,
  REMARK,
} from '../../packages/hooks/src/checking/entry-fields.ts';
import type { Handler } from '../../packages/hooks/src/handlers/handler.ts';
import { CONFIGURED } from '../../packages/hooks/src/handlers/index.ts';
import {
  counts,
  hasPlace,
  SPELLINGS,
  type Spelling,
} from '../../packages/hooks/src/vocabulary/answer.ts';
import {
  COMMON,
  EVENT_NAMES,
  type EventName,
  specOf,
  takes,
} from '../../packages/hooks/src/vocabulary/events.ts';
import type { Field, Fields, Kind } from '../../packages/hooks/src/vocabulary/shape.ts';
import { OAUTH_FIELDS, SERVER_FIELDS } from '../../packages/settings/src/values/server-fields.ts';
import type { Setting } from '../../packages/settings/src/values/setting.ts';
import { SETTINGS_FIELDS } from '../../packages/settings/src/values/settings-fields.ts';

type Schema = Record<string, unknown>;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

export const schemas = (): Record<string, Schema> => ({
  settings: settings(),
  input: byEvent('What a hook gets on stdin', input),
  answer: byEvent('What a hook may print on stdout', answer),
});

const TYPES: Record<Kind, Schema> = {
  text: { type: 'string' },
  flag: { type: 'boolean' },
  number: { type: 'number' },
  object: { type: 'object' },
  texts: { type: 'array', items: { type: 'string' } },
  list: { type: 'array' },
  // No JSON is one.
  function: { not: {} },
  anything: {},
};

/** What people write for each other. */
const REMARKS: Schema = { [REMARK.source]: {} };

type Inner = Field & Pick<Setting, 'inside' | 'each' | 'schema'>;

const field = ({ is, about: description, words, inside, each, schema }: Inner): Schema => ({
  ...TYPES[is],
  ...(inside ? object(inside, true) : {}),
  ...(words ? { enum: words } : {}),
  ...(each ? { additionalProperties: object(each, true) } : {}),
  description,
  ...schema,
});

function object(fields: Fields, closed: boolean, more: Schema = {}): Schema {
  const names = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, field(one)])),
      ...more,
    },
    ...(names.length > 0 ? { required: names } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

function settings(): Schema {
  const entry = { anyOf: CONFIGURED.map(entryOf) };
  const hooks = { type: 'array', items: { $ref: '#/$defs/entry' } };
  const events = Object.fromEntries(
    EVENT_NAMES.map((event) => [
      event,
      { type: 'array', description: specOf(event).when, items: { $ref: '#/$defs/group' } },
    ]),
  );
  return {
    $schema: DIALECT,
    title: 'Wave settings',
    ...object(SETTINGS_FIELDS, false, {
      hooks: {
        ...field(SETTINGS_FIELDS.hooks),
        properties: events,
        patternProperties: REMARKS,
        additionalProperties: false,
      },
      mcpServers: {
        ...field(SETTINGS_FIELDS.mcpServers),
        additionalProperties: { $ref: '#/$defs/server' },
      },
    }),
    $defs: {
      entry,
      group: { ...object(GROUP_FIELDS, true, { hooks }), patternProperties: REMARKS },
      server: server(),
    },
  };
}

/** An entry of one handler type: the fields of all, and its own. */
function entryOf({ type, fields }: Handler): Schema {
  const seconds = { exclusiveMinimum: 0, maximum: 86_400 };
  const own = { ...fields, ...ENTRY_FIELDS } as Fields;
  const more = Object.entries(own).flatMap(([name, one]) => {
    if (name === 'type') return [[name, { const: type, description: one.about }]];
    if (/timeout$/i.test(name)) return [[name, { ...field(one), ...seconds }]];
    return name === 'env' ? [[name, variables(one)]] : [];
  });
  return { ...object(own, true, Object.fromEntries(more)), patternProperties: REMARKS };
}

const variables = (one: Field): Schema => ({
  ...field(one),
  properties: { inherit: { type: ['boolean', 'string'] } },
  additionalProperties: { type: 'string' },
});

function server(): Schema {
  const texts = (name: 'env' | 'headers') => ({
    ...field(SERVER_FIELDS[name]),
    additionalProperties: { type: 'string' },
  });
  const within = (name: 'timeout' | 'startTimeout') => ({
    ...field(SERVER_FIELDS[name]),
    exclusiveMinimum: 0,
  });
  return object(SERVER_FIELDS, true, {
    args: { ...field(SERVER_FIELDS.args), type: 'array', items: { type: 'string' } },
    env: texts('env'),
    headers: texts('headers'),
    timeout: within('timeout'),
    startTimeout: within('startTimeout'),
    oauth: { ...field(SERVER_FIELDS.oauth), ...object(OAUTH_FIELDS, true) },
  });
}

const byEvent = (title: string, make: (event: EventName) => Schema): Schema => ({
  $schema: DIALECT,
  title,
  anyOf: EVENT_NAMES.map((event) => ({ $ref: `#/$defs/${event}` })),
  $defs: Object.fromEntries(EVENT_NAMES.map((event) => [event, make(event)])),
});

function input(event: EventName): Schema {
  const fields = { ...COMMON, ...specOf(event).input };
  const named = { hook_event_name: { const: event } };
  const schema = object(fields, false, named);
  return { ...schema, required: ['hook_event_name', ...((schema['required'] as string[]) ?? [])] };
}

function answer(event: EventName): Schema {
  const spellings = (Object.values(SPELLINGS).flat() as Spelling[]).filter(
    (spelling) => counts(spelling, event) && hasPlace(spelling, event),
  );
  const properties = (place: Spelling['in']) =>
    Object.fromEntries(
      spellings
        .filter((spelling) => spelling.in === place)
        .map((spelling) => [spelling.field, nullable(spelling, event)]),
    );
  const decision = properties('decision');
  const section = {
    type: ['object', 'null'],
    properties: {
      hookEventName: { const: event },
      ...properties('section'),
      ...(Object.keys(decision).length > 0
        ? { decision: { type: ['object', 'null'], properties: decision } }
        : {}),
    },
  };
  return { type: 'object', properties: { ...properties('top'), hookSpecificOutput: section } };
}

/** `null` means absent. */
function nullable({ is, words, only }: Spelling, event: EventName): Schema {
  const { type } = TYPES[is];
  if (only) return { enum: [...only, null] };
  if (!words) return type === undefined ? {} : { type: [type, 'null'] };
  const taken = Object.entries(words).filter(([, signals]) => signals.some((s) => takes(event, s)));
  return { enum: [...taken.map(([word]) => word), null] };
}
