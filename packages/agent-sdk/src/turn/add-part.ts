import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Block, ToolBlock } from '../vocabulary/messages.ts';
import type { Call, ModelPart } from '../vocabulary/model.ts';
import { servedText } from './calls/served-text.ts';

/** Adds what the model just said to the blocks of its message. The blocks given are not changed. */
export function addPart(blocks: readonly Block[], part: ModelPart): readonly Block[] {
  switch (part.is) {
    case 'restart':
      return [];
    case 'text':
      return addText(blocks, part);
    case 'reasoning':
      return addReasoning(blocks, part);
    case 'call':
      return [...blocks, toolBlock(part)];
    case 'served':
      return [...blocks, servedBlock(part)];
    case 'served-result':
      return blocks.map((block) =>
        block.type === 'tool' && block.served && block.id === part.id
          ? { ...block, ...servedEnd(part) }
          : block,
      );
    case 'finish':
      return blocks;
  }
}

type Text = Extract<ModelPart, { is: 'text' }>;

/** Metadata ends a block: what follows it has none of it. */
function addText(blocks: readonly Block[], { text, begins, metadata }: Text): readonly Block[] {
  const last = blocks.at(-1);
  const more = metadata ? { metadata } : {};
  if (begins || last?.type !== 'text' || last.metadata)
    return [...blocks, { type: 'text', content: text, ...more }];
  return [...blocks.slice(0, -1), { ...last, content: last.content + text, ...more }];
}

type Reasoning = Extract<ModelPart, { is: 'reasoning' }>;

/** Metadata ends a block: what follows it belongs to the next thought. */
function addReasoning(blocks: readonly Block[], part: Reasoning): readonly Block[] {
  const last = blocks.at(-1);
  const metadata = part.metadata ? { metadata: part.metadata } : {};
  if (part.begins || last?.type !== 'reasoning' || last.metadata) {
    return [...blocks, { type: 'reasoning', content: part.text, ...metadata }];
  }
  return [...blocks.slice(0, -1), { ...last, content: last.content + part.text, ...metadata }];
}

/** Wave could neither ask about it nor keep it from running: it is on its way already. */
const servedBlock = ({ id, name, input }: Extract<ModelPart, { is: 'served' }>): ToolBlock => ({
  type: 'tool',
  id,
  name,
  parameters: isObject(input) ? input : {},
  stage: 'running',
  served: {},
});

const servedEnd = ({
  output,
  failed,
}: Extract<ModelPart, { is: 'served-result' }>): Partial<ToolBlock> => ({
  stage: 'end',
  success: !failed,
  result: servedText(output, failed),
  served: { output, ...(failed ? { failed } : {}) },
});

function toolBlock({ id, name, input, metadata, asked }: Call): Block {
  const parameters = isObject(input) ? input : {};
  const more = { ...(metadata ? { metadata } : {}), ...(asked ? { asked } : {}) };
  return { type: 'tool', id, name, parameters, stage: 'pending', ...more };
}
