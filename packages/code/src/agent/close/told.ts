import type { AgentEvent, Block } from '@wavehooks/agent-sdk';
import { exactly, printable } from '../../cli/style.ts';

/** What the user alone is told. */
export interface Told {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly hook?: string;
}

/** With what a line needs and JSON does not: whether the text names the hook itself. */
export interface Said extends Told {
  readonly named?: boolean;
}

/** What an event tells the user alone. */
export const saidIn = (event: AgentEvent): Said[] =>
  event.is === 'change' && event.change.is === 'added'
    ? event.change.message.blocks.flatMap(saidBlock)
    : [];

export const toldIn = (event: AgentEvent): Told[] =>
  saidIn(event).map(({ named: _, ...told }) => told);

export function saidBlock(block: Block): Said[] {
  if (block.type !== 'error' && block.type !== 'notice') return [];
  const tone = block.type === 'error' ? 'error' : block.tone;
  const by = block.hook ? { hook: block.hook, named: block.named === true } : {};
  return [{ tone, text: block.content, ...by }];
}

export const saidLine = ({ tone, text, hook, named }: Said): string =>
  `${tone}: ${exactly(printable(hook === undefined || named ? text : `hook "${hook}": ${text}`))}\n`;

/** How a hook's run ended; undefined for any other event. */
export function hookRunText(event: AgentEvent): string | undefined {
  if (event.is !== 'hook' || event.run.is !== 'ended') return undefined;
  const { hook, run } = event.run;
  const ended = run.outcome.is === 'exit' ? `exit ${run.outcome.code}` : run.outcome.is;
  return `${hook}: ${ended}, ${run.ms.toFixed(0)} ms`;
}
