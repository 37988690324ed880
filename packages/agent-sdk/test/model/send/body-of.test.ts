import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { bodyOf } from '../../../src/model/send/body-of.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function answer(handle: (response: ServerResponse) => void): Promise<IncomingMessage> {
  const server = createServer((_, response) => handle(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port }, resolve).on('error', reject);
  });
}

test('what a server writes at once in many pieces comes as few', async () => {
  const incoming = await answer((response) => {
    for (let n = 0; n < 1_000; n++) response.write(`${n}\n`);
    response.end();
  });
  await wait(50);
  const pieces: Uint8Array[] = [];
  for await (const piece of bodyOf(incoming)) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe(
    Array.from({ length: 1_000 }, (_, n) => `${n}\n`).join(''),
  );
  expect(pieces.length).toBeLessThan(100);
});

test('what came before a connection broke is given out before the error', async () => {
  const incoming = await answer((response) => {
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  const pieces: string[] = [];
  const read = async () => {
    for await (const piece of bodyOf(incoming)) pieces.push(Buffer.from(piece).toString());
  };
  await expect(read()).rejects.toThrow('aborted');
  expect(pieces).toEqual(['half']);
});

test('a reader that is slow holds the server back, and loses nothing', async () => {
  // More than the system holds for both ends of a connection.
  const size = 64 * 1024 * 1024;
  let sent = 0;
  const incoming = await answer(async (response) => {
    while (sent < size) {
      sent += 65_536;
      if (!response.write(Buffer.alloc(65_536, 'x')))
        await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  const reader = bodyOf(incoming).getReader();
  let got = (await reader.read()).value?.length ?? 0;
  await wait(200);
  expect(sent).toBeLessThan(size);
  for (let next = await reader.read(); !next.done; next = await reader.read())
    got += next.value.length;
  expect(got).toBe(size);
});

test('a reader that leaves closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const incoming = await answer((response) => {
    response.write('x');
    response.on('close', () => closed.resolve());
  });
  await bodyOf(incoming).cancel();
  await closed.promise;
});
