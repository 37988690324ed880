import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { portOf } from './proxy.ts';
import { exchange, type Incoming, type Outgoing, optionsOf } from './send.ts';

/** Sends a request through an HTTP proxy; the answer streams. */
export async function sendThrough(proxy: URL, request: Outgoing): Promise<Incoming> {
  const { url, signal } = request;
  const options = optionsOf(request);
  const outgoing =
    url.protocol === 'https:'
      ? https.request(url, { ...options, ...(await tunnel(proxy, url, signal)) })
      : client(proxy).request({ ...options, ...plain(proxy, url, options.headers) });
  return exchange(outgoing, request);
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
      if (statusCode === 200) return resolve(socket);
      // It is ours by now, and would hold this process.
      socket.destroy();
      reject(refused(proxy, statusCode));
    });
    asked.end();
  });
}

function refused(proxy: URL, status: number | undefined): Error {
  const message = `the proxy ${proxy.host} refused the connection with ${status}`;
  return Object.assign(new Error(message), { code: 'EPROXY' });
}
