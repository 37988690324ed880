import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reply, Wire } from './wire/reply.ts';

/** A model on loopback that says what its script says. */
export interface Model {
  readonly url: string;
  /** The requests for a next step, whole: what the model has heard. */
  readonly steps: readonly string[];
  /** Every path that was asked for, with its method. */
  readonly paths: readonly string[];
  /** When each of those requests began to arrive, and when its answer was out, by `performance.now()`. */
  readonly times: readonly Times[];
  close(): Promise<void>;
}

interface Times {
  readonly arrived: number;
  readonly answered: number;
}

/** What it says once its script is over, and to whatever is no step of the work. */
const OVER: Reply = { say: 'All done.' };

export async function startModel(wire: Wire, script: readonly Reply[]): Promise<Model> {
  const steps: string[] = [];
  const paths: string[] = [];
  const times: Times[] = [];
  const server = createServer(async (incoming, response) => {
    const arrived = performance.now();
    const path = incoming.url ?? '';
    paths.push(`${incoming.method} ${path}`);
    const text = await textOf(incoming);
    const body = objectOf(text);
    const isStep = wire.isStep(path, body);
    if (isStep) steps.push(text);
    if (incoming.method !== 'POST') return void response.writeHead(404).end('{}');
    const reply = isStep ? (script[steps.length - 1] ?? OVER) : OVER;
    send(response, wire.events(reply, String(paths.length)));
    if (isStep) times.push({ arrived, answered: performance.now() });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    steps,
    paths,
    times,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const one of events) response.write(one);
  response.end();
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
