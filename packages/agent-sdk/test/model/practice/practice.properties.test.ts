import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replyTo } from '../../../src/model/practice/reply.ts';
import { convertMessagesForAPI } from '../../../src/utils/convertMessagesForAPI.ts';
import type { Block, Message } from '../../../src/vocabulary/messages.ts';

const WORDS = [
  'run',
  'ls',
  ',',
  'then',
  'and',
  'read',
  'a.txt',
  'write b: "x',
  '->',
  'ask me',
  'or',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 5 })), { maxLength: 8 })
  .map((words) => words.join(' '));
const block: fc.Arbitrary<Block> = fc.oneof(
  text.map((content) => ({ type: 'text' as const, content })),
  text.map((result) => ({
    type: 'tool' as const,
    id: 'x',
    name: 'Bash',
    parameters: {},
    stage: 'end' as const,
    result,
    success: result.length % 2 === 0,
  })),
);
const message: fc.Arbitrary<Message> = fc.record({
  id: fc.constant('m'),
  role: fc.constantFrom('user', 'assistant'),
  from: fc.constantFrom('prompt', 'hook', 'wave'),
  blocks: fc.array(block, { maxLength: 3 }),
});
const tools = ['Bash', 'Read'].map((name) => ({ name, description: '', inputSchema: {} }));

test('whatever it is told, it says something, the same every time, with tools that exist', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), text, (before, prompt) => {
      const last: Message = { id: 'p', role: 'user', blocks: [{ type: 'text', content: prompt }] };
      const messages = convertMessagesForAPI([...before, last]);
      const reply = replyTo({ system: '', messages, tools });
      expect(reply).toEqual(replyTo({ system: '', messages, tools }));
      expect(reply.text.trim()).not.toBe('');
      for (const { tool } of reply.calls) expect(['Bash', 'Read']).toContain(tool);
    }),
    { numRuns: 500 },
  );
});
