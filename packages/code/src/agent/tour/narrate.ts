import type { AgentEvent, Block, Change, Message } from '@wavehooks/agent-sdk';
import type { Io } from '../../cli/command.ts';
import { indent, oneLine, type Paint, printable, type Style } from '../../cli/style.ts';
import { hookRunText } from '../close/told.ts';

/** Tells what happens, a line each: who says what to whom. */
export const narrate =
  (io: Io, paint: Paint) =>
  (event: AgentEvent): void => {
    const lines = event.is === 'change' ? linesOf(event.change) : hookLines(event);
    for (const { who, style, text } of lines)
      io.out(
        `   ${paint(style, who.padEnd(9))}  ${indent(printable(text), '              ').trimStart()}\n`,
      );
  };

interface Line {
  readonly who: string;
  readonly style: Style;
  readonly text: string;
}

function hookLines(event: AgentEvent): Line[] {
  const text = hookRunText(event);
  return text === undefined ? [] : [{ who: 'hook', style: 'magenta', text }];
}

function linesOf(change: Change): Line[] {
  if (change.is === 'added')
    return change.message.blocks.flatMap((block) => blockLine(block, change.message));
  if (change.is !== 'tool' || change.patch.stage !== 'end') return [];
  const style = change.patch.success ? 'green' : 'red';
  return [{ who: 'result', style, text: oneLine(change.patch.result ?? '').slice(0, 300) }];
}

function blockLine(block: Block, { role, from }: Message): Line[] {
  switch (block.type) {
    case 'text':
      return [speech(role, from, block.content)];
    case 'tool':
      return [
        { who: 'tool', style: 'cyan', text: `${block.name} ${JSON.stringify(block.parameters)}` },
      ];
    case 'error':
      return [{ who: 'to you', style: 'red', text: block.content }];
    case 'notice':
      return [{ who: 'to you', style: 'yellow', text: block.content }];
    case 'reasoning':
    case 'image':
      return [];
  }
}

function speech(role: Message['role'], from: Message['from'], text: string): Line {
  if (role === 'assistant') return { who: 'agent', style: 'blue', text };
  return from === 'hook'
    ? { who: 'to agent', style: 'magenta', text }
    : { who: 'you', style: 'bold', text };
}
