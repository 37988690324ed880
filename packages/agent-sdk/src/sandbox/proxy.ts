import { chmodSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fitsDomain, readDomain } from '@wavehooks/hooks/vocabulary';
import { isInner, type Lookup, pinned } from '@wavehooks/hooks/web';

/** A way out for commands in a sandbox: to the hosts that settings name, and to no other. */
export interface SandboxProxy {
  /** Where it listens. */
  readonly socket: string;
  close(): void;
}

export interface ProxyOptions {
  readonly socket: string;
  /** Hosts as rules name them. */
  readonly allow: readonly string[];
  readonly lookup: Lookup;
  /** Hears of each host that was refused. */
  readonly refused?: (host: string) => void;
}

/** How the text begins that a command gets which is refused: by this it is recognised. */
const REFUSAL = "Wave's sandbox lets no command reach";

const CONNECT_MS = 15_000;

export async function openProxy(options: ProxyOptions): Promise<SandboxProxy> {
  const server = createServer((asked, answer) => void forward(asked, answer, options));
  server.on(
    'connect',
    (asked: IncomingMessage, socket: Duplex, head: Buffer) =>
      void tunnel(asked, socket, head, options),
  );
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await listen(server, options.socket);
  chmodSync(options.socket, 0o600);
  server.unref();
  return {
    socket: options.socket,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(path, done);
  });

/** Where a connection goes, or why it may not. */
type Way = { readonly addresses: readonly string[] } | { readonly refusal: string };

/** The same as for WebFetch: an inner address only where its host is named itself, without a star. */
async function wayTo(
  host: string,
  port: number,
  { allow, lookup, refused }: ProxyOptions,
): Promise<Way> {
  const bare = host.replace(/^\[|\]$/g, '');
  const usual = port === 443 || port === 80;
  const subject = `domain:${isIP(bare) === 6 ? `[${bare}]` : bare}${usual ? '' : `:${port}`}`;
  const rules = allow.filter((rule) => fitsDomain(rule, subject));
  const no = (why: string): Way => {
    refused?.(host);
    return { refusal: `${REFUSAL} ${host}:${port}: ${why}.` };
  };
  if (rules.length === 0) return no(`it is not in "sandbox.network.allow" of the user's settings`);
  const addresses = isIP(bare) > 0 ? [bare] : await lookup(bare).catch(() => []);
  if (addresses.length === 0) return { refusal: `${bare} has no address.` };
  const inner = addresses.find(isInner);
  if (inner !== undefined && !rules.some(namesOne))
    return no(
      `it leads to ${inner}, which is on this machine or in a private network, and only a rule that names the host itself allows that`,
    );
  return { addresses };
}

function namesOne(rule: string): boolean {
  const domain = readDomain(rule);
  return typeof domain !== 'string' && domain.host !== undefined && !domain.below;
}

/** `CONNECT host:port`: what goes through is between the two. */
async function tunnel(
  asked: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  options: ProxyOptions,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(asked.url ?? '') ?? [];
  const way = host === '' ? BAD : await wayTo(host, Number(port), options);
  if ('refusal' in way) return void socket.end(`${refusalHead(way.refusal)}${way.refusal}\n`);
  const far = connect({
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    lookup: pinned(way.addresses),
    timeout: CONNECT_MS,
  });
  far.once('connect', () => {
    far.setTimeout(0);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    far.write(head);
    far.pipe(socket);
    socket.pipe(far);
  });
  far.once('timeout', () => far.destroy(new Error('it did not answer')));
  far.once('error', (error) => {
    if (far.connecting || !far.bytesRead)
      socket.end(`HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n${error.message}\n`);
    else socket.destroy();
  });
  socket.once('close', () => far.destroy());
}

const BAD: Way = { refusal: 'expected CONNECT host:port' };

const refusalHead = (text: string): string =>
  `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text) + 1}\r\nConnection: close\r\n\r\n`;

/** `GET http://host/path`: sent on, with the allowed host in `Host`: one server may serve many names. */
async function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  options: ProxyOptions,
): Promise<void> {
  asked.on('error', () => answer.destroy());
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : undefined;
  if (url?.protocol !== 'http:') return void answer.writeHead(400).end('expected a web address\n');
  const way = await wayTo(url.hostname, Number(url.port || 80), options);
  if ('refusal' in way)
    return void answer.writeHead(403, { 'content-type': 'text/plain' }).end(`${way.refusal}\n`);
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = asked.headers;
  const far = request(url, {
    method: asked.method,
    headers: { ...headers, host: url.host },
    agent: false,
    lookup: pinned(way.addresses),
    timeout: CONNECT_MS,
  });
  far.once('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  far.once('error', (error) => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end(`${error.message}\n`);
  });
  answer.once('close', () => far.destroy());
  asked.pipe(far);
}
