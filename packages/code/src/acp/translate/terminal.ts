import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import type { ToolBlock } from '@wavehooks/agent-sdk';
import { exactLine } from '../../cli/style.ts';
import { fenced, textContent } from './tool-content.ts';

// Some editors show a terminal of the agent's own: it is named in the content of a call, and what it prints comes in
// `_meta`. They say so in their capabilities, in `_meta.terminal_output`.

/** What a command printed since: `now` is the end of its output, as `before` was. */
export function grown(before: string, now: string): string {
  if (before === '' || now.startsWith(before)) return now.slice(before.length);
  // Only the last of it is told: what stood there last is found in what stands there now.
  const known = before.slice(-KNOWN_CHARS);
  const at = now.lastIndexOf(known);
  return at < 0 ? `\n[…]\n${now}` : now.slice(at + known.length);
}

const KNOWN_CHARS = 400;

/** A call under way, with what it shows now. */
export const underWay = (toolCallId: string, content: ToolCallContent[]): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  status: 'in_progress',
  content,
});

/** The last of what a command printed. */
export const printing = (tail: string): ToolCallContent => textContent(fenced(tail));

/** How far a call is; its server's words. */
export const progressing = (text: string): ToolCallContent => printing(exactLine(text));

/** The same in a terminal, which knows what came before. */
export const printed = (toolCallId: string, data: string): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  _meta: { terminal_output: { terminal_id: toolCallId, data } },
});

export const terminalContent = (id: string): ToolCallContent => ({
  type: 'terminal',
  terminalId: id,
});

/** What the terminal of a command is told when the command begins and ends. `told`: what it printed so far. */
export function terminalMeta(id: string, block: ToolBlock, told: string, cwd: string): object {
  if (block.stage !== 'end') return { terminal_info: { terminal_id: id, cwd } };
  const { result = '', success } = block;
  const rest =
    told === '' ? result : result.includes(told.slice(-KNOWN_CHARS)) ? grown(told, result) : '';
  return {
    ...(rest === '' ? {} : { terminal_output: { terminal_id: id, data: rest } }),
    terminal_exit: { terminal_id: id, exit_code: success === false ? null : 0, signal: null },
  };
}
