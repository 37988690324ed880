import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';

/** The launcher's process and our end of its socket. */
export interface Helper {
  readonly child: ChildProcess;
  readonly socket: Duplex;
  /** Keeps this process alive for it until `release`: somebody waits for what it says. */
  hold(): void;
  release(): void;
}

/** Beside this module: in a bundle and in the published package, as compiled, as source. */
const FILES = ['launcher.cjs', 'program.js', 'program.ts'];

/** Few pages to copy is the whole point: little room for garbage, and no threads that work ahead. */
const FLAGS = [
  ...['--max-semi-space-size=1', '--max-old-space-size=16', '--single-threaded'],
  ...['--v8-pool-size=0', '--no-warnings'],
];

/** Starts the launcher; a text says why it cannot be. */
export function startHelper(): Helper | string {
  const program = FILES.map((name) => join(import.meta.dirname, name)).find((one) =>
    existsSync(one),
  );
  if (program === undefined) return `none of ${FILES.join(', ')} is in ${import.meta.dirname}`;
  // An application that carries Node inside would be started once more.
  if (!/^node/.test(basename(process.execPath))) return `${process.execPath} is no Node`;
  try {
    return spawnHelper(program);
  } catch (error) {
    return String(error);
  }
}

function spawnHelper(program: string): Helper {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [...FLAGS, program], {
    // Its own session: what a terminal sends to the agent (Ctrl-C) does not reach it.
    detached: true,
    cwd: '/',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForNode(name))),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const socket = child.stdio[3] as Socket;
  // Both: when its socket closes, its end is still to be heard of.
  const keepAlive = (yes: boolean) => {
    for (const one of [child, socket]) yes ? one.ref() : one.unref();
  };
  keepAlive(false);
  let holders = 0;
  return {
    child,
    socket,
    hold: () => {
      if (++holders === 1) keepAlive(true);
    },
    release: () => {
      if (--holders === 0) keepAlive(false);
    },
  };
}

/** What the user sets for the agent's Node (a debugger, modules to load) is not for ours. */
const isForNode = (name: string) => name.startsWith('NODE_');
