import { chmodSync, rmSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { OpenOptions } from '@wavehooks/settings';
import { type Io, UsageError } from '../cli/command.ts';
import { onInterrupt } from '../cli/signals.ts';
import { underRules } from '../guard/event/permissions.ts';
import { fireOnce } from '../hooks/event/fire-once.ts';
import { answerMessage, type Judge } from './answer.ts';
import { MAX_MESSAGE, serveLines } from './lines.ts';

interface Ways {
  readonly permissions?: boolean | undefined;
  readonly socket?: string | undefined;
  readonly port?: string | undefined;
}

/** Answers until its input ends, or until it is interrupted. */
export async function serve(options: OpenOptions, ways: Ways, io: Io): Promise<number> {
  const answer = (text: string) => answerMessage(text, judgeFor(options, ways, io), io.cwd);
  if (ways.port !== undefined) await untilInterrupted(httpServer(answer), portOf(ways.port), io);
  else if (ways.socket !== undefined) await untilInterrupted(socketServer(answer), ways.socket, io);
  else await serveLines(process.stdin, process.stdout, answer);
  return 0;
}

const judgeFor =
  (options: OpenOptions, { permissions }: Ways, io: Io): Judge =>
  async (input) => {
    const cwd = String((input as { cwd?: string }).cwd ?? io.cwd);
    const fired = await fireOnce(options, { cwd, err: io.err, flags: [] }, async () => input);
    const [verdict] = permissions
      ? await underRules([fired.verdict], [input], { cwd, shell: 'sh' }, options)
      : [fired.verdict];
    // The process answers many more events, each with a log of its own.
    fired.end();
    await fired.close();
    return { verdict: verdict ?? fired.verdict, toUser: fired.toUser };
  };

const socketServer = (answer: (text: string) => Promise<string | undefined>): Server =>
  createServer((socket) => {
    socket.on('error', () => socket.destroy());
    void serveLines(socket, socket, answer).then(
      () => socket.end(),
      () => socket.destroy(),
    );
  });

/** One message a request: an answer is 200, what was only told 202. */
const httpServer = (answer: (text: string) => Promise<string | undefined>): Server =>
  createHttp(async (request, response) => {
    const refuse = (status: number) => response.writeHead(status).end();
    if (request.method !== 'POST') return refuse(405);
    // A page in a browser can reach this machine, but cannot send this type without being asked about.
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return refuse(415);
    const text = await bodyOf(request);
    if (text === undefined) return refuse(413);
    const said = await answer(text);
    if (said === undefined) return refuse(202);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(said);
  });

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_MESSAGE) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new UsageError(`--port: expected a number from 0 to 65535, got ${JSON.stringify(text)}`);
}

/** Tells where it answers, on stdout: with the port that was picked. */
async function untilInterrupted(server: Server, where: number | string, io: Io): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(new UsageError(`cannot answer there: ${error.message}`)));
  server.once('close', resolve);
  const shown = () =>
    typeof where === 'string'
      ? where
      : `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ready = () => {
    if (typeof where === 'string') chmodSync(where, 0o600);
    io.out(`${shown()}\n`);
  };
  if (typeof where === 'string') server.listen(where, ready);
  else server.listen(where, '127.0.0.1', ready);
  const done = onInterrupt(async () => {
    server.close();
    (server as { closeAllConnections?: () => void }).closeAllConnections?.();
  });
  await promise.finally(done);
  if (typeof where === 'string') rmSync(where, { force: true });
}
