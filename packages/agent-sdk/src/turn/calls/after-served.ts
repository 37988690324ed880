import type { Verdict } from '@wavehooks/hooks';
import { messagesOf } from '../../hooks/route.ts';
import type { ToolBlock } from '../../vocabulary/messages.ts';
import type { Call } from '../../vocabulary/model.ts';
import type { CallParts } from './call.ts';
import { foundIn } from './served-text.ts';

interface Answered {
  readonly served: readonly ToolBlock[];
  readonly calls: readonly Call[];
}

type Parts = Pick<CallParts, 'fire' | 'tell' | 'conversation'>;

/**
 * What the provider ran while it answered: hooks see it now, and could not before. What they say goes to
 * the model with the next request. A rewrite would come too late, and is reported. Gives what halts the turn.
 */
export async function afterServed(
  { served, calls }: Answered,
  parts: Parts,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  for (const block of served) {
    const verdict = await parts.fire('PostToolUse', fieldsOf(block), signal);
    if (!signal.aborted) hear(block, verdict, parts);
    if (!signal.aborted && verdict.decision !== 'halt') continue;
    for (const { id } of calls) parts.conversation.patchTool(id, NOT_RUN);
    return verdict;
  }
  return undefined;
}

const NOT_RUN = {
  stage: 'end',
  success: false,
  by: 'wave',
  result: 'Not run: the turn was ended.',
} as const;

function hear(block: ToolBlock, verdict: Verdict, { tell, conversation }: Parts): void {
  tell(verdict);
  if (verdict.output !== undefined) conversation.tell('warning', tooLate(block, verdict));
  for (const text of messagesOf(verdict, { id: block.id, tool: block.name }))
    conversation.add('user', [text], 'hook');
}

const fieldsOf = ({ id, name, parameters, result = '', success = true, served }: ToolBlock) => ({
  tool_name: name,
  tool_input: parameters,
  tool_use_id: id,
  tool_response: { output: result, results: foundIn(served?.output), success },
});

const tooLate = ({ name }: ToolBlock, { rewrittenBy }: Verdict): string =>
  `${rewrittenBy.join(', ')} rewrote the output of ${name}, which was not used: the model's provider ran it and has it already. To keep it from running, remove the allow rule for ${name}.`;
