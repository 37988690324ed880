import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** What a server answers to each request. */
export interface Served {
  readonly status?: number;
  readonly body?: string;
  readonly delayMs?: number;
}

export interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback, for as long as the test runs; its address. `seen` gets all that it is sent. */
export async function serve(
  { status = 200, body = '', delayMs = 0 }: Served,
  seen: Seen[] = [],
): Promise<string> {
  const server = createServer(async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    seen.push({ headers: request.headers, body: sent });
    await sleep(delayMs);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
