import type { AgentEvent, Block } from 'wave-agent-sdk';
import { exactly, namesHook, printable } from '../../cli/style.ts';

/** What the user alone is told. */
export interface Told {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly hook?: string;
}

/** What an event tells the user. */
export const toldIn = (event: AgentEvent): Told[] =>
  event.is === 'change' && event.change.is === 'added'
    ? event.change.message.blocks.flatMap(toldBlock)
    : [];

function toldBlock(block: Block): Told[] {
  if (block.type !== 'error' && block.type !== 'notice') return [];
  const tone = block.type === 'error' ? 'error' : block.tone;
  return [{ tone, text: block.content, ...(block.hook ? { hook: block.hook } : {}) }];
}

export const toldLine = ({ tone, text, hook }: Told): string =>
  `${tone}: ${exactly(printable(hook === undefined || namesHook(text, hook) ? text : `hook "${hook}": ${text}`))}\n`;
