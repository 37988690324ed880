import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asFetch } from '../../../src/model/send/as-fetch.ts';
import { Headers as OwnHeaders } from '../../../src/model/send/headers.ts';
import { NoStream, onlyStreams } from '../../../src/model/send/only-streams.ts';
import { following } from '../../../src/model/send/redirect.ts';
import { type Outgoing, send } from '../../../src/model/send/send.ts';

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void;

/** A server that answers as told and counts the connections made to it. */
async function serve(answer: Answer) {
  const seen = { connections: 0, requests: [] as string[] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.requests.push(`${request.method} ${request.url} ${body}`);
      answer(response, request, body);
    });
  });
  server.on('connection', () => seen.connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const outgoing = (url: string, signal = new AbortController().signal): Outgoing => ({
  url: new URL(url),
  method: 'POST',
  headers: { 'x-mine': 'yes' },
  body: ['{"ü":', Buffer.from('"🌊"}')],
  signal,
});

const init = { method: 'POST', headers: { 'x-mine': 'yes' }, body: '{}' };

test('head and body arrive, and the next request takes the same connection', async () => {
  const { seen, at } = await serve((response, { headers }, body) => {
    const { 'content-length': length, 'x-mine': mine, 'accept-encoding': coding } = headers;
    response.writeHead(201, 'Made', { 'x-back': 'a' });
    response.end(JSON.stringify({ length, mine, coding, body }));
  });
  const ask = async () => {
    const response = await asFetch(send)(at, { ...init, body: '{"ü":"🌊"}' });
    const { ok, status, statusText, headers } = response;
    expect([ok, status, statusText, headers.get('x-back')]).toEqual([true, 201, 'Made', 'a']);
    return response.json();
  };
  const expected = { length: '13', mine: 'yes', coding: 'identity', body: '{"ü":"🌊"}' };
  expect([await ask(), await ask()]).toEqual([expected, expected]);
  expect(seen.connections).toBe(1);
});

test('an abort ends it before and after the head', async () => {
  const { seen, at } = await serve((response) => {
    if (seen.requests.length === 2) response.writeHead(200).write('begin');
  });
  for (const rounds of [1, 2]) {
    const stop = new AbortController();
    const answer = send(outgoing(at, stop.signal));
    if (rounds === 1) setTimeout(() => stop.abort(), 20);
    else await answer.then(() => stop.abort());
    const reading = answer.then(async ({ body }) => {
      for await (const _ of body);
    });
    await expect(reading).rejects.toThrow(/abort/);
  }
});

describe('a server that leads to another place', () => {
  const rows: [string, number, (at: string) => string, number, string[]][] = [
    ['of its own', 307, () => '/b', 200, ['/a', '/b']],
    ['of its own, for good', 308, (at) => `${at}/b`, 200, ['/a', '/b']],
    ['with another method', 303, () => '/b', 303, ['/a']],
    ['on another server', 307, () => 'http://127.0.0.1:9/b', 307, ['/a']],
    ['that is no address', 307, () => 'http://', 307, ['/a']],
    ['in a ring', 307, () => '/a', 307, ['/a', '/a', '/a', '/a']],
  ];
  test.each(rows)('%s (%i)', async (_, code, location, status, paths) => {
    const { seen, at } = await serve((response, { url }) => {
      if (url === '/b') response.end('there');
      else response.writeHead(code, { location: location(at) }).end('elsewhere');
    });
    const answer = await following(send)(outgoing(`${at}/a`));
    expect(answer.status).toBe(status);
    await answer.body.cancel();
    expect(seen.requests).toEqual(paths.map((path) => `POST ${path} {"ü":"🌊"}`));
  });
});

describe('what is a stream by its type', () => {
  const rows: [string | undefined, number, boolean][] = [
    ['text/event-stream; charset=utf-8', 200, true],
    ['Text/Event-Stream', 200, true],
    ['text/plain', 200, true],
    ['application/octet-stream', 200, true],
    [undefined, 200, true],
    ['text/html; charset=utf-8', 200, false],
    ['application/json', 200, false],
    ['application/json', 401, true],
  ];
  test.each(rows)('%s with %i: %s', async (type, status, passes) => {
    const { at } = await serve((response) => {
      response
        .writeHead(status, type ? { 'content-type': type } : {})
        .end(`<p>\n${'x'.repeat(500)}`);
    });
    const answer = onlyStreams(send)(outgoing(`${at}/v1/messages?key=secret`));
    if (passes) return expect((await answer).status).toBe(status);
    const error = await answer.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoStream);
    const name = type?.split(';')[0];
    expect((error as Error).message).toBe(
      `${at}/v1/messages answered with ${name} instead of a stream of events: <p> ${'x'.repeat(116)}…`,
    );
  });
});

test('the stand-in for Headers does what the real one does for the providers', () => {
  const record = { 'X-Api-Key': 'k', 'User-Agent': 'a' };
  for (const Kind of [Headers, OwnHeaders]) {
    const headers = new Kind(record);
    headers.set('USER-AGENT', `${headers.get('user-Agent')} b`);
    expect(Object.fromEntries([...headers.entries()].sort())).toEqual({
      'user-agent': 'a b',
      'x-api-key': 'k',
    });
    expect([...new Kind([...headers])].sort()).toEqual([...headers].sort());
    expect(headers.get('none') || '').toBe('');
  }
});

test('what is sent is told once all of it was written, before the answer', async () => {
  const told: string[] = [];
  const { at } = await serve((response) => {
    setTimeout(() => {
      told.push('answer');
      response.end('yes');
    }, 200);
  });
  const answer = await send({ ...outgoing(at), onSent: () => told.push('sent') });
  await answer.body.cancel();
  expect(told).toEqual(['sent', 'answer']);
});
