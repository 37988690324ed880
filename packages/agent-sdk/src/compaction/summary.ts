import { headAndTail } from '../base/text.ts';
import type { AgentEvent } from '../conversation/agent-event.ts';
import { viewOf } from '../conversation/model-view.ts';
import { streamOf } from '../model/stream-of.ts';
import { timedRequest } from '../model/timed-request.ts';
import { NO_USAGE } from '../usage/add-usage.ts';
import type { Spend } from '../usage/ledger.ts';
import { convertMessagesForAPI } from '../utils/convertMessagesForAPI.ts';
import type { Message } from '../vocabulary/messages.ts';
import {
  type Effort,
  type FinishReason,
  type Model,
  ModelError,
  type ModelRequest,
  type ResponseFacts,
  type ToolSpec,
} from '../vocabulary/model.ts';
import { budget } from './compaction-plan.ts';
import { digestOf } from './digest.ts';
import { BYTES_PER_TOKEN } from './estimate-tokens.ts';

export interface SummaryParts {
  readonly model: () => Model;
  readonly system: () => string;
  readonly specs: () => readonly ToolSpec[];
  readonly effort: () => Effort;
  readonly spend: Spend;
  readonly emit: (event: AgentEvent) => void;
}

/** What to summarise, for how much room, and what the user wants to find in it. */
export interface Wanted {
  readonly messages: readonly Message[];
  readonly room: number;
  readonly instructions?: string | undefined;
  /** The conversation as it is does not fit into a request. */
  readonly tooLong: boolean;
}

export type Summary =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string };

/**
 * Asks the model. As long as it fits, with the whole conversation in front, as in every other request:
 * the provider has that in its cache. Where it does not, with what is left without tools' results.
 */
export async function summarise(
  parts: SummaryParts,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Summary> {
  const first = await attempt(parts, (wanted.tooLong ? short : whole)(parts, wanted), signal);
  const last =
    first.tooLong && !wanted.tooLong ? await attempt(parts, short(parts, wanted), signal) : first;
  return last.ok ? { ok: true, text: headAndTail(last.text, maxChars(wanted)) } : last;
}

type Tried = Summary & { readonly tooLong: boolean };

async function attempt(
  { model, spend, emit }: SummaryParts,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Tried> {
  const asked = model();
  let usage = NO_USAGE;
  let reason: FinishReason = 'other';
  let response: ResponseFacts | undefined;
  let text = '';
  const facts = timedRequest(asked, signal);
  const tell = (error?: unknown, cost?: number) =>
    emit({ is: 'asked', for: 'summary', ...facts({ usage, reason, response, error, cost }) });
  try {
    for await (const part of streamOf(asked, request, signal)) {
      if (part.is === 'text') text += part.text;
      if (part.is === 'restart') text = '';
      if (part.is === 'finish') ({ usage, reason, response } = part);
    }
  } catch (error) {
    tell(error);
    if (!(error instanceof ModelError)) throw error;
    return {
      ok: false,
      why: error.message,
      tooLong: error.kind === 'context' || error.kind === 'size',
    };
  }
  tell(undefined, signal.aborted ? undefined : spend(asked.id, usage));
  if (signal.aborted) return { ok: false, why: 'it was aborted', tooLong: false };
  if (reason === 'refusal') return { ok: false, why: 'the model refused', tooLong: false };
  if (text.trim() !== '') {
    const cut = reason === 'length' ? '\n[The summary was cut here by the limit of output.]' : '';
    return { ok: true, text: text.trim() + cut, tooLong: false };
  }
  return { ok: false, why: 'the model wrote nothing', tooLong: false };
}

/** As every other request of the session: a change would cost the provider's cache. */
const whole = ({ system, specs, effort, model }: SummaryParts, wanted: Wanted): ModelRequest => ({
  effort: effort(),
  system: system(),
  tools: specs(),
  messages: convertMessagesForAPI([...wanted.messages, note(task(wanted))], model()),
});

function short({ system }: SummaryParts, wanted: Wanted): ModelRequest {
  const chars = Math.floor(wanted.room / 2) * BYTES_PER_TOKEN;
  const digest = digestOf(viewOf(wanted.messages), chars);
  const text = `This is a conversation of yours, without what tools returned:\n\n${digest}\n\n${task(wanted)}`;
  return { system: system(), tools: [], messages: convertMessagesForAPI([note(text)]) };
}

const note = (content: string): Message => ({
  id: '',
  role: 'user',
  from: 'wave',
  blocks: [{ type: 'text', content }],
});

const maxChars = ({ room }: Wanted) => Math.min(24_000, budget(room, 'summary') * BYTES_PER_TOKEN);

function task(wanted: Wanted): string {
  const words = Math.max(50, Math.floor(maxChars(wanted) / 8));
  const own = wanted.instructions?.trim();
  return `${TASK} At most ${words} words.${own ? `\n\nThe user wants in particular: ${own}` : ''}`;
}

const TASK = `This conversation has become long, and all of it up to here will be replaced by what you write now. Write down what you need in order to go on with the work:

- what is being done, and why it is done this way
- what was found out and decided, with names, paths and numbers
- which files were changed, and how
- what was tried and failed, and what must not be done
- where the work stands, and the next step

What the user wrote, what hooks said and the open todos are kept word for word beside it: do not repeat them. Call no tool. Write the summary and nothing else.`;
