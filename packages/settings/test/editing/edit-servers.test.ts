import { describe, expect, test } from 'vitest';
import { dropServer, putServer } from '../../src/editing/edit-servers.ts';
import { SettingsError } from '../../src/reading/read.ts';

const put = (text: string) => putServer(text, 'a', { command: 'x' }, 'f.json');

describe('adding a server keeps every byte that is there', () => {
  const rows: [string, string, string][] = [
    [
      'an empty file',
      '',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }\n  }\n}\n',
    ],
    ['one line', '{"b":1}', '{"b":1,"mcpServers":{"a":{"command":"x"}}}'],
    [
      'comments',
      '{\n  // mine\n  "mcpServers": {\n    "b": {} // other\n  }\n}\n',
      '{\n  // mine\n  "mcpServers": {\n    "b": {}, // other\n    "a": {\n      "command": "x"\n    }\n  }\n}\n',
    ],
    [
      'one of that name',
      '{ "mcpServers": { "a": { "url": "y" }, "b": {} } } // end',
      '{ "mcpServers": { "a": {"command":"x"}, "b": {} } } // end',
    ],
  ];
  test.each(rows)('%s', (_, before, after) => {
    expect(put(before)).toBe(after);
  });

  test('what is no list of servers is an error with its place', () => {
    expect(() => put('{"mcpServers": 3}')).toThrow(
      new SettingsError('f.json: "mcpServers": expected an object, got 3'),
    );
    expect(() => put('{"mcpServers": ')).toThrow(SettingsError);
  });
});

describe('removing a server', () => {
  const rows: [string, string, string | undefined][] = [
    ['the only one', '{"mcpServers": {"a": {}}}', '{"mcpServers": {}}'],
    ['the first', '{"mcpServers": {"a": {}, "b": {}}}', '{"mcpServers": { "b": {}}}'],
    ['the last', '{"mcpServers": {"b": {}, /* c */ "a": {}}}', '{"mcpServers": {"b": {} /* c */}}'],
    ['one that is not there', '{"mcpServers": {"b": {}}}', undefined],
    ['without any', '{}', undefined],
    [
      'with comments inside, which go, and around, which stay',
      '{\n  "mcpServers": {\n    // ours\n    "a": {\n      // the fast one\n      "command": "x" // really\n    },\n    // theirs\n    "b": {}\n  }\n}\n',
      '{\n  "mcpServers": {\n    // ours\n    // theirs\n    "b": {}\n  }\n}\n',
    ],
    ['in an empty file', '', undefined],
  ];
  test.each(rows)('%s', (_, before, after) => {
    expect(dropServer(before, 'a', 'f.json')).toBe(after);
  });
});
