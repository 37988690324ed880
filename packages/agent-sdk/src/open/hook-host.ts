import type { Host } from '@wavehooks/hooks';
import type { AgentEvent, RequestFacts } from '../conversation/agent-event.ts';
import { askAside } from '../model/ask-aside.ts';
import { PRACTICE } from '../model/practice/practice-model.ts';
import type { Sandbox } from '../sandbox/open-sandbox.ts';
import type { Spend } from '../usage/ledger.ts';
import type { Model, ModelRequest } from '../vocabulary/model.ts';
import { askReading, type Reading, readingContext } from './ask-reading.ts';

export interface HostParts {
  /** The model of that name, or the host's own. Throws what is missing. */
  readonly model: (name: string | undefined) => Model;
  readonly spend: Spend;
  readonly emit: (event: AgentEvent) => void;
  readonly callTool: NonNullable<Host['callTool']>;
  readonly sandbox: Pick<Sandbox, 'plan'>;
  readonly reading: Reading;
}

/** What an agent lends to its hooks. */
export const hookHost = ({ model, spend, emit, callTool, sandbox, reading }: HostParts): Host => ({
  sandbox: async () => {
    const plan = await sandbox.plan('workspace');
    if ('fault' in plan) throw new Error(`it asks for a sandbox, and ${plan.fault}`);
    return plan;
  },
  ask: async ({ system, prompt, model: name, readsFrom, signal, trace }) => {
    const asked = model(name);
    // It says what it always says: a guard that asks it would be none.
    if (asked.id === PRACTICE)
      throw new Error('the practice model cannot judge; a hook of this type needs a real model');
    const request = {
      system,
      messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] }],
      tools: [],
    };
    const tell = (facts: RequestFacts) =>
      emit({ is: 'asked', for: 'hook', ...facts, ...(trace ? { trace } : {}) });
    const ask = (one: ModelRequest) => askAside(asked, one, signal, { spend, tell });
    if (readsFrom === undefined) return (await ask(request)).text;
    const context = readingContext(reading, readsFrom, signal);
    return askReading(ask, request, context, reading.rules());
  },
  callTool,
});
