import { expect, test } from 'vitest';
import { readLines } from '../../../src/session/transcript/read-lines.ts';

const message = { id: 'm', role: 'user', blocks: [{ type: 'text', content: 'S' }] };
const compaction = { tail: 't', before: 2, after: 1, by: 'model' };
const hash = 'a'.repeat(64);
const file = (state: unknown, when = 'before') => ({ is: 'file', when, path: '/x', state });
const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, cacheWriteTokens: 0 };

const read = (value: unknown) => readLines(Buffer.from(`${JSON.stringify(value)}\n`)).changes;

test.each([
  { is: 'compacted', message: { ...message, compaction } },
  { is: 'rewound', to: 'm' },
  file({ is: 'missing' }),
  file({ is: 'missing', made: '/d' }, 'after'),
  file({ is: 'file', hash, mode: 0o644 }),
  file({ is: 'link', to: 'y' }),
  file({ is: 'unkept', why: 'large' }),
  { is: 'ran', tool: 'Bash', what: 'ls' },
  { is: 'spent', model: 'm', usage },
])('a line is read: %j', (value) => {
  expect(read(value)).toEqual([value]);
});

test.each([
  { is: 'compacted', message },
  { is: 'compacted', message: { ...message, compaction: { tail: 7 } } },
  { is: 'rewound' },
  { is: 'rewound', to: 7 },
  file({ is: 'missing', made: 7 }),
  file({ is: 'missing' }, 'during'),
  file({ is: 'file', hash: `../${'a'.repeat(61)}`, mode: 0o644 }),
  file({ is: 'file', hash, mode: 'x' }),
  file({ is: 'link' }),
  file({ is: 'unkept' }),
  file({ is: 'nothing' }),
  file(null),
  { is: 'file', when: 'before', state: { is: 'missing' } },
  { is: 'ran', tool: 'Bash' },
  { is: 'spent', model: 'm', usage: { inputTokens: 'many' } },
  { is: 'spent', usage },
  { is: 'constructor' },
])('a line that is none is left out: %j', (value) => {
  expect(read(value)).toEqual([]);
});
