import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Block } from '../vocabulary/messages.ts';
import type { Call, ModelPart } from '../vocabulary/model.ts';

/** Adds what the model just said to the blocks of its message. The blocks given are not changed. */
export function addPart(blocks: readonly Block[], part: ModelPart): readonly Block[] {
  switch (part.is) {
    case 'restart':
      return [];
    case 'text':
      return addText(blocks, part.text);
    case 'reasoning':
      return addReasoning(blocks, part);
    case 'call':
      return [...blocks, toolBlock(part)];
    case 'finish':
      return blocks;
  }
}

function addText(blocks: readonly Block[], text: string): readonly Block[] {
  const last = blocks.at(-1);
  if (last?.type !== 'text') return [...blocks, { type: 'text', content: text }];
  return [...blocks.slice(0, -1), { ...last, content: last.content + text }];
}

type Reasoning = Extract<ModelPart, { is: 'reasoning' }>;

/** Metadata ends a block: what follows it belongs to the next thought. */
function addReasoning(blocks: readonly Block[], part: Reasoning): readonly Block[] {
  const last = blocks.at(-1);
  const metadata = part.metadata ? { metadata: part.metadata } : {};
  if (last?.type !== 'reasoning' || last.metadata) {
    return [...blocks, { type: 'reasoning', content: part.text, ...metadata }];
  }
  return [...blocks.slice(0, -1), { ...last, content: last.content + part.text, ...metadata }];
}

function toolBlock({ id, name, input }: Call): Block {
  return { type: 'tool', id, name, parameters: isObject(input) ? input : {}, stage: 'pending' };
}
