import fc from 'fast-check';
import { applyEdits, parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { type Addition, addHooks, hookInsertions } from '../../src/editing/edit.ts';
import { SettingsError } from '../../src/reading/read.ts';

const hook = (command: string) => ({ type: 'command', command });
const NEW: Addition = { event: 'Stop', entry: hook('new') };

/** Every hook of a text, in order, with what decides when it runs. */
const flat = (text: string) =>
  Object.entries(
    (parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true })?.hooks ?? {}) as Record<
      string,
      { matcher?: string; hooks: unknown[] }[]
    >,
  ).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks }) => hooks.map((entry) => ({ event, matcher, entry }))),
  );

const asFlat = ({ event, matcher, entry }: Addition) => ({ event, matcher, entry });

const pieces: { name: string; text: string; gives: string }[] = [
  {
    name: 'nothing',
    text: '',
    gives:
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          {\n            "type": "command",\n            "command": "new"\n          }\n        ]\n      }\n    ]\n  }\n}\n',
  },
  {
    name: 'an empty object',
    text: '{}\n',
    gives:
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          {\n            "type": "command",\n            "command": "new"\n          }\n        ]\n      }\n    ]\n  }\n}\n',
  },
  {
    name: 'one line without spaces',
    text: '{"limits":{},"hooks":{"Stop":[]}}',
    gives: '{"limits":{},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"new"}]}]}}',
  },
  {
    name: 'one line with spaces',
    text: '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "old" }] }] } }',
    gives:
      '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "old" }, { "type": "command", "command": "new" }] }] } }',
  },
  {
    name: 'a trailing comma, kept as a habit',
    text: '{\n  "hooks": {\n    "Stop": [\n      { "matcher": "x", "hooks": [] },\n    ],\n  },\n}',
    gives:
      '{\n  "hooks": {\n    "Stop": [\n      { "matcher": "x", "hooks": [] },\n      {\n        "hooks": [\n          {\n            "type": "command",\n            "command": "new"\n          }\n        ]\n      },\n    ],\n  },\n}',
  },
  {
    name: 'a comment behind the last value',
    text: '{\n\t"limits": {} // mine, not yours\n\t/* the end */\n}\n',
    gives:
      '{\n\t"limits": {}, // mine, not yours\n\t/* the end */\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{\n\t\t\t\t"hooks": [\n\t\t\t\t\t{\n\t\t\t\t\t\t"type": "command",\n\t\t\t\t\t\t"command": "new"\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}\n',
  },
  {
    name: 'a comma inside a comment',
    text: '{"hooks":{"Stop":[{"hooks":[{"a":1} /* , */ ]}]}}',
    gives: '{"hooks":{"Stop":[{"hooks":[{"a":1}, /* , */{"type":"command","command":"new"} ]}]}}',
  },
];

test.each(pieces)('$name gets a hook', ({ text, gives }) => {
  expect(addHooks(text, [NEW])).toBe(gives);
});

test('CRLF, a byte order mark and a missing final newline stay', () => {
  const text = '\uFEFF{\r\n    "hooks": {\r\n        "Stop": []\r\n    }\r\n}';
  const after = addHooks(text, [NEW]);
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  expect(after.startsWith('\uFEFF{\r\n    "hooks": {\r\n        "Stop": [\r\n            {')).toBe(
    true,
  );
  expect(after.endsWith(']\r\n    }\r\n}')).toBe(true);
  expect(flat(after)).toEqual([asFlat(NEW)]);
});

test('comments alone are kept in front of a new document', () => {
  expect(addHooks('// "hooks" go here', [NEW])).toMatch(/^\/\/ "hooks" go here\n\{\n {2}"hooks"/);
});

test('a comment that ends with an odd space does not swallow what is added', () => {
  const text = '{\n  "hooks": {} // note\u00a0\n}';
  expect(flat(addHooks(text, [NEW]))).toEqual([asFlat(NEW)]);
  const inner = '{\n  "hooks": {\n    // note\u00a0\n  }\n}';
  expect(flat(addHooks(inner, [NEW]))).toEqual([asFlat(NEW)]);
});

test('neighbours with one matcher share a group, and only the last group takes more', () => {
  const text = JSON.stringify({
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [hook('a')] },
        { matcher: 'Edit', hooks: [hook('b')] },
      ],
    },
  });
  const add = (matcher: string, command: string) => ({
    event: 'PreToolUse',
    matcher,
    entry: hook(command),
  });
  const after = addHooks(text, [add('Edit', 'c'), add('Bash', 'd'), add('Bash', 'e')]);
  expect(JSON.parse(after).hooks.PreToolUse).toEqual([
    { matcher: 'Bash', hooks: [hook('a')] },
    { matcher: 'Edit', hooks: [hook('b'), hook('c')] },
    { matcher: 'Bash', hooks: [hook('d'), hook('e')] },
  ]);
});

test('deep and odd values come through', () => {
  const entry = { type: 'command', command: 'a\n"b" \\ \u2028 {}', env: { A: { b: [1, [{}]] } } };
  const after = addHooks('{\n}\n', [{ event: 'Stop', entry }]);
  expect(flat(after)).toEqual([{ event: 'Stop', matcher: undefined, entry }]);
});

test.each([
  ['hooks that are null', '{"hooks":null}', /s\.json: "hooks": expected an object, got null/],
  ['hooks that are a list', '{"hooks":[]}', /s\.json:1:10: "hooks": expected an object of events/],
  [
    'an event that is an object',
    '{"hooks":{"Stop":{}}}',
    /hooks\.Stop: expected a list, got an object/,
  ],
  ['a torn text', '{"hooks":', /s\.json:1:10: not valid JSON/],
  ['a list', '[]', /expected an object, got \[\]/],
  ['an open comment', '/* "', /not valid JSON|the file is empty/],
])('%s: nothing is added, and the place is told', (_name, text, says) => {
  expect(() => addHooks(text, [NEW], 's.json')).toThrow(SettingsError);
  expect(() => addHooks(text, [NEW], 's.json')).toThrow(says);
});

test('no additions change nothing', () => {
  expect(addHooks('{ }  ', [])).toBe('{ }  ');
});

const space = fc.constantFrom('', ' ', '\n', '\r\n\t', '  // c, }\n', ' /* , ] */ ');
const texts = fc.constantFrom('Bash', 'a"b', '*', '', 'Edit|Write', '\u2028');
/** The parser drops a field of this name, so it cannot come back; nothing else may get lost. */
const extra = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"__proto__"'));
const entries = fc.record({ type: fc.constant('command'), command: texts, extra });
const events = fc.constantFrom('Stop', 'PreToolUse', 'Other');
const additions = fc.array(
  fc.record({ event: events, matcher: fc.option(texts, { nil: undefined }), entry: entries }),
  { maxLength: 5 },
);

/** Settings as people leave them: with space, comments and trailing commas anywhere. */
const settings = fc
  .tuple(
    fc.uniqueArray(fc.tuple(events, fc.array(fc.tuple(texts, fc.array(entries)))), {
      selector: ([event]) => event,
    }),
    fc.infiniteStream(space),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([hooks, spaces, trailing, bom]) => {
    const s = () => spaces.next().value as string;
    const many = (open: string, items: string[], close: string) =>
      `${open}${s()}${items.map((item) => item + s()).join(`,${s()}`)}${trailing && items.length > 0 ? `,${s()}` : ''}${close}`;
    const group = ([matcher, list]: [string, unknown[]]) =>
      many(
        '{',
        [
          `"matcher":${s()}${JSON.stringify(matcher)}`,
          `"hooks":${many(
            '[',
            list.map((e) => JSON.stringify(e)),
            ']',
          )}`,
        ],
        '}',
      );
    const all = hooks.map(
      ([event, groups]) => `"${event}":${s()}${many('[', groups.map(group), ']')}`,
    );
    return `${bom ? '\uFEFF' : ''}${s()}${many('{', [`"x":1`, `"hooks":${many('{', all, '}')}`], '}')}${s()}`;
  });

test('whatever the layout: old hooks and new ones, and without the new text the old one', () => {
  fc.assert(
    fc.property(settings, additions, (text, added) => {
      const insertions = hookInsertions(text, added);
      const after = addHooks(text, added);
      expect(after).toBe(
        applyEdits(
          text,
          insertions.map((i) => ({ ...i, length: 0 })),
        ),
      );
      expect(without(after, insertions)).toBe(text);
      expect(sorted(flat(after))).toEqual(sorted([...flat(text), ...added.map(asFlat)]));
    }),
    { numRuns: 200 },
  );
});

/** Old hooks of an event come first and keep their order, so a stable sort by event is enough. */
const sorted = (list: { event: string }[]) =>
  JSON.parse(JSON.stringify(list.toSorted((a, b) => a.event.localeCompare(b.event))));

function without(text: string, insertions: { offset: number; content: string }[]): string {
  let rest = text;
  for (const { offset, content } of insertions.toSorted((a, b) => a.offset - b.offset)) {
    expect(rest.slice(offset, offset + content.length)).toBe(content);
    rest = rest.slice(0, offset) + rest.slice(offset + content.length);
  }
  return rest;
}
