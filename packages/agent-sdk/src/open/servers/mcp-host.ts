import type { AgentEvent } from '../../conversation/agent-event.ts';
import type { AskHost, SampleAnswer, Sampling } from '../../mcp/asked/ask-host.ts';
import type { McpElicit } from '../../mcp/asked/elicitation.ts';
import type { LoginHost } from '../../mcp/login/login-for.ts';
import { type McpLogin, wayOf } from '../../mcp/login/login-way.ts';
import { askAside } from '../../model/ask-aside.ts';
import type { Spend } from '../../usage/ledger.ts';
import type { Model } from '../../vocabulary/model.ts';
import type { Lookup } from '../../vocabulary/web.ts';
import { type ElicitHooks, elicitWithHooks } from './elicit-hooks.ts';

interface HostParts extends ElicitHooks {
  readonly model: () => Model;
  readonly spend: Spend;
  readonly emit: (event: AgentEvent) => void;
  readonly roots: () => readonly string[];
}

/** How the user is asked; absent where nobody is. */
interface Asks {
  readonly mcpLogin?: McpLogin;
  readonly mcpElicit?: McpElicit;
  readonly lookup?: Lookup;
}

/** What MCP servers may have of the agent and its user. The parts are asked for when a server wants them. */
export function mcpHost(
  { mcpLogin, mcpElicit, lookup }: Asks,
  parts: () => HostParts,
): AskHost & LoginHost {
  return {
    loginWay: mcpLogin && wayOf(mcpLogin),
    lookup,
    elicit: (asked, signal) => elicitWithHooks(asked, mcpElicit, parts(), signal),
    sample: mcpElicit && ((asked, signal) => sampled(asked, mcpElicit, parts(), signal)),
    roots: () => [...new Set(parts().roots())],
  };
}

/** The user sees the whole of it before the model does. */
async function sampled(
  { server, system, messages, maxTokens }: Sampling,
  ask: McpElicit,
  { model, spend, emit, notify }: HostParts,
  signal: AbortSignal,
): Promise<SampleAnswer> {
  const prompt = [...(system === undefined ? [] : [`system: ${system}`])]
    .concat(messages.map(({ role, text }) => `${role}: ${text}`))
    .join('\n\n');
  const message = `The MCP server "${server}" wants to ask your model`;
  notify('elicitation_dialog', message);
  const { action } = await ask({ server, message, mode: 'model', prompt }, signal);
  if (action !== 'accept') return { ok: false, why: 'you said no' };
  const asked = model();
  const { text, reason } = await askAside(
    asked,
    {
      system: system ?? '',
      messages: messages.map(({ role, text: said }) => ({
        role,
        content: [{ type: 'text', text: said }],
      })),
      tools: [],
      maxOutputTokens: maxTokens,
    },
    signal,
    { spend, tell: (facts) => emit({ is: 'asked', for: 'server', ...facts }) },
  );
  // A model of the host's own may not know the limit.
  const most = maxTokens * CHARS_A_TOKEN;
  const cut = reason === 'length' || text.length > most;
  return { ok: true, model: asked.id, text: text.slice(0, most), cut };
}

const CHARS_A_TOKEN = 6;
