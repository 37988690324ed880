import type { Verdict } from '@wavehooks/hooks';
import { messageOf } from '../../base/error-text.ts';
import { outputText } from '../../base/output-text.ts';
import { callFields, responseOf } from '../../hooks/fire.ts';
import { messagesOf } from '../../hooks/route.ts';
import type { Call } from '../../vocabulary/model.ts';
import type { ToolResult } from '../../vocabulary/tool.ts';
import type { CallEnd, CallParts } from './call.ts';

/** A call whose tool ran: as hooks see it. */
export interface Ran {
  readonly call: Call;
  readonly given: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
  readonly ms: number;
}

type Passed = Pick<ToolResult, 'success' | 'text' | 'images'>;

/** The result is kept and passed on only after its hooks: they may rewrite it. */
export async function afterCall(ran: Ran, parts: CallParts, signal: AbortSignal): Promise<CallEnd> {
  const own = { ...callFields(ran.call, ran.given), duration_ms: ran.ms };
  const response = responseOf(ran.result);
  const first = await hooksAfter(
    ran,
    parts,
    parts.fire('PostToolUse', { ...own, tool_response: response }, signal),
  );
  if (signal.aborted && first && first.runs.length > 0) return { messages: [], result: UNSEEN };
  const passed = passedOn(ran.result, first?.output);
  const second =
    !ran.result.success && first?.decision !== 'halt'
      ? await hooksAfter(
          ran,
          parts,
          parts.fire(
            'PostToolUseFailure',
            { ...own, error: passed.text, is_interrupt: false },
            signal,
          ),
        )
      : undefined;
  const verdicts = signal.aborted ? [] : [first, second].filter((one) => one !== undefined);
  for (const verdict of verdicts) parts.tell(verdict);
  const halt = verdicts.find(({ decision }) => decision === 'halt');
  return {
    messages: verdicts.flatMap((one) => messagesOf(one, refOf(ran.call))),
    result: passed,
    response: first?.output === undefined ? response : asResponse(first.output, passed),
    ...(halt ? { halt } : {}),
  };
}

/** The tool ran, but hooks that were cancelled may have had something to hide. */
const UNSEEN = {
  success: false,
  by: 'wave',
  text: 'It ran, but the turn ended before its result was passed on.',
} as const;

const INTERRUPTED = { success: false, text: 'Interrupted.' } as const;

/** Nobody waits for its hooks: whoever interrupts wants to go on. What they say goes with the next request. */
export function interrupted({ call, given, ms }: Ran, parts: CallParts): CallEnd {
  const { fire, tell, pending, aside } = parts;
  const own = { ...callFields(call, given), duration_ms: ms };
  const hear = (verdict: Verdict) => {
    tell(verdict);
    pending.add(verdict, refOf(call));
  };
  const error = INTERRUPTED.text;
  aside(fire('PostToolUseFailure', { ...own, error, is_interrupt: true }).then(hear));
  return { messages: [], result: INTERRUPTED };
}

/** How what hooks say names the call. */
const refOf = ({ id, name }: Call) => ({ id, tool: name });

/** The call has its result by then: a model's input may be no JSON, and its hooks cannot run. */
async function hooksAfter(
  { call }: Ran,
  { conversation }: CallParts,
  fired: Promise<Verdict>,
): Promise<Verdict | undefined> {
  try {
    return await fired;
  } catch (error) {
    conversation.tell('error', `The hooks after ${call.name} were not run: ${messageOf(error)}`);
    return undefined;
  }
}

/** What a hook wrote is all that the model gets of it, pictures included. */
function passedOn(result: ToolResult, output: unknown): Passed {
  const { success, text, images } = result;
  if (output === undefined) return { success, text, ...(images ? { images } : {}) };
  return { success, text: outputText(output) };
}

const asResponse = (output: unknown, { success, text }: Passed): unknown =>
  typeof output === 'string' ? { output: text, success } : output;
