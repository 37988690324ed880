import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Agent } from '../../src/open/agent.ts';
import { type ScriptedModel, type ScriptStep, scriptedModel } from '../../src/testing.ts';
import { convertMessagesForAPI } from '../../src/utils/convertMessagesForAPI.ts';
import type { Message } from '../../src/vocabulary/messages.ts';
import { ModelError } from '../../src/vocabulary/model.ts';
import { DOT } from '../mcp/dot.ts';
import { blocksOf, tempDir } from '../talk.ts';

/** What the host does next, and what comes of it. */
const act = fc.record({
  is: fc.constantFrom<'prompt' | 'blocked' | 'compact' | 'undo' | 'resume'>(
    'prompt',
    'prompt',
    'prompt',
    'blocked',
    'blocked',
    'compact',
    'undo',
    'resume',
  ),
  said: fc.constantFrom(10, 6_000, 15_000),
  /** Whether the model's window is full behind it. */
  full: fc.boolean(),
  image: fc.constantFrom<'none' | 'taken' | 'refused'>('none', 'none', 'taken', 'refused'),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const hooks = {
  UserPromptSubmit: [
    {
      hooks: [
        {
          type: 'function',
          name: 'guard',
          run: ({ prompt }: { prompt: string }) =>
            prompt.includes('SECRET') ? { decision: 'block', reason: 'no secrets' } : undefined,
        },
      ],
    },
  ],
} as never;

const isAskedForSummary = (messages: unknown) =>
  JSON.stringify(messages).includes('Write the summary and nothing else.');

/** Answers whatever it is asked, as the act under way wants it. */
function modelOf(current: () => Act): ScriptedModel {
  const step: ScriptStep = ({ messages }) => {
    if (isAskedForSummary(messages)) return 'THE SUMMARY';
    const { said, full, image } = current();
    if (image === 'refused' && JSON.stringify(messages).includes(DOT))
      return { error: new ModelError('image', 'no such images.') };
    const inputTokens = full ? 50_000 : 10;
    return { text: `answer ${'a'.repeat(said)}`, usage: { inputTokens, outputTokens: 5 } };
  };
  return scriptedModel(Array.from({ length: 200 }, () => step));
}

const images = [{ type: 'image', mediaType: 'image/png', content: DOT }] as const;
const next: Message = {
  id: 'next',
  role: 'user',
  from: 'prompt',
  blocks: [{ type: 'text', content: 'NEXT' }],
};

test('a resumed session: the model gets what it would have got without', async () => {
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 10 }), async (acts) => {
      let current = acts[0] as Act;
      const [workdir, home] = [tempDir(), tempDir()];
      const open = (model: ScriptedModel, contextWindow: number, resume?: string) =>
        Agent.create({
          model,
          workdir,
          home,
          hooks,
          contextWindow,
          launcher: false,
          session: { keep: true, ...(resume === undefined ? {} : { resume }) },
        });
      let agent = await open(
        modelOf(() => current),
        60_000,
      );
      const reopen = async (model: ScriptedModel, size: number) => {
        await agent.close();
        agent = await open(model, size, agent.sessionId);
      };
      // What was blocked before anything was said is not in the file either.
      await agent.sendMessage('SECRET');
      await agent.sendMessage('BEGIN', current.image === 'none' ? {} : { images });
      for (const [at, one] of acts.entries()) {
        current = one;
        if (one.is === 'prompt')
          await agent.sendMessage(`PROMPT${at}`, one.image === 'none' ? {} : { images });
        if (one.is === 'blocked') await agent.sendMessage(`SECRET${at}`);
        if (one.is === 'compact') await agent.compact();
        if (one.is === 'undo')
          await agent.undo(agent.checkpoints().at(-1)?.id ?? '').catch(() => {});
        if (one.is === 'resume')
          await reopen(
            modelOf(() => current),
            60_000,
          );
      }
      const expected = convertMessagesForAPI([...agent.messages, next]);
      if (
        blocksOf(agent.messages, 'error').length > 0 &&
        /THE SUMMARY/.test(JSON.stringify(expected))
      )
        hidden++;
      const model = scriptedModel(['LAST']);
      await reopen(model, 1_000_000);
      await agent.sendMessage('NEXT');
      await agent.close();
      expect(model.requests[0]?.messages).toEqual(expected);
    }),
    { numRuns: 150 },
  );
  expect(hidden).toBeGreaterThan(5);
});
