import type { Host } from '@wavehooks/hooks';
import { askOnce } from '../model/ask-once.ts';
import { PRACTICE } from '../model/practice/practice-model.ts';
import type { Model, Usage } from '../vocabulary/model.ts';

export interface HostParts {
  /** The model of that name, or the host's own. Throws what is missing. */
  readonly model: (name: string | undefined) => Model;
  readonly spend: (model: string, usage: Usage) => void;
  readonly callTool: NonNullable<Host['callTool']>;
}

/** What an agent lends to its hooks. */
export const hookHost = ({ model, spend, callTool }: HostParts): Host => ({
  ask: async ({ system, prompt, model: name, signal }) => {
    const asked = model(name);
    // It says what it always says: a guard that asks it would be none.
    if (asked.id === PRACTICE)
      throw new Error('the practice model cannot judge; a hook of this type needs a real model');
    const { text, usage } = await askOnce(
      asked,
      {
        system,
        messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
        tools: [],
      },
      signal,
    );
    if (usage) spend(asked.id, usage);
    return text;
  },
  callTool,
});
