import type { Conversation } from '../conversation/conversation.ts';
import type { Output, ReadOutput } from '../output/output-schema.ts';
import { askAgain, askFor, gaveUp, toldAgain } from '../output/output-texts.ts';
import type { Progress } from './progress.ts';
import type { End } from './turn-end.ts';

/** How often a turn asks for a document that fits. */
const MOST_CORRECTIONS = 3;

type Told = Pick<Conversation, 'add' | 'tell'>;

/** Behind the prompt: what its answer has to be. */
export const askForOutput = ({ schema }: Output, conversation: Told): void =>
  note(askFor(schema), conversation);

/**
 * What the last message comes to, where the agent would stop. Undefined: it does not fit, and the model
 * was asked to correct it.
 */
export async function readOutput(
  output: Output,
  progress: Pick<Progress, 'text' | 'corrections'>,
  conversation: Told,
): Promise<ReadOutput | undefined> {
  const read = await output.read(progress.text);
  if (read.ok || progress.corrections >= MOST_CORRECTIONS) return read;
  progress.corrections++;
  conversation.tell('warning', toldAgain(read.faults, progress.corrections, MOST_CORRECTIONS));
  note(askAgain(read.faults, output.schema), conversation);
  return undefined;
}

/** The end of a turn that was asked for an output. What something else ended has none. */
export function endWith(read: ReadOutput, end: End, conversation: Told): End {
  if (end.ended !== 'done') return end;
  if (read.ok) return { ended: 'done', more: { output: read.value } };
  const error = gaveUp(read.faults, MOST_CORRECTIONS);
  conversation.tell('error', error);
  return { ended: 'invalid-output', more: { error } };
}

const note = (content: string, conversation: Told): void =>
  void conversation.add('user', [{ type: 'text', content }], 'wave');
