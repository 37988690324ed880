import type { AgentEvent } from '@wavehooks/agent-sdk';
import type { RunEvent } from '@wavehooks/hooks';
import type { Io } from '../../cli/command.ts';
import { exactLine } from '../../cli/style.ts';

/** What is longer than this wants an explanation: somebody waits for the prompt of the shell. */
const SLOW_MS = 500;

/** The hooks that run now, of whichever event. */
export interface Runs {
  hear(event: AgentEvent): void;
  readonly now: readonly Started[];
}

type Started = Extract<RunEvent, { is: 'started' }>;

export function followRuns(): Runs {
  let now: readonly Started[] = [];
  return {
    hear: (event) => {
      if (event.is !== 'hook') return;
      const { run } = event;
      if (run.is === 'started') now = [...now, run];
      if (run.is === 'ended') now = now.filter(({ id }) => id !== run.id);
    },
    get now() {
      return now;
    },
  };
}

/** Hooks of the session's end take their time: the user hears which ones, and how to go without. */
export async function closeSession(
  close: () => Promise<void>,
  runs: Runs,
  io: Pick<Io, 'err'>,
): Promise<void> {
  const slow = setTimeout(() => io.err(waitingFor(runs.now)), SLOW_MS);
  try {
    await close();
  } finally {
    clearTimeout(slow);
  }
}

function waitingFor(runs: readonly Started[]): string {
  if (runs.length === 0) return '';
  const names = runs.map(({ hook, event }) => `${exactLine(hook)} (${event})`).join(', ');
  return `Waiting for the hook${runs.length > 1 ? 's' : ''} ${names}. Ctrl-C ends the wait.\n`;
}
