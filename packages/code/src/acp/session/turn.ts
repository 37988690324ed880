import type { PromptResponse } from '@agentclientprotocol/sdk';
import { type Agent, ExpansionBlocked } from '@wavehooks/agent-sdk';
import type { Said } from '../../agent/close/told.ts';
import { wholePrompt } from '../../agent/print/prompt.ts';
import { isExpected } from '../../cli/command.ts';
import { commandIn } from '../../screen/control/typed.ts';
import { ENDS, stopReasonOf } from '../translate/stop-reason.ts';
import { fenced } from '../translate/tool-content.ts';
import { COMMANDS, type EditorCommand } from './commands.ts';
import type { ReadPrompt } from './prompt-blocks.ts';

type Tell = (said: Said) => void;

const ENDED: PromptResponse = { stopReason: 'end_turn' };
const CANCELLED: PromptResponse = { stopReason: 'cancelled' };

/** Runs a command of ours, or sends a prompt and waits until the agent stops. Rejects where the turn failed. */
export async function answer(
  agent: Agent,
  { text, images }: ReadPrompt,
  signal: AbortSignal,
  tell: Tell,
  say: (text: string) => void,
): Promise<PromptResponse> {
  const { name, args = '' } = commandIn(text) ?? {};
  const command = COMMANDS.find((one) => one.name === name && text.trim().startsWith('/'));
  if (command) return runCommand(command, args, agent, signal, tell, say);
  const prompt = await expanded(agent, text, signal, tell);
  if (typeof prompt !== 'string') return prompt;
  if (signal.aborted) return CANCELLED;
  const result = await agent.sendMessage(prompt, { signal, images });
  const told = ENDS[result.ended];
  if (told) tell(told);
  if (result.ended === 'failed') throw new Error(result.error ?? 'the turn failed');
  return { stopReason: stopReasonOf(result) };
}

/** What `/name` stands for; the end of the turn where that cannot be sent. */
async function expanded(
  agent: Agent,
  prompt: string,
  signal: AbortSignal,
  tell: Tell,
): Promise<string | PromptResponse> {
  try {
    return await wholePrompt(agent, { prompt, piped: '' }, signal);
  } catch (error) {
    if (!(error instanceof ExpansionBlocked) && !isExpected(error)) throw error;
    tell({ tone: 'error', text: error.message });
    return error instanceof ExpansionBlocked ? { stopReason: 'refusal' } : ENDED;
  }
}

async function runCommand(
  command: EditorCommand,
  args: string,
  agent: Agent,
  signal: AbortSignal,
  tell: Tell,
  say: (text: string) => void,
): Promise<PromptResponse> {
  const lines: string[] = [];
  const print = (...more: string[]) => void lines.push(...more);
  const paint = (_role: unknown, text: string) => text;
  try {
    await command.run({ controller: { agent }, print, paint, signal, say }, args);
  } catch (error) {
    if (!signal.aborted) tell({ tone: 'error', text: (error as Error).message });
  }
  if (lines.length > 0) say(fenced(lines.join('\n')));
  return signal.aborted ? CANCELLED : ENDED;
}
