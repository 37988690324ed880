import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { proxiedFetch } from '../../../src/mcp/web/proxied-fetch.ts';

test('an abort ends a stream that is open for long, whatever was collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ending = new AbortController();
  const open = async () => {
    const { body } = await proxiedFetch({})(url, { signal: ending.signal });
    return body?.pipeThrough(new TransformStream()).getReader();
  };
  const reader = await open();
  await reader?.read();
  const read = reader?.read().then(
    () => 'read',
    () => 'ended',
  );
  for (let n = 0; n < 5; n++) {
    await sleep(10);
    collect();
  }
  ending.abort();
  expect(await Promise.race([read, sleep(10_000, 'open')])).toBe('ended');
});
