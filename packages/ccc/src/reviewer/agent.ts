import { promptText, systemText } from './prompt.ts';
import type { Reviewer, ReviewRequest, Said } from './reviewer.ts';
import { rulesFor } from './rules.ts';

/** What we need of `@wavehooks/agent-sdk`. */
export interface AgentSdk {
  readonly Agent: { create(options: AgentOptions): Promise<ReviewAgent> };
}

export interface AgentOptions {
  readonly workdir: string;
  readonly model?: string;
  readonly permissionMode: 'plan';
  readonly systemPrompt: string;
  readonly maxTurns: number;
  readonly permissions: { readonly ask: readonly string[]; readonly deny: readonly string[] };
  readonly disallowedTools: readonly string[];
  readonly launcher: boolean;
  readonly noHooks: true;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface ReviewAgent {
  /** `cost` in US dollars, where the model's price is known. */
  readonly usage?: { readonly cost?: number | undefined };
  subscribe(listener: (event: ReviewEvent) => void): () => void;
  sendMessage(
    text: string,
    options: { signal: AbortSignal },
  ): Promise<{ readonly ended: string; readonly text: string; readonly error?: string }>;
  close?(): Promise<void>;
}

interface ReviewEvent {
  readonly is: string;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

const MAX_TURNS = 30;
/** Of all requests of one review together: evidence, what it reads, and its answers. */
const MAX_TOKENS = 1_000_000;

/** Our own agent, without hooks and with tools that only read, inside of the project. */
export const agentReviewer =
  (load: () => Promise<AgentSdk> = () => import('@wavehooks/agent-sdk')): Reviewer =>
  async (request, signal) => {
    const sdk = await load().catch((error: Error) => error);
    if (sdk instanceof Error)
      return {
        broken: `the agent reviewer needs the package @wavehooks/agent-sdk, which cannot be loaded (${firstLine(sdk.message)}); name another reviewer in ccc.json`,
      };
    const agent = await sdk.Agent.create(optionsFor(request)).catch((error: Error) => error);
    return agent instanceof Error
      ? { broken: `the agent reviewer could not start: ${forReviewer(agent.message)}` }
      : ask(agent, request, signal);
  };

/** The library speaks to whoever calls `wave`; a reviewer has no options, and practice is no judge. */
export const forReviewer = (problem: string): string =>
  problem.replace(/\n[^\n]*--model practice$/, '\nor name another reviewer in ccc.json');

async function ask(agent: ReviewAgent, request: ReviewRequest, signal: AbortSignal): Promise<Said> {
  const budget = new AbortController();
  let tokens = 0;
  agent.subscribe(({ is, usage }) => {
    if (is !== 'usage' || !usage) return;
    tokens += usage.inputTokens + usage.outputTokens;
    if (tokens > MAX_TOKENS) budget.abort();
  });
  const said = await answerOf(agent, request, signal, budget);
  const usd = agent.usage?.cost;
  return { ...said, cost: { tokens, ...(usd === undefined ? {} : { usd }) } };
}

async function answerOf(
  agent: ReviewAgent,
  request: ReviewRequest,
  signal: AbortSignal,
  budget: AbortController,
): Promise<Said> {
  try {
    const { ended, text, error } = await agent.sendMessage(promptText(request), {
      signal: AbortSignal.any([signal, budget.signal]),
    });
    if (ended === 'done') return { text };
    if (budget.signal.aborted)
      return { broken: `the agent reviewer used more than ${MAX_TOKENS} tokens` };
    return { broken: `the agent reviewer did not come to an end: ${error ?? ended}` };
  } catch (error) {
    return { broken: `the agent reviewer failed: ${(error as Error).message}` };
  } finally {
    await agent.close?.();
  }
}

function optionsFor(request: ReviewRequest): AgentOptions {
  const { tools, ask, deny } = rulesFor(request);
  return {
    workdir: request.cwd,
    ...(request.model === undefined ? {} : { model: request.model }),
    permissionMode: 'plan',
    systemPrompt: systemText(request),
    maxTurns: MAX_TURNS,
    permissions: { ask, deny },
    disallowedTools: tools,
    noHooks: true,
    // It lives for one review.
    launcher: false,
    env: { ...request.env, CCC_SUPERVISOR_HOOK: '1' },
  };
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';
