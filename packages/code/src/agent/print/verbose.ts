import type { AgentEvent, Change } from '@wavehooks/agent-sdk';
import { failedCommand } from '../../cli/failed-command.ts';
import { exactLine } from '../../cli/style.ts';
import { hookRunText } from '../close/told.ts';

/** What `--verbose` says of an event; empty where that is nothing. */
export function verboseLine(event: AgentEvent): string {
  if (event.is === 'change') return verboseChange(event.change, '');
  // Without what was typed: that is not to be kept, and stderr often is.
  if (event.is === 'prompt') return `  prompt rewritten by ${event.by.map(exactLine).join(', ')}\n`;
  const run = hookRunText(event);
  if (run !== undefined) return `  hook ${exactLine(run)}\n`;
  return event.is === 'subagent' && event.event.is === 'change'
    ? verboseChange(event.event.change, `[${event.agent.id}] `)
    : '';
}

function verboseChange(change: Change, by: string): string {
  if (change.is === 'tool' && change.patch.stage)
    return `  ${by}${change.call} ${change.patch.stage}${change.patch.stage === 'end' ? `: ${ending(change.patch)}` : ''}\n`;
  if (change.is !== 'added') return '';
  return change.message.blocks
    .flatMap((block) =>
      block.type === 'tool'
        ? [`  ${by}${block.name} ${short(JSON.stringify(block.parameters))}\n`]
        : [],
    )
    .join('');
}

type ToolPatch = Extract<Change, { is: 'tool' }>['patch'];

/** Of a command that failed: its exit code, then the last that it printed. */
function ending({ success, result = '' }: ToolPatch): string {
  const { end, last, left } = failedCommand(result, MOST_LINES);
  if (success !== false || end.length === 0) return short(result);
  const cut = left > 0 ? ` (${left} earlier ${left === 1 ? 'line' : 'lines'} left out)` : '';
  return [end.map(short).join(' ') + cut, ...last.map(short)].join('\n    ');
}

const MOST_LINES = 8;

const short = (text: string) => exactLine(text).slice(0, 200);
