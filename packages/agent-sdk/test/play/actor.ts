// An agent as a process of its own, which does what its parent says and can be killed: `actor.ts DIR HOME [SESSION]`.
import type { HookReply } from '@wavehooks/hooks';
import { Agent } from '../../src/open/agent.ts';
import type { PermissionMode } from '../../src/permissions/rules/rule.ts';
import { memory } from '../mcp/servers.ts';

export type Order =
  | { readonly do: 'send'; readonly text: string; readonly image?: string }
  | { readonly do: 'steer'; readonly text: string }
  | { readonly do: 'mode'; readonly mode: PermissionMode }
  | { readonly do: 'model'; readonly name: string }
  | { readonly do: 'compact' | 'abort' | 'close' };

interface Named {
  readonly tool_input?: { readonly command?: string };
}

const [dir = '', home = '', resume] = process.argv.slice(2);
const named = (word: RegExp, answer: HookReply) => ({
  type: 'function' as const,
  name: `on ${word.source}`,
  run: ({ tool_input: { command = '' } = {} }: Named) => (word.test(command) ? answer : undefined),
});
const telling = (text: string) => ({
  type: 'function' as const,
  name: 'teller',
  run: () => ({ additionalContext: text }),
});

const agent = await Agent.create({
  ...{ workdir: dir, home, permissionMode: 'bypassPermissions', settingSources: ['project'] },
  session: { keep: true, ...(resume ? { resume } : {}) },
  mcpServers: { memory: memory() },
  confirm: async () => true,
  hooks: {
    SessionStart: [{ hooks: [telling('a session begins')] }],
    UserPromptSubmit: [{ hooks: [telling('the prompt was seen')] }],
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          named(/deny me/, { decision: 'deny', reason: 'not with me' }),
          named(/change me/, { updated_input: { command: 'echo changed' } }),
        ],
      },
    ],
    PostToolUse: [{ matcher: 'Read', hooks: [telling('this file was checked')] }],
  },
});

let aborting = new AbortController();

/** What an order comes to, for the parent. */
const ACTS: { readonly [D in Order['do']]: (order: Extract<Order, { do: D }>) => unknown } = {
  send: async ({ text, image }) => {
    aborting = new AbortController();
    const images = image
      ? [{ type: 'image' as const, mediaType: 'image/png', content: image }]
      : [];
    const { ended, error } = await agent.sendMessage(text, { images, signal: aborting.signal });
    return error ? `${ended}: ${error}` : ended;
  },
  steer: ({ text }) => void agent.steer(text),
  mode: ({ mode }) => {
    agent.permissionMode = mode;
  },
  model: ({ name }) => agent.switchModel(name),
  compact: async () => (await agent.compact()).done,
  abort: () => aborting.abort(),
  close: () => agent.close(),
};

process.on('message', async (order: Order) => {
  const act = ACTS[order.do] as (order: Order) => unknown;
  const came = await act(order);
  if (order.do !== 'steer' && order.do !== 'abort') process.send?.({ came });
  if (order.do === 'close') process.disconnect();
});
process.send?.({ came: agent.sessionId });
