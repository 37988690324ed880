import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Agent } from '../../src/open/agent.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { blocksOf, tempDir } from '../talk.ts';
import { fail, type Reply, say, type WireBlock } from '../wire/reply.ts';
import { startWire } from '../wire/server.ts';

/** What a hook may say. Texts that the model must never see have a mark of their own. */
const ANSWERS = {
  nothing: () => undefined,
  space: () => ' \n ',
  text: () => 'PLAINTEXT',
  fails: () => {
    throw new Error('NEVER-failed');
  },
  warns: () => ({ systemMessage: 'NEVER-warning' }),
  halts: () => ({ continue: false, stopReason: 'NEVER-stop' }),
  blocks: (event: string) => ({
    decision: 'block',
    reason: event === 'UserPromptSubmit' ? 'NEVER-prompt' : 'REASON',
  }),
  'blocks without a reason': () => ({ decision: 'block', reason: '  ' }),
  allows: () => permission('allow'),
  asks: () => permission('ask'),
  adds: (event: string) => ({
    hookSpecificOutput: { hookEventName: event, additionalContext: 'CONTEXT' },
  }),
  'adds nothing': (event: string) => ({
    hookSpecificOutput: { hookEventName: event, additionalContext: ' ' },
  }),
  rewrites: () => rewrite({ note: 'REWRITTEN' }),
  'rewrites badly': () => rewrite({ key: 7 }),
} as const;
const permission = (permissionDecision: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision,
    permissionDecisionReason: 'NEVER-why',
  },
});
const rewrite = (updatedInput: object) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput },
});

type Said = keyof typeof ANSWERS;
const EVENTS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'] as const;
const said = fc.constantFrom(...(Object.keys(ANSWERS) as Said[]));
/** Mostly nothing, so that turns also go on. */
const mostly = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Said>('nothing') },
  { weight: 2, arbitrary: said },
);

const id = fc.constantFrom('a', 'b', 'c', '', 'odd id!', 'x'.repeat(80));
const toolCall = fc.oneof(
  id.map((id): WireBlock => ({ call: 'Effect', input: {}, id })),
  id.map((id): WireBlock => ({ call: 'Look', input: {}, id })),
  id.map((id): WireBlock => ({ call: 'Nobody knows/this', input: { a: 1 }, id })),
  id.map((id): WireBlock => ({ call: 'Effect', input: {}, raw: '{"key": ', id })),
  id.map((id): WireBlock => ({ call: 'Effect', input: {}, raw: '"text"', id })),
);
const answer = fc
  .tuple(fc.constantFrom('', ' ', 'a text'), fc.array(toolCall, { maxLength: 3 }))
  .map(([text, calls]): Reply => ({ blocks: [...(text ? [{ text }] : []), ...calls] }));
const reply = fc.oneof(
  { weight: 6, arbitrary: answer },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Reply>(
      fail(401, { message: 'NEVER-401' }),
      fail(404, { message: 'NEVER-404' }),
    ),
  },
);

const story = fc.record({
  protocol: fc.constantFrom('anthropic' as const, 'chat' as const),
  replies: fc.array(reply, { maxLength: 12, size: 'max' }),
  hooks: fc.array(fc.tuple(fc.constantFrom(...EVENTS), mostly), { maxLength: 40, size: 'max' }),
  /** At the how manieth moment of a turn it is aborted; beyond its end it is not. */
  aborts: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 3, maxLength: 3 }),
  confirms: fc.array(fc.boolean(), { maxLength: 5 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** Three turns as the story says; gives what was sent and done. */
async function live({ protocol, replies, hooks, aborts, confirms }: Story) {
  const server = await startWire();
  const [dir, home] = [tempDir(), tempDir()];
  const settings = join(home, 'settings.json');
  writeFileSync(settings, JSON.stringify({ limits: { stopBlocks: 3 } }));
  let moments = 0;
  let abortAt = 0;
  const moment = () => void (++moments === abortAt && agent.abort());
  const queues = Object.fromEntries(
    EVENTS.map((e) => [e, hooks.filter(([on]) => on === e).map(([, what]) => what)]),
  );
  const blocked = new Set<unknown>();
  const hook = (event: string) => ({
    type: 'function',
    run: ({ tool_use_id: call }: Record<string, unknown>) => {
      moment();
      const what = queues[event]?.shift() ?? 'nothing';
      if (event === 'PreToolUse' && /^(blocks|halts)/.test(what)) blocked.add(call);
      return ANSWERS[what](event);
    },
  });
  const effects: unknown[] = [];
  const tool = (name: string, effect: Tool['effect']): Tool => ({
    name,
    description: 'For the test.',
    input: z.object({ key: z.string().optional(), note: z.string().optional() }),
    effect,
    run: async () => {
      moment();
      return { success: true, text: name };
    },
  });
  const agent = await Agent.create({
    workdir: dir,
    home,
    settings,
    env: { HOME: home, PATH: process.env['PATH'], ...server.env(protocol) },
    maxTurns: 6,
    tools: [tool('Effect', 'run'), tool('Look', 'none')],
    confirm: async () => {
      moment();
      return confirms.shift() ?? true;
    },
    hooks: Object.fromEntries(
      EVENTS.map((event) => [event, [{ hooks: [hook(event), hook(event)] }]]),
    ),
    session: { keep: true },
  });
  // Whatever runs has gone through the conversation: which call it was is seen there.
  agent.subscribe((event) => {
    if (
      event.is === 'change' &&
      event.change.is === 'tool' &&
      event.change.patch.stage === 'running'
    )
      effects.push(event.change.call);
  });
  const erased: string[] = [];
  const next = () => {
    moment();
    return replies.shift() ?? say('end');
  };
  server.script(...Array.from({ length: 30 }, () => next));
  for (const [turn, at] of aborts.entries()) {
    moments = 0;
    abortAt = at;
    const prompt = `PROMPT-${turn}`;
    const { ended, requests } = await agent.sendMessage(prompt);
    if (ended !== 'done' && requests === 0) erased.push(prompt);
  }
  const transcript = readFileSync(agent.transcriptPath, 'utf8');
  const tools = blocksOf(agent.messages, 'tool');
  await agent.close();
  await server.close();
  for (const place of [dir, home]) rmSync(place, { recursive: true, force: true });
  const sent = server.requests.map(({ body }) => JSON.stringify(body));
  return { faults: server.faults, sent, tools, effects, blocked, erased, transcript };
}

test('whatever models, hooks, users and aborts do, every request is valid and nothing leaks', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const { faults, sent, tools, effects, blocked, erased, transcript } = await live(
        structuredClone(told),
      );
      expect(faults).toEqual([]);
      for (const one of sent) expect(one).not.toContain('NEVER');
      for (const prompt of erased) {
        expect(sent.join()).not.toContain(prompt);
        expect(transcript).not.toContain(prompt);
      }
      expect(new Set(tools.map((tool) => tool.id)).size).toBe(tools.length);
      for (const tool of tools)
        expect(tool).toMatchObject({ stage: 'end', result: expect.any(String) });
      expect(effects.filter((call) => blocked.has(call))).toEqual([]);
      expect(new Set(effects).size).toBe(effects.length);
    }),
    { numRuns: 80 },
  );
});
