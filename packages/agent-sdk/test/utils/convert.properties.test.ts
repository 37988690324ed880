import type { ModelMessage } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertMessagesForAPI } from '../../src/utils/convertMessagesForAPI.ts';
import type { Block, Message } from '../../src/vocabulary/messages.ts';
import { halvesIn } from '../wire/halves.ts';

/** Also halves of characters, which meet as pairs only by chance. */
const halves = fc
  .array(fc.integer({ min: 0xd7fe, max: 0xe001 }), { maxLength: 4 })
  .map((units) => String.fromCharCode(...units));
const words = fc.oneof({ weight: 3, arbitrary: fc.string({ maxLength: 8 }) }, halves);
const names = fc.oneof(words, fc.constantFrom('Bash', 'constructor', '__proto__', 'toString'));
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), content: words }),
  fc.record({ type: fc.constant('reasoning' as const), content: words }),
  fc.record({ type: fc.constant('error' as const), content: words.map((w) => `SECRET${w}`) }),
  fc
    .record({
      id: fc.constantFrom('', 'a', 'b', 'ü'),
      name: names,
      input: fc.dictionary(words, fc.oneof(words, fc.array(words), fc.dictionary(words, words))),
      result: fc.option(words),
    })
    .map(({ id, name, input, result }) => toolBlock(id, name, input, result)),
);
function toolBlock(
  id: string,
  name: string,
  parameters: Record<string, unknown>,
  result: string | null,
): Block {
  const ended = result === null ? { stage: 'pending' as const } : { stage: 'end' as const, result };
  return { type: 'tool', id, name, parameters, ...ended };
}
const message: fc.Arbitrary<Message> = fc.record({
  id: fc.constant('m'),
  role: fc.constantFrom('user', 'assistant'),
  blocks: fc.array(block, { maxLength: 5 }),
});

test('whatever the conversation, what goes out is valid and in order', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
      const out = convertMessagesForAPI(messages);
      expect(JSON.stringify(out)).not.toContain('SECRET');
      for (const [i, each] of out.entries()) checkOne(each, out[i - 1], out[i + 1]);
      expect(texts(out).filter((t) => t !== 'Go on.')).toEqual(expected(messages));
      expect(new Set(ids(out)).size).toBe(ids(out).length);
      expect(halvesIn(out)).toEqual([]);
      expect(calledIn(out).filter((name) => name in Object.prototype)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('a message that was converted before comes out as it would the first time', () => {
  const lists = fc.array(fc.nat({ max: 5 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 6, maxLength: 6 }),
      fc.array(lists),
      (pool, orders) => {
        // The same messages in other company: the names of their calls may be taken there.
        for (const order of orders) {
          const messages = order.flatMap((at) => pool[at] ?? []);
          const fresh = convertMessagesForAPI(structuredClone(messages).map((one) => ({ ...one })));
          expect(convertMessagesForAPI(messages)).toEqual(fresh);
        }
      },
    ),
  );
});

test('a conversation that goes on, also from an earlier place, comes out as if it were new', () => {
  const step = fc.record({
    kept: fc.nat({ max: 8 }),
    more: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 6, maxLength: 6 }),
      fc.array(step, { maxLength: 8 }),
      (pool, steps) => {
        const messages: Message[] = [];
        for (const { kept, more } of steps) {
          messages.splice(kept, messages.length, ...more.flatMap((at) => pool[at] ?? []));
          const out = convertMessagesForAPI(messages);
          expect(out).toEqual(convertMessagesForAPI(structuredClone(messages)));
          // What was given out is the caller's own.
          out.length = 0;
        }
      },
    ),
    { numRuns: 500 },
  );
});

function checkOne(each: ModelMessage, before?: ModelMessage, after?: ModelMessage): void {
  expect(each.content.length).toBeGreaterThan(0);
  if (!before) expect(each.role).toBe('user');
  if (each.role !== 'tool') expect(before?.role).not.toBe(each.role);
  const calls = ids([each]);
  const answered = after?.role === 'tool' ? after.content : [];
  const results = answered.flatMap((p) => (p.type === 'tool-result' ? [p.toolCallId] : []));
  if (each.role === 'assistant') expect(results).toEqual(calls);
  if (each.role === 'tool') expect(before?.role).toBe('assistant');
}

function ids(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((m) =>
    m.role !== 'assistant' || typeof m.content === 'string'
      ? []
      : m.content.flatMap((p) => (p.type === 'tool-call' ? [p.toolCallId] : [])),
  );
}

function calledIn(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => ('toolName' in part ? [part.toolName] : [])),
  );
}

function texts(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((m) =>
    m.role === 'tool' || typeof m.content === 'string'
      ? []
      : m.content.flatMap((p) => (p.type === 'text' ? [p.text] : [])),
  );
}

function expected(messages: readonly Message[]): string[] {
  const kept = messages.flatMap((m) =>
    m.blocks.flatMap((b) => (b.type === 'text' ? [b.content] : [])),
  );
  return kept.filter((t) => t.trim() !== '').map((t) => t.toWellFormed());
}
