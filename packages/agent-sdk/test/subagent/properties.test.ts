import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { AgentEvent } from '../../src/conversation/agent-event.ts';
import { Agent } from '../../src/open/agent.ts';
import { MAX_DEPTH } from '../../src/subagent/task-tool.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { tempDir } from '../talk.ts';
import { type Reply, say, type WireBlock } from '../wire/reply.ts';
import { startWire } from '../wire/server.ts';
import { taskCall } from './delegate.ts';

/** What one agent does: per answer the calls it makes; a call may be an agent again. */
type Work = readonly (readonly Step[])[];
type Step =
  | { readonly is: 'tool'; readonly name: 'Effect' | 'Look' }
  | { readonly is: 'task'; readonly type: 'general' | 'looker'; readonly work: Work };

const tool = fc.constantFrom<Step>({ is: 'tool', name: 'Effect' }, { is: 'tool', name: 'Look' });
/** One level deeper than subagents go, so that some are refused. */
const workOf = (depth: number): fc.Arbitrary<Work> => {
  const task = () =>
    fc.record({
      is: fc.constant('task' as const),
      type: fc.constantFrom('general' as const, 'general' as const, 'looker' as const),
      work: workOf(depth + 1),
    });
  const step: fc.Arbitrary<Step> =
    depth > MAX_DEPTH ? tool : fc.oneof(tool, { weight: 2, arbitrary: task() });
  const steps = fc.array(step, { minLength: 1, maxLength: 2, size: 'max' });
  return fc.array(steps, { minLength: 1, maxLength: 2, size: 'max' });
};

/** What a hook does with the how manieth call, over and over. */
const verdict = fc.oneof(
  { weight: 20, arbitrary: fc.constant('pass' as const) },
  { weight: 2, arbitrary: fc.constant('block' as const) },
  { weight: 1, arbitrary: fc.constant('halt' as const) },
);
const story = fc.record({
  protocol: fc.constantFrom('anthropic' as const, 'chat' as const),
  work: workOf(0),
  verdicts: fc.array(verdict, { minLength: 5, maxLength: 20, size: 'max' }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

const ANSWERS = {
  pass: undefined,
  block: { decision: 'block', reason: 'REASON' },
  halt: { continue: false, stopReason: 'NEVER-stop' },
};

async function live({ protocol, work, verdicts }: Story) {
  const server = await startWire();
  const dir = tempDir();
  const scripts = scriptOf(work);
  const done: string[] = [];
  const fired: { key: string; agent: unknown; what: keyof typeof ANSWERS }[] = [];
  const tool = (name: string, effect: Tool['effect']): Tool => ({
    name,
    description: 'For the test.',
    input: z.looseObject({ key: z.string() }),
    effect,
    run: async ({ key }) => {
      done.push(String(key));
      return { success: true, text: name };
    },
  });
  const agent = await Agent.create({
    workdir: dir,
    home: dir,
    env: { HOME: dir, PATH: process.env['PATH'], ...server.env(protocol) },
    permissionMode: 'bypassPermissions',
    tools: [tool('Effect', 'run'), tool('Look', 'none')],
    agents: [{ name: 'looker', description: 'Looks.', tools: ['Look'] }],
    hooks: {
      PreToolUse: [
        {
          hooks: [
            {
              type: 'function',
              run: ({ tool_input, agent_id }: Record<string, unknown>) => {
                const { key, prompt } = tool_input as Record<string, string>;
                const what = verdicts[fired.length % verdicts.length] ?? 'pass';
                fired.push({ key: key ?? prompt ?? '', agent: agent_id, what });
                return ANSWERS[what];
              },
            },
          ],
        },
      ],
    },
  });
  const events: AgentEvent[] = [];
  agent.subscribe((event) => events.push(event));
  // Whose turn it is shows in its only prompt; its answers come one after the other.
  const reply = ({ body }: { body: unknown }): Reply => {
    const [own = ''] = JSON.stringify(body).match(/WORK-[\d.]+-/) ?? [];
    return scripts.get(own)?.shift() ?? say('end');
  };
  server.script(...Array.from({ length: 500 }, () => reply));
  const result = await agent.sendMessage('WORK-0-');
  await agent.close();
  await server.close();
  rmSync(dir, { recursive: true, force: true });
  const sent = JSON.stringify(server.requests.map(({ body }) => body));
  return {
    faults: server.faults,
    sent,
    done,
    fired,
    events,
    result,
    asked: server.requests.length,
  };
}

/** Every agent's answers by the mark of its prompt, and every call with a key that is its own. */
function scriptOf(work: Work, mark = '0', scripts = new Map<string, Reply[]>()) {
  const answer = (steps: readonly Step[], n: number): Reply => ({
    blocks: steps.map((step, i): WireBlock => {
      const key = `${mark}.${n}${i}`;
      if (step.is === 'tool') return { call: step.name, input: { key }, id: `id-${n}-${i}` };
      scriptOf(step.work, key, scripts);
      return taskCall(`WORK-${key}-`, step.type, `id-${n}-${i}`);
    }),
  });
  scripts.set(`WORK-${mark}-`, work.map(answer));
  return scripts;
}

test('at any depth: every call that ran fired PreToolUse once, and no blocked call ran', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const { faults, sent, done, fired, events, result, asked } = await live(told);
      expect(faults).toEqual([]);
      expect(sent).not.toContain('NEVER');
      const keys = fired.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Set(done).size).toBe(done.length);
      for (const key of done) expect(fired.find((one) => one.key === key)?.what).toBe('pass');
      const halted = fired.some(({ what }) => what === 'halt');
      expect(result.ended).toBe(halted ? 'halted' : 'done');
      expect(result.requests).toBe(asked);
      // A call of depth n has n dots in its key: only those of the main agent have no agent.
      for (const { key, agent } of fired)
        expect(agent === undefined).toBe(key.replace(/^WORK-|-$/g, '').split('.').length === 2);
      const started = new Set(
        events.flatMap((event) => (event.is === 'subagent' ? [event.agent.id] : [])),
      );
      const ended = events.filter((e) => e.is === 'subagent' && e.event.is === 'ended');
      expect(ended).toHaveLength(started.size);
      const passed = fired.filter(({ key, what }) => key.startsWith('WORK') && what === 'pass');
      expect(started.size).toBeLessThanOrEqual(passed.length);
    }),
    { numRuns: 25 },
  );
});
