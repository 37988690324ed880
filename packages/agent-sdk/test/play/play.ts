import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import type { Reply } from '../wire/reply.ts';
import type { WireRequest, WireServer } from '../wire/server.ts';
import type { Order } from './actor.ts';

const ACTOR = bundled(join(import.meta.dirname, 'actor.ts'));

type Scripted = Reply | ((request: WireRequest) => Reply);

/** An agent in a process of its own. */
export interface Actor {
  readonly session: string;
  /** Gives what came of it. */
  order(order: Order): Promise<unknown>;
  /** For what nothing comes of by itself: to steer, to abort. */
  tell(order: Order): void;
  /** One prompt, answered so; the words of how it ended. */
  turn(text: string, ...script: readonly Scripted[]): Promise<unknown>;
  kill(): Promise<void>;
}

export interface Place {
  readonly dir: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly server: WireServer;
}

/** On another day, its clock goes ahead. */
export async function startActor(
  { dir, home, env, server }: Place,
  { resume, daysLater = 0 }: { readonly resume?: string; readonly daysLater?: number } = {},
): Promise<Actor> {
  const clock = `const now = Date.now; Date.now = () => now() + ${daysLater * 86_400_000};
    const D = Date; globalThis.Date = class extends D { constructor(...a) { super(...(a.length ? a : [Date.now()])); } };`;
  const child = fork(ACTOR, [dir, home, ...(resume ? [resume] : [])], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
    execArgv: daysLater ? ['--import', `data:text/javascript,${encodeURIComponent(clock)}`] : [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const session = String(await answerOf(child));
  const tell = (order: Order) => void child.send(order);
  const order = (one: Order) => {
    const came = answerOf(child);
    tell(one);
    return came;
  };
  return {
    session,
    tell,
    order,
    turn: (text, ...script) => {
      server.script(...script);
      return order({ do: 'send', text });
    },
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A process that ends before it answers says so. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`the agent ended with ${code}`);
      }),
    ]);
    return (message as { came?: unknown }).came;
  } finally {
    over.abort();
  }
}
