import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { portOf } from './proxy.ts';

/** Sends a request through an HTTP proxy; the answer streams. Redirects are not followed. */
export async function fetchThrough(proxy: URL, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const headers = { ...Object.fromEntries(request.headers), 'content-length': body.length };
  const options = { method: request.method, signal: request.signal };
  const outgoing =
    url.protocol === 'https:'
      ? https.request(url, { ...options, headers, ...(await tunnel(proxy, url, request.signal)) })
      : client(proxy).request({ ...options, ...plain(proxy, url, headers) });
  return toResponse(await answerTo(outgoing, body));
}

function client(proxy: URL): typeof http | typeof https {
  return proxy.protocol === 'https:' ? https : http;
}

/** To an http address the proxy speaks for us: it is given the whole address. */
function plain(proxy: URL, url: URL, headers: object): http.RequestOptions {
  const all = { ...headers, ...credentials(proxy), host: url.host };
  return { ...address(proxy), path: url.href, headers: all };
}

function address(proxy: URL): { host: string; port: string; agent: false } {
  return { host: bare(proxy.hostname), port: portOf(proxy), agent: false };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function credentials({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** To an https address the proxy only passes bytes on: it sees the host and nothing else. */
async function tunnel(proxy: URL, url: URL, signal: AbortSignal) {
  const socket = await connect(proxy, url, signal);
  const host = bare(url.hostname);
  // The name tells the server which certificate to show; an address is no name.
  const secure = tls.connect({ socket, host, ...(isIP(host) ? {} : { servername: host }) });
  return { createConnection: () => secure };
}

function connect(proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const target = `${url.hostname}:${portOf(url)}`;
  const headers = { ...credentials(proxy), host: target };
  const options = { ...address(proxy), method: 'CONNECT', path: target, headers, signal };
  return new Promise((resolve, reject) => {
    const asked = client(proxy).request(options);
    asked.once('error', reject);
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) resolve(socket);
      else reject(refused(proxy, statusCode));
    });
    asked.end();
  });
}

function refused(proxy: URL, status: number | undefined): Error {
  const message = `the proxy ${proxy.host} refused the connection with ${status}`;
  return Object.assign(new Error(message), { code: 'EPROXY' });
}

function answerTo(outgoing: http.ClientRequest, body: Buffer): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function toResponse(incoming: http.IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Response(body, { status: incoming.statusCode ?? 502, headers });
}
