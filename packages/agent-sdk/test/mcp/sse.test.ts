import { expect, onTestFinished, test } from 'vitest';
import { Agent } from '../../src/index.ts';
import { tempDir } from '../talk.ts';
import { startOld } from './old-server.ts';

async function open(server: object) {
  const agent = await Agent.create({
    ...{ home: tempDir(), workdir: tempDir(), model: 'practice', mcpWaitMs: 20_000 },
    mcpServers: { old: server },
  });
  onTestFinished(() => agent.close());
  return agent.mcp;
}

const HELLO = { ok: true, value: { text: 'hello from before', isError: false } };

test.each([400, 404, 405])(
  'an old server is found out: it answers %i to the new way',
  async (status) => {
    const { url, log } = await startOld({ status });
    const mcp = await open({ url });
    expect(await mcp.call('old', 'greet')).toEqual(HELLO);
    // The new way, the way before it, then the oldest.
    expect(log.slice(0, 3)).toEqual(['POST /sse', 'POST /sse', 'GET /sse']);
  },
);

test('one that is named as old is asked in the old way only', async () => {
  const { url, log } = await startOld();
  const mcp = await open({ type: 'sse', url });
  expect(await mcp.call('old', 'greet')).toEqual(HELLO);
  expect(log[0]).toBe('GET /sse');
});

test('a stream that ends is a server that is gone; the next call starts it again', async () => {
  const { url, drop } = await startOld();
  const mcp = await open({ type: 'sse', url });
  expect(await mcp.call('old', 'greet')).toEqual(HELLO);
  drop();
  for (let tries = 0; tries < 500 && mcp.servers()[0]?.state === 'ready'; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(mcp.servers()[0]).toMatchObject({ state: 'failed', reason: 'its stream ended' });
  expect(await mcp.call('old', 'greet')).toEqual(HELLO);
});

test('an old server that names another host to post to gets nothing', async () => {
  const thief = await startOld();
  const { url } = await startOld({ endpoint: thief.url.replace('/sse', '/messages') });
  const mcp = await open({ type: 'sse', url });
  expect(await mcp.ready('old')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('Endpoint origin does not match'),
  });
  expect(thief.log).toEqual([]);
});

test('a server that is neither says what it answered to the usual way', async () => {
  const { url } = await startOld({ status: 404 });
  const mcp = await open({ url: url.replace('/sse', '/nothing'), startTimeout: 5 });
  expect(await mcp.ready('old')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('HTTP 404'),
  });
});
