import type { Agent } from '@wavehooks/agent-sdk';
import { noSlashCommand } from '../../cli/slash.ts';
import type { Item } from '../state/item.ts';
import type { Jobs } from './jobs.ts';

interface KeptParts {
  readonly agent: Agent;
  readonly show: (item: Item) => void;
  readonly fail: (error: unknown) => void;
  /** Gives what was typed back. */
  readonly fill: (text: string) => void;
  /** The names of the screen's own commands. */
  readonly commands: readonly string[];
  readonly interruptible: Jobs['interruptible'];
}

/** What a prompt says that is kept in a file, or that an MCP server has; undefined where it is not sent. */
export const keptPrompt = (
  typed: string,
  name: string,
  parts: KeptParts,
): Promise<string | undefined> =>
  // The server may take its time.
  parts.interruptible(`waiting for /${name}`, async (signal) => {
    const { agent, show, fail, fill } = parts;
    try {
      const text = await agent.expand(typed, { signal });
      if (text === undefined) throw unknown(name, parts);
      if (!signal.aborted) return text;
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
    if (signal.aborted) show({ is: 'told', tone: 'info', text: 'Nothing was sent.' });
    fill(typed);
    return undefined;
  });

/** Told at once, also while the agent is at work. */
export async function refuse(typed: string, name: string, parts: KeptParts): Promise<void> {
  try {
    await parts.agent.expand(typed);
    throw unknown(name, parts);
  } catch (error) {
    parts.fail(error);
    parts.fill(typed);
  }
}

function unknown(name: string, { agent, commands }: KeptParts): Error {
  const kept = agent.commands.map((one) => one.name);
  return new Error(noSlashCommand(name, [...commands, ...kept], '; /help lists them'));
}
