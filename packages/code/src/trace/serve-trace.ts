import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultLogDir, logFile } from '@wavehooks/settings/log';
import type { Io } from '../cli/command.ts';
import { onSignals } from '../cli/signals.ts';
import { type Door, refusalOf } from './admit.ts';
import type { Trace } from './build/trace.ts';
import { followSession } from './follow-session.ts';
import { newsSince } from './news.ts';
import { type PageParts, pageHtml, pagePolicy } from './page-html.ts';
import type { Traced } from './read-session.ts';
import { whatIf } from './what-if.ts';

/** How often files are looked at, how many pages may listen, and how much may wait for a slow one. */
const LOOK_MS = 250;
const MOST_PAGES = 16;
const MOST_WAITING = 64 * 1024 * 1024;
const MOST_BODY = 1_000;

/** Serves the page of a session to this computer, until somebody wants us gone. */
export async function serveTrace(traced: Traced, parts: PageParts, io: Io): Promise<number> {
  const problems = new Set<string>();
  const now = followSession(traced, (problem) => {
    // Each look meets it again; it is told once.
    if (!problems.has(problem)) io.err(`wave: ${problem}\n`);
    problems.add(problem);
  });
  const live: Live = { traced, parts, io, now, pages: new Set(), stop: new AbortController() };
  const token = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, response, { token, port: portOf(server) }, live).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(`${error.message}\n`);
    });
  });
  // The loopback address alone: nobody else on the network reaches it.
  server.listen(0, '127.0.0.1');
  await new Promise<void>((listening, failed) => {
    server.once('listening', listening);
    server.once('error', failed);
  });
  io.out(`http://127.0.0.1:${portOf(server)}/?token=${token}\n`);
  if (io.stdoutIsTerminal()) io.err('Ctrl-C ends it.\n');
  const looking = setInterval(() => look(live), LOOK_MS);
  await new Promise<void>((done) => {
    const ignore = onSignals(() => {
      ignore();
      done();
    });
  });
  clearInterval(looking);
  live.stop.abort();
  for (const page of live.pages) page.end();
  server.close();
  server.closeAllConnections();
  return 0;
}

interface Live {
  readonly traced: Traced;
  readonly parts: PageParts;
  readonly io: Io;
  /** The trace as it is now. */
  readonly now: () => Trace;
  /** Those who listen. */
  readonly pages: Set<ServerResponse>;
  readonly stop: AbortController;
  news?: ReturnType<typeof newsSince>;
  seen?: string;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

type Answer = (request: IncomingMessage, response: ServerResponse, live: Live) => Promise<void>;

const ROUTES: Readonly<Record<string, Answer>> = {
  'GET /': async (_, response, { now, parts }) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pageHtml(now(), parts, true));
  },
  'GET /events': async (request, response, live) => {
    if (live.pages.size >= MOST_PAGES) {
      response.writeHead(503).end('Too many pages listen already.\n');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    live.pages.add(response);
    request.on('close', () => live.pages.delete(response));
    // All of it once: something may have happened since the page was made.
    const { lanes, spans, unused, setups, began } = live.now();
    send(response, { lanes, spans, unused, setups, began });
  },
  'POST /what-if': async (request, response, { traced, io, stop }) => {
    const id = await bodyOf(request);
    const text =
      id === undefined
        ? 'That is no id.'
        : await whatIf(id, traced, io, stop.signal).catch((error: Error) => error.message);
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.end(text);
  },
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  door: Door,
  live: Live,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const policy = pagePolicy(live.parts.script, true);
  response.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
  const refused = refusalOf(request, door);
  if (refused) {
    response.writeHead(refused.status).end(`${refused.text}\n`);
    return;
  }
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const route = `${request.method} ${pathname}`;
  const run = Object.hasOwn(ROUTES, route) ? ROUTES[route] : undefined;
  if (run) await run(request, response, live);
  else response.writeHead(404).end('There is nothing here.\n');
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  let text = '';
  for await (const piece of request) {
    text += String(piece);
    if (text.length > MOST_BODY) return undefined;
  }
  return text;
}

/** Tells those who listen what is new, if a file has changed and somebody listens. */
function look(live: Live): void {
  if (live.pages.size === 0) return;
  const now = [logFile(defaultLogDir()), live.traced.session.file].map(stampOf).join(' ');
  if (now === live.seen) return;
  live.seen = now;
  try {
    live.news ??= newsSince();
    const news = live.news(live.now());
    if (news) for (const page of live.pages) send(page, news);
  } catch (error) {
    // A file that is being put aside: the next look finds it.
    live.io.err(`wave: ${(error as Error).message}\n`);
  }
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
}

/** A page that does not keep up asks anew, and gets all at once. */
function send(page: ServerResponse, data: unknown): void {
  if (page.writableLength > MOST_WAITING) page.destroy();
  else page.write(`data: ${JSON.stringify(data)}\n\n`);
}
