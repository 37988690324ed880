import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that knows only the transport before streamable HTTP: a stream, and an address to post to. */
export async function startOld(how: { status?: number; endpoint?: string } = {}) {
  const log: string[] = [];
  let stream: ServerResponse | undefined;
  const event = (name: string, data: string) => stream?.write(`event: ${name}\ndata: ${data}\n\n`);
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2024-11-05',
      capabilities: { tools: {} },
      serverInfo: { name: 'old', version: '0' },
    },
    'tools/list': { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'hello from before' }] },
  };
  const server = createServer(async (request, answer) => {
    const { method, url = '' } = request;
    log.push(`${method} ${url}`);
    if (method === 'GET' && url === '/sse') {
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      stream = answer;
      return event('endpoint', how.endpoint ?? '/messages?id=1');
    }
    if (method !== 'POST' || !url.startsWith('/messages'))
      return answer.writeHead(how.status ?? 405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = JSON.parse(Buffer.concat(chunks).toString());
    answer.writeHead(202).end();
    if (message.id !== undefined)
      event(
        'message',
        JSON.stringify({ jsonrpc: '2.0', id: message.id, result: results[message.method] ?? {} }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`;
  return { url, log, drop: () => stream?.end() };
}
