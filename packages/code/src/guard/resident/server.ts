import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_EVENT, respond } from '../event/respond.ts';
import { type Caller, callerOf } from './caller.ts';
import { ACCEPTED, BEAT, framed } from './frame.ts';
import { buildOnDisk, type Place } from './place.ts';

declare const WAVE_VERSION: string;

export interface ServerOptions {
  readonly place: Place;
  readonly build: string;
  readonly idleMs: number;
}

export interface Server {
  /** Cancels what is under way, and ends. */
  stop(): void;
  readonly ended: Promise<void>;
}

/** What `wave guard status` shows. */
export interface Resident {
  readonly pid: number;
  readonly version: string;
  readonly build: string;
  readonly since: string;
  readonly events: number;
}

type Act = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** No system lets an environment be larger. */
const MAX_ENV = 8 * 1024 * 1024;
const MAX_CALLERS = 256;
const BEAT_MS = 1_000;
const WATCH_MS = 10_000;

/**
 * Answers events on a socket that only its user reaches. A caller first hands over its environment, and is
 * accepted or not; what it then sends on the same connection is its event. Each event is a matter of its own.
 */
export async function openServer({ place, build, idleMs }: ServerOptions): Promise<Server> {
  const callers = new WeakMap<Socket, Caller>();
  const running = new Set<AbortController>();
  const since = new Date().toISOString();
  let events = 0;

  const hello: Act = async (request, response) => {
    const block = await bodyOf(request, MAX_ENV);
    if (isReplaced()) {
      refuse(response);
      return leave();
    }
    const caller = block && callerOf(block);
    if (!caller) return refuse(response);
    callers.set(request.socket, caller);
    response.end(ACCEPTED);
  };

  const event: Act = async (request, response) => {
    const caller = callers.get(request.socket);
    if (!caller) return refuse(response);
    callers.delete(request.socket);
    const gone = new AbortController();
    running.add(gone);
    clearTimeout(idle);
    response.on('close', () => gone.abort());
    try {
      const text = (await bodyOf(request, MAX_EVENT))?.toString('utf8');
      const answered = await beating(response, respond({ ...caller, text, signal: gone.signal }));
      events += 1;
      response.end(framed(answered));
    } finally {
      running.delete(gone);
      if (running.size === 0 && server.listening) idle = setTimeout(leave, idleMs);
    }
  };

  const status: Act = (_, response) => {
    const found: Resident = { pid: process.pid, version: WAVE_VERSION, build, since, events };
    response.end(JSON.stringify(found));
  };

  const stopped: Act = (_, response) => {
    response.end('stopped', stop);
  };

  const acts: Readonly<Record<string, Act>> = {
    'POST /hello': hello,
    'PUT /event': event,
    'GET /status': status,
    'POST /stop': stopped,
  };

  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
    // A caller without an answer refuses, so that is all there is to do.
    Promise.resolve(act ? act(request, response) : refuse(response)).catch(() =>
      response.destroy(),
    );
  });
  // An agent may take its time to write an event.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 0;
  server.maxConnections = MAX_CALLERS;
  const ended = new Promise<void>((resolve) => {
    server.on('close', resolve);
  });

  /** Another build lies where this one was, or nobody can reach this one any more. */
  const isReplaced = () => buildOnDisk() !== build || inodeOf(place.socket) !== own;

  /** No more callers; those under way get their answers. */
  function leave(): void {
    clearTimeout(idle);
    clearInterval(watch);
    if (inodeOf(place.socket) === own) rmSync(place.socket, { force: true });
    server.close();
    server.closeIdleConnections();
  }

  function stop(): void {
    leave();
    for (const one of running) one.abort();
    server.closeAllConnections();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.socket, resolve);
  });
  chmodSync(place.socket, 0o600);
  const own = inodeOf(place.socket);
  const watch = setInterval(() => isReplaced() && leave(), WATCH_MS);
  let idle = setTimeout(leave, idleMs);
  return { stop, ended };
}

/** A caller that was killed is noticed by the first beat that nobody takes. */
async function beating<T>(response: ServerResponse, work: Promise<T>): Promise<T> {
  const beat = setInterval(() => response.write(BEAT), BEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(beat);
  }
}

const inodeOf = (path: string): number | undefined =>
  lstatSync(path, { throwIfNoEntry: false })?.ino;

/** The caller asks a process of its own instead. */
function refuse(response: ServerResponse): void {
  response.writeHead(409, { connection: 'close' }).end();
}

/** Undefined where it is larger; the rest is read, and forgotten. */
async function bodyOf(request: IncomingMessage, max: number): Promise<Buffer | undefined> {
  let size = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= max) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= max ? Buffer.concat(chunks) : undefined;
}
