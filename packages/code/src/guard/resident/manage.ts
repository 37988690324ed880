import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '@wavehooks/process/files';
import { type Command, readArgs, refuseMore } from '../../cli/command.ts';
import { usageOf } from '../../cli/usage.ts';
import { faultOfDir, placeOf } from './place.ts';
import type { Resident } from './server.ts';

const USAGE = usageOf({ forms: ['wave guard stop'] });

const PATIENCE_MS = 2_000;

/** The residents that answer, and why there can be none. */
export interface Residents {
  readonly running: readonly (Resident & { readonly socket: string })[];
  readonly fault?: string;
}

/** Every resident of this user, of whichever build. */
export async function residents(home = homedir()): Promise<Residents> {
  const { dir } = placeOf('', home);
  if (!existsSync(dir)) return { running: [] };
  const fault = faultOfDir(dir);
  if (fault !== undefined) return { running: [], fault };
  const sockets = readdirSync(dir)
    .filter((name) => /^[0-9a-f]+$/.test(name))
    .map((name) => join(dir, name))
    .filter((socket) => lstatSync(socket).uid === process.geteuid?.());
  const found = await Promise.all(
    sockets.map(async (socket) => {
      const text = await ask(socket, 'GET', '/status');
      const said = text === undefined ? undefined : residentIn(text);
      return said ? [{ ...said, socket }] : [];
    }),
  );
  return { running: found.flat() };
}

function residentIn(text: string): Resident | undefined {
  try {
    const said = JSON.parse(text) as Partial<Resident>;
    return typeof said.pid === 'number' ? (said as Resident) : undefined;
  } catch {
    return undefined;
  }
}

/** `wave guard stop`: ends the resident. The next event is answered without it and starts another one. */
export const stop: Command = async (args, io) => {
  const { positionals } = readArgs(args, {}, USAGE);
  refuseMore(positionals, USAGE);
  const { running, fault } = await residents();
  if (fault !== undefined) io.err(`wave guard: ${fault}\n`);
  for (const { socket, pid } of running) {
    await ask(socket, 'POST', '/stop');
    await ended(pid);
    io.out(`The resident process ${pid} ended.\n`);
  }
  if (running.length === 0) io.out('No resident process is running.\n');
  return 0;
};

async function ended(pid: number): Promise<void> {
  const patience = performance.now() + PATIENCE_MS;
  while (isAlive(`${pid}-`) && performance.now() < patience) await wait(10);
}

/** Undefined where nobody answers. */
const ask = (socketPath: string, method: string, path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const none = () => resolve(undefined);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const sent = request({ socketPath, method, path, signal, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? text : undefined));
      response.on('error', none);
    });
    sent.on('error', none).end();
  });
