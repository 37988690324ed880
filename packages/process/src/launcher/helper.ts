import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { withoutInherited } from '../basics/inherited-descriptors.ts';
import { type NotStarted, trySpawn } from '../basics/spawn.ts';
import { release, remember } from '../kin/survivors.ts';
import { endLateIfKilled } from '../warden/if-killed.ts';
import { openJournal } from '../wire/journal.ts';

/** The launcher's process and our end of its socket. Neither keeps this process alive. */
export interface Helper {
  readonly child: ChildProcess;
  readonly socket: Duplex;
  /** Where the launcher notes what it has begun. */
  readonly journal: number;
}

/** A launcher; or none, and why, which is known a moment later. */
export type StartedHelper =
  | { is: 'started'; helper: Helper }
  | { is: 'failed'; why: Promise<NotStarted> };

/** Beside this module: in a bundle and in the published package, as compiled, as source. */
const FILES = ['launcher.cjs', 'program.js', 'program.ts'];

/** Few pages to copy is the whole point: little room for garbage, and no threads that work ahead. */
const FLAGS = [
  ...['--max-semi-space-size=1', '--max-old-space-size=16', '--single-threaded'],
  ...['--v8-pool-size=0', '--no-warnings'],
];

export function startHelper(): StartedHelper {
  const program = FILES.map((name) => join(import.meta.dirname, name)).find((one) =>
    existsSync(one),
  );
  if (program === undefined)
    return failed(`none of ${FILES.join(', ')} is in ${import.meta.dirname}`);
  // An application that carries Node inside would be started once more.
  if (!/^node/.test(basename(process.execPath))) return failed(`${process.execPath} is no Node`);
  let journal: number;
  try {
    journal = openJournal();
  } catch (error) {
    return failed((error as Error).message);
  }
  const spawned = trySpawn((spawn) =>
    spawn(process.execPath, [...FLAGS, program], {
      // Its own session: what a terminal sends to the agent (Ctrl-C) does not reach it.
      detached: true,
      cwd: '/',
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForNode(name))),
      stdio: withoutInherited(['ignore', 'ignore', 'ignore', 'pipe', journal, 'ipc']),
    }),
  );
  if (spawned.is === 'failed') {
    closeSync(journal);
    return spawned;
  }
  // It ends with us by itself, unless it stands still; what it runs then, its own warden ends.
  remember(spawned.pid, endLateIfKilled(spawned.pid), 'group');
  void spawned.exited.then(() => release(spawned.pid));
  return { is: 'started', helper: helperOf(spawned.child, journal) };
}

const failed = (error: string): StartedHelper => ({
  is: 'failed',
  why: Promise.resolve({ is: 'start', error }),
});

function helperOf(child: ChildProcess, journal: number): Helper {
  const socket = child.stdio[3] as Socket;
  child.unref();
  child.channel?.unref();
  socket.unref();
  return { child, socket, journal };
}

/** What the user sets for the agent's Node (a debugger, modules to load) is not for ours. */
const isForNode = (name: string) => name.startsWith('NODE_');
