import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createModel } from '../../src/model/provider/provider.ts';
import { Agent } from '../../src/open/agent.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { configFor } from '../model/helpers.ts';
import { tempDir } from '../talk.ts';
import { fail, type Reply, say } from '../wire/reply.ts';
import { type Protocol, startWire, type WireRequest } from '../wire/server.ts';

/** A tool whose result has the length that the call asks for, and that hooks may forbid. */
const echo: Tool<{ size: number; word: string }> = {
  name: 'Echo',
  description: 'says something long',
  input: z.object({ size: z.number(), word: z.string() }),
  effect: 'none',
  run: async ({ size, word }) => ({ success: true, text: `${word} ${'x'.repeat(size)}` }),
};

const step = fc.record({
  size: fc.constantFrom(10, 4_000, 12_000, 30_000),
  blocked: fc.boolean(),
  summary: fc.constantFrom<'good' | 'long' | 'empty' | 'fails'>(
    'good',
    'good',
    'long',
    'empty',
    'fails',
  ),
});
const story = fc.record({
  protocol: fc.constantFrom('anthropic' as const, 'chat' as const),
  /** What we think, and what the endpoint takes; often not the same. */
  window: fc.constantFrom(10_000, 16_000, 30_000, 200_000),
  real: fc.constantFrom(10_000, 16_000, 30_000),
  counts: fc.boolean(),
  turns: fc.array(
    fc.record({
      pasted: fc.constantFrom(0, 300, 20_000),
      context: fc.constantFrom(0, 50, 5_000),
      steps: fc.array(step, { maxLength: 4 }),
    }),
    { minLength: 3, maxLength: 6 },
  ),
});

const isAskedForSummary = ({ body }: WireRequest) =>
  JSON.stringify(body.messages).includes('Write the summary and nothing else.');
const sizeOf = ({ body }: WireRequest) => Math.ceil(JSON.stringify(body).length / 4);

test('whatever is said, in whatever window: requests are valid, end, and lose no word of user and hooks', async () => {
  let compactions = 0;
  await fc.assert(
    fc.asyncProperty(story, async ({ protocol, window, real, counts, turns }) => {
      const server = await startWire();
      const words: string[] = [];
      let turn = turns[0];
      const contextOf = (at: number, size: number) => `HOOK${at} ${'h'.repeat(size)} KOOH${at}`;
      let at = 0;
      const agent = await Agent.create({
        workdir: tempDir(),
        home: tempDir(),
        contextWindow: window,
        model: createModel(
          configFor(protocol, {
            ...{ model: 'm', baseUrl: server.baseUrl.chat, sleep: async () => {} },
          }),
        ),
        tools: [echo as unknown as Tool],
        disallowedTools: ['Bash', 'Edit', 'Glob', 'Grep', 'Write', 'AskUserQuestion'],
        hooks: {
          UserPromptSubmit: [
            {
              hooks: [
                {
                  type: 'function',
                  run: () =>
                    turn?.context
                      ? {
                          hookSpecificOutput: {
                            hookEventName: 'UserPromptSubmit',
                            additionalContext: contextOf(at, turn.context),
                          },
                        }
                      : undefined,
                },
              ],
            },
          ],
          PreToolUse: [
            {
              hooks: [
                {
                  type: 'function',
                  run: (input: { tool_input: { word: string } }) =>
                    input.tool_input.word.startsWith('BAD')
                      ? { decision: 'block', reason: `GUARD ${input.tool_input.word}` }
                      : undefined,
                },
              ],
            },
          ],
        } as never,
      });
      try {
        for (turn of turns) {
          at++;
          const { steps } = turn;
          let done = 0;
          const reply = (request: WireRequest): Reply => {
            const current = steps[Math.min(done, steps.length - 1)];
            if (isAskedForSummary(request)) {
              if (sizeOf(request) > real) return tooLong(protocol, real);
              const how = current?.summary ?? 'good';
              if (how === 'fails') return fail(400, { message: 'no' });
              return how === 'empty'
                ? { blocks: [{ text: ' ' }] }
                : say(how === 'long' ? 'S'.repeat(6_000) : 'SUMMARY');
            }
            if (sizeOf(request) > real) return tooLong(protocol, real);
            const usage = counts
              ? { usage: { input: sizeOf(request), output: 5, cached: 0 } }
              : { usage: { input: 0, output: 0, cached: 0 } };
            const next = steps[done++];
            if (!next) return say('end', usage);
            const word = `${next.blocked ? 'BAD' : 'OK'}${at}_${done}_`;
            if (next.blocked) words.push(`GUARD ${word}`);
            return {
              blocks: [{ call: 'Echo', input: { size: next.size, word }, id: `c${at}_${done}` }],
              ...usage,
            };
          };
          server.script(...Array.from({ length: 60 }, () => reply));
          const asked = server.requests.length;
          words.push(`PROMPT${at} `, ` TPMORP${at}`);
          const { ended, error } = await agent.sendMessage(
            `PROMPT${at} ${'p'.repeat(turn.pasted)} TPMORP${at}`,
          );
          if (turn.context) words.push(`HOOK${at} `, ` KOOH${at}`);
          expect([ended, error]).toEqual(['done', undefined]);
          // Each step is one request; at worst refused, summarised in two ways, and sent again.
          expect(server.requests.length - asked).toBeLessThanOrEqual((steps.length + 1) * 5);
          const last = server.requests.findLast((request) => !isAskedForSummary(request));
          const sent = JSON.stringify(last?.body.messages);
          const missing = words.filter((word) => !sent.includes(word));
          expect(missing).toEqual([]);
          const calls = agent.messages.flatMap(({ blocks }) =>
            blocks.filter(({ type }) => type === 'tool'),
          );
          expect(calls.every((block) => block.type === 'tool' && block.stage === 'end')).toBe(true);
        }
        expect(server.faults).toEqual([]);
        compactions += agent.messages.filter(({ compaction }) => compaction).length;
      } finally {
        await agent.close();
        await server.close();
      }
    }),
    { numRuns: 30 },
  );
  expect(compactions).toBeGreaterThan(5);
});

const tooLong = (protocol: Protocol, real: number): Reply =>
  protocol === 'anthropic'
    ? fail(400, { message: `prompt is too long: 99999 tokens > ${real} maximum` })
    : fail(400, {
        type: 'context_length_exceeded',
        message: `This model's maximum context length is ${real} tokens.`,
      });
