import { expect, test } from 'vitest';
import { addHooks } from '../../src/editing/edit.ts';
import { removeHooks } from '../../src/editing/remove.ts';

const isOurs = (entry: unknown) =>
  String((entry as { command?: unknown }).command).startsWith('ours');
const entry = (command: string) => ({ type: 'command', command });
const OURS = [
  { event: 'Stop', entry: entry('ours stop') },
  { event: 'PreToolUse', matcher: 'AskUserQuestion', entry: entry('ours ask') },
];

const TEXTS: [string, string][] = [
  ['an object of hooks', '{\n  "hooks": {\n    "PostToolUse": []\n  }\n}\n'],
  [
    'comments and order',
    '{\n  // mine\n  "b": 1, /* two */\n  "hooks": {\n    // stops\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "a" }] } // keep\n    ]\n  },\n  "a": [1,\n 2]\n}\n',
  ],
  ['one line', '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}]},"x":1}'],
  [
    'tabs and CRLF',
    '{\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{ "matcher": "x", "hooks": [] }\r\n\t\t]\r\n\t}\r\n}\r\n',
  ],
  [
    'trailing commas',
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "a" },] },\n    ],\n  },\n}\n',
  ],
  [
    'a byte order mark',
    '\uFEFF{\n  "hooks": {\n    "PreToolUse": [{ "matcher": "AskUserQuestion", "hooks": [{ "command": "b" }] }]\n  }\n}',
  ],
];

test.each(TEXTS)('what was added to %s is taken out again, to the byte', (_, text) => {
  const added = addHooks(text, OURS);
  expect(added).not.toBe(text);
  expect(removeHooks(added, isOurs)).toBe(text);
  expect(removeHooks(text, isOurs)).toBe(text);
});

test('a comment in a group that would be left empty keeps the group', () => {
  const text = '{ "hooks": { "Stop": [{ /* why */ "hooks": [{ "command": "ours" }] }] } }';
  expect(removeHooks(text, isOurs)).toBe('{ "hooks": { "Stop": [{ /* why */ "hooks": [] }] } }');
});

const COMMENTED: [string, string, string][] = [
  [
    'on its lines',
    '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          {\n            // why\n            "command": "ours" /* who */ // when\n          }\n        ]\n      }\n    ]\n  }\n}\n',
    '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          // why\n          /* who */\n          // when\n        ]\n      }\n    ]\n  }\n}\n',
  ],
  [
    'in one line, between others',
    '{"hooks":{"Stop":[{"hooks":[{"command":"a"}, {/* 1 */"command":/* 2 */"ours"}, {"command":"b"}]}]}}',
    '{"hooks":{"Stop":[{"hooks":[{"command":"a"}, /* 1 */ /* 2 */ {"command":"b"}]}]}}',
  ],
  [
    'a line comment, and more on the line behind it',
    '{"hooks":{"Stop":[{"hooks":[{"command":"ours" // why\r\n}, {"command":"b"}]}]}}',
    '{"hooks":{"Stop":[{"hooks":[// why\r\n {"command":"b"}]}]}}',
  ],
  [
    'a line comment before a removed comma',
    '{"hooks":{"Stop":[{"hooks":[{"command":"ours" // why\n} /* x */,\n {"command":"b"}]}]}}',
    '{"hooks":{"Stop":[{"hooks":[// why\n /* x */\n {"command":"b"}]}]}}',
  ],
];

test.each(COMMENTED)('comments inside of a hook stay in its place: %s', (_, text, left) => {
  expect(removeHooks(text, isOurs)).toBe(left);
});

test.each([
  ['Stop', '{ "hooks": { "Stop": [], "Other": [] } }'],
  ['Other', '{ "hooks": { "Other": [] } }'],
])('the list of %s stays, be it empty', (event, left) => {
  const text = '{ "hooks": { "Stop": [{ "hooks": [{ "command": "ours" }] }], "Other": [] } }';
  expect(removeHooks(text, isOurs, 'settings.json', [event])).toBe(left);
});

test('several in one group, between others', () => {
  const text =
    '{"hooks":{"Stop":[{"hooks":[{"command":"ours 1"},{"command":"a"},{"command":"ours 2"},{"command":"b"}]}]}}';
  expect(JSON.parse(removeHooks(text, isOurs))).toEqual({
    hooks: { Stop: [{ hooks: [{ command: 'a' }, { command: 'b' }] }] },
  });
});

test('settings of another shape are left alone', () => {
  for (const text of ['{}', '{"hooks":{"Stop":{}}}', '{"hooks":{"Stop":[1,{"hooks":5}]}}'])
    expect(removeHooks(text, isOurs)).toBe(text);
});
