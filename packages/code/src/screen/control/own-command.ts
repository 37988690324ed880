import type { Agent, UserCommand } from '@wavehooks/agent-sdk';
import { userShell } from '../machine/shell.ts';
import type { Item } from '../state/item.ts';
import type { Store } from '../state/store.ts';
import type { Jobs } from './jobs.ts';

interface OwnCommandParts {
  readonly agent: Agent;
  readonly store: Store;
  readonly show: (item: Item) => void;
  readonly interruptible: Jobs['interruptible'];
}

/** A `!command` in the user's own shell; the agent gets what hooks leave of its output. */
export async function ownCommand(command: string, parts: OwnCommandParts): Promise<void> {
  const { agent, store, show, interruptible } = parts;
  const { item, ran, note, head } = await interruptible(command, (signal) =>
    agent.noting(`!${command}`, () =>
      userShell(command, agent, signal, (output) => store.dispatch({ is: 'printing', output })),
    ),
  );
  show(item);
  const output = await interruptible(`hooks on the output of ${command}`, (signal) =>
    passed(ran, parts, signal),
  );
  if (output !== undefined) agent.note(note(output), { shell: head });
}

/** What hooks leave of it for the agent; undefined where they could not look at it. */
async function passed(
  ran: UserCommand,
  { agent, show }: OwnCommandParts,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const output = await agent.ran(ran, { signal });
    if (output !== ran.output)
      show({ is: 'told', tone: 'info', text: 'Hooks changed what the agent reads of it.' });
    return output;
  } catch (error) {
    if (!signal.aborted) throw error;
    const text = 'The agent does not get this output: you ended the hooks that look at it first.';
    show({ is: 'told', tone: 'warning', text });
    return undefined;
  }
}
