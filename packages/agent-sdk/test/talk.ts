import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TurnResult } from '../src/conversation/agent-event.ts';
import { Agent } from '../src/open/agent.ts';
import type { AgentOptions } from '../src/open/options/agent-options.ts';
import type { Block, Message } from '../src/vocabulary/messages.ts';
import type { Reply } from './wire/reply.ts';
import { type Protocol, startWire, type WireServer } from './wire/server.ts';

export interface Talk {
  readonly agent: Agent;
  readonly result: TurnResult;
  readonly server: WireServer;
  readonly dir: string;
  /** Everything that went to the model, as one text. */
  readonly sent: string;
  send(prompt: string, ...replies: Reply[]): Promise<TurnResult>;
}

export interface StartOptions extends Omit<AgentOptions, 'hooks'> {
  readonly hooks?: Readonly<Record<string, unknown>>;
  readonly protocol?: Protocol;
}

interface TalkOptions extends StartOptions {
  readonly prompt?: string;
  readonly script?: readonly Reply[];
}

export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'wave-agent-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** An agent, and a model's endpoint on loopback that checks each request. Both end with the test. */
export async function startAgent({ protocol = 'anthropic', ...options }: StartOptions) {
  const server = await startWire();
  const dir = options.workdir ?? tempDir();
  const home = options.home ?? tempDir();
  const agent = await Agent.create({
    workdir: dir,
    home,
    env: { ...process.env, HOME: home, ...server.env(protocol) },
    permissionMode: 'bypassPermissions',
    // A server may take long to start on a machine that has a lot to do.
    mcpWaitMs: 60_000,
    ...options,
  });
  onTestFinished(async () => {
    await agent.close();
    await server.close();
  });
  return { agent, server, dir, home };
}

/** A whole turn: real hooks, real tools, and a model's endpoint on loopback that checks each request. */
export async function talk({
  prompt = 'PROMPT',
  script = [],
  ...options
}: TalkOptions): Promise<Talk> {
  const { agent, server, dir } = await startAgent(options);
  const send = async (text: string, ...replies: Reply[]) => {
    server.script(...replies);
    return agent.sendMessage(text);
  };
  const result = await send(prompt, ...script);
  return {
    agent,
    result,
    server,
    dir,
    send,
    get sent() {
      return JSON.stringify(server.requests.map(({ body }) => body));
    },
  };
}

/** Hooks of one event, each a shell command or a whole entry. */
export const hooksOn = (event: string, ...hooks: (string | object)[]) => ({
  [event]: [
    {
      hooks: hooks.map((hook, at) => ({
        type: 'command',
        // Named, so that no text of a command shows up where its label is told.
        name: `hook${at}`,
        ...(typeof hook === 'string' ? { command: hook } : hook),
      })),
    },
  ],
});

export const printing = (answer: unknown) => `printf %s '${JSON.stringify(answer)}'`;

export const ofRole = (messages: readonly Message[], role: Message['role']) =>
  messages.filter((message) => message.role === role);

export const textOf = (message: Message | undefined): string =>
  (message?.blocks ?? []).map((block) => ('content' in block ? block.content : '')).join('');

export function blocksOf<T extends Block['type']>(messages: readonly Message[], type: T) {
  return messages.flatMap(({ blocks }) =>
    blocks.filter((block): block is Extract<Block, { type: T }> => block.type === type),
  );
}
