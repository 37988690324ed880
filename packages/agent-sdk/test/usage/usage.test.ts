import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Agent } from '../../src/open/agent.ts';
import { costOf, knownPrice, PRICES } from '../../src/usage/prices.ts';
import { openAgent } from '../open-agent.ts';
import { talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const usage = { input: 1_000, output: 100, cached: 4_000, written: 500 };
const counted = {
  inputTokens: 5_500,
  outputTokens: 100,
  cachedTokens: 4_000,
  cacheWriteTokens: 500,
};
/** 1,000 x 2 + 4,000 x 0.2 + 500 x 2.5 + 100 x 10, for a million. */
const COST = 0.00505;

describe('what a session costs', () => {
  test('a turn, the session, and the session after a resume', async () => {
    const { agent, result, send, dir } = await talk({
      session: { keep: true },
      script: [{ ...call('Bash', { command: 'true' }), usage }, say('ok', { usage })],
    });
    expect(result).toMatchObject({ requests: 2, cost: expect.closeTo(2 * COST, 10) });
    expect(agent.usage).toEqual({
      inputTokens: 11_000,
      outputTokens: 200,
      cachedTokens: 8_000,
      cacheWriteTokens: 1_000,
      requests: 2,
      cost: expect.closeTo(2 * COST, 10),
    });
    expect((await send('NEXT', say('ok', { usage }))).usage).toEqual(counted);
    const total = agent.usage;
    await agent.close();
    const home = agent.transcriptPath.split('/.wave/')[0] ?? '';
    const resume = agent.sessionId;
    const again = await openAgent({ workdir: dir, home, session: { keep: true, resume } });
    expect(again.agent.usage).toEqual(total);
    expect(total.requests).toBe(3);
  });

  test('what was taken back was spent, and so was a summary', async () => {
    const { agent, server } = await talk({ script: [say('ok', { usage })] });
    server.script(say('SUMMARY', { usage }));
    await agent.compact();
    await agent.undo(agent.checkpoints()[0]?.id ?? '');
    expect(agent.usage).toMatchObject({ requests: 2, cost: expect.closeTo(2 * COST, 10) });
  });

  test('one unknown price, and there is no sum', async () => {
    const { result, agent } = await talk({ protocol: 'chat', script: [say('ok')] });
    expect([result.cost, agent.usage.cost, 'cost' in result]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  test('prices of the options come first', async () => {
    const { result } = await talk({
      protocol: 'chat',
      prices: { 'gpt-test': { input: 1, output: 10 } },
      script: [say('ok', { usage: { input: 1_000, output: 100, cached: 500 } })],
    });
    expect(result.cost).toBeCloseTo(0.0025, 10);
  });

  test('what the settings say of a provider’s model counts', async () => {
    const home = tempDir();
    const models = { 'gpt-test': { price: { input: 2, output: 10 } }, other: { price: {} } };
    mkdirSync(join(home, '.wave'));
    writeFileSync(
      join(home, '.wave/settings.json'),
      JSON.stringify({ providers: { openai: { models } } }),
    );
    const { result, agent } = await talk({
      ...{ home, protocol: 'chat', settingSources: ['user'] },
      script: [say('ok', { usage: { input: 1_000, output: 100, cached: 0 } })],
    });
    expect(result.cost).toBeCloseTo(0.003, 10);
    expect(agent.problems.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^"providers.openai.models.other.price": expected input, output/),
    ]);
  });

  test('nothing was asked: nothing was spent', async () => {
    const agent = await Agent.create({ workdir: tempDir(), home: tempDir(), model: 'practice' });
    expect(agent.usage).toMatchObject({ requests: 0, cost: 0 });
    await agent.close();
  });
});

describe('the table of prices', () => {
  test.each(Object.entries(PRICES))('%s is whole', (_, price) => {
    expect(price.input).toBeGreaterThan(0);
    expect(price.output).toBeGreaterThan(price.input);
    expect(price.cacheRead).toBeLessThan(price.input);
  });

  test.each([
    ['claude-sonnet-4-5', 3],
    ['claude-sonnet-4-5-20250929', 3],
    ['gpt-5.1-2025-11-13', 1.25],
    ['claude-sonnet-4-5-turbo', undefined],
    ['gpt-5-mini-high', undefined],
    ['practice', undefined],
    ['toString', undefined],
  ])('%s', (model, input) => {
    expect(knownPrice(model)).toEqual(input && expect.objectContaining({ input }));
  });

  test('a provider that counts more from the cache than there was does not lower the price', () => {
    const odd = { inputTokens: 10, outputTokens: 0, cachedTokens: 100, cacheWriteTokens: 0 };
    expect(costOf(odd, { input: 1_000_000, output: 1 })).toBe(100);
  });
});
