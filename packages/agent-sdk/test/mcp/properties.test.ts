import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Agent } from '../../src/open/agent.ts';
import { blocksOf, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { startWire } from '../wire/server.ts';
import { wild } from './servers.ts';

/** Servers of every kind of badness, two at once. */
const bad = fc.record(
  {
    start: fc.constantFrom('fine', 'exit', 'say', 'never', 'flood', 'bytes', 'refuse', 'nonsense'),
    list: fc.constantFrom('fine', 'never', 'endless'),
    tools: fc.constantFrom('one', 'pair', 'many', 'twins', 'wrong', 'wordy'),
    call: fc.constantFrom(
      ...['fine', 'exit', 'never', 'nonsense', 'nothing', 'odd', 'refuse'],
      ...['stranger', 'garbage', 'huge', 'flood', 'gush'],
    ),
    children: fc.constantFrom(0, 1),
    deaf: fc.boolean(),
  },
  { requiredKeys: [] },
);

const marked = (how: object, mark: string) => {
  const server = wild(how, { timeout: 0.7, startTimeout: 1.2 });
  return { ...server, args: [...server.args, mark] };
};

const running = (mark: string): string[] =>
  execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark) && !/^\s*\d+\s+Z/.test(line));

test('whatever servers do: requests are valid, each call has one result, other tools work, nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(bad, bad, fc.boolean(), async (one, two, aborts) => {
      const wire = await startWire();
      const home = tempDir();
      const mark = `mark-${Math.random().toString(36).slice(2)}`;
      const agent = await Agent.create({
        workdir: tempDir(),
        home,
        env: { ...process.env, HOME: home, ...wire.env('anthropic') },
        permissionMode: 'bypassPermissions',
        mcpServers: { one: marked(one, mark), two: marked(two, mark) },
        mcpWaitMs: 1_500,
      });
      try {
        const both = call('mcp__one__poke', {}).blocks.concat(call('mcp__two__poke', {}).blocks);
        const ours = call('Bash', { command: 'echo still here' });
        wire.script({ blocks: both }, ours, { blocks: both }, say('Done.'));
        if (aborts) setTimeout(() => agent.abort(), 300);
        const { ended } = await agent.sendMessage('PROMPT');
        const calls = blocksOf(agent.messages, 'tool');
        expect(
          calls.filter(({ stage, result }) => stage !== 'end' || result === undefined),
        ).toEqual([]);
        expect(wire.faults).toEqual([]);
        expect(wire.requests.every(({ body }) => JSON.stringify(body).length < 1_000_000)).toBe(
          true,
        );
        if (ended === 'aborted') return;
        expect(ended).toBe('done');
        expect(calls.find(({ name }) => name === 'Bash')).toMatchObject({ success: true });
      } finally {
        await agent.close();
        await wire.close();
        expect(running(mark)).toEqual([]);
      }
    }),
    { numRuns: 5 },
  );
});
