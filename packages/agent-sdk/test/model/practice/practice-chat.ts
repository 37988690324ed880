import { createPracticeModel } from '../../../src/model/practice/practice-model.ts';
import { convertMessagesForAPI } from '../../../src/utils/convertMessagesForAPI.ts';
import type { Block, Message, ToolBlock } from '../../../src/vocabulary/messages.ts';
import { blocksOf, partsOf } from '../helpers.ts';

const TOOLS = 'Bash Read Write Edit Grep Glob AskUserQuestion TodoWrite Task'.split(' ');
export const SYSTEM = 'You are Wave.\nWorking directory: /work\n';

/** A conversation with the practice model, and an agent that answers every call from a table. */
export function conversation(system = SYSTEM, tools = TOOLS) {
  const messages: Message[] = [];
  const specs = tools.map((name) => ({ name, description: name, inputSchema: { type: 'object' } }));
  const add = (role: Message['role'], blocks: readonly Block[], from?: 'hook' | 'wave') =>
    void messages.push({ id: String(messages.length), role, blocks, ...(from ? { from } : {}) });
  return {
    say: (content: string, from?: 'hook' | 'wave') =>
      add('user', [{ type: 'text', content }], from),
    /** One answer; its calls get the results given, each `ok` when there is none. */
    async answer(...results: readonly (string | { failed: string })[]) {
      const asked = { system, messages: convertMessagesForAPI(messages), tools: specs };
      const blocks = blocksOf(await partsOf(createPracticeModel(), asked));
      const calls = blocks.filter((block) => block.type === 'tool');
      add(
        'assistant',
        blocks.map((block) => finished(block, results[calls.indexOf(block as ToolBlock)])),
      );
      const text = blocks.map((block) => (block.type === 'text' ? block.content : '')).join('');
      return { text, calls: calls.map(({ name, parameters }) => [name, parameters]) };
    },
  };
}

function finished(block: Block, result: string | { failed: string } = 'ok'): Block {
  if (block.type !== 'tool') return block;
  const failed = typeof result === 'object';
  return { ...block, stage: 'end', success: !failed, result: failed ? result.failed : result };
}
