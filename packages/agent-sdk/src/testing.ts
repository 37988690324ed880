import { NO_USAGE } from './usage/add-usage.ts';
import type { Model, ModelPart, ModelRequest, Usage } from './vocabulary/model.ts';

/** One answer: a text, an object with more, or a function that makes either of the request. */
export type ScriptStep =
  | string
  | ScriptAnswer
  | ((request: ModelRequest) => string | ScriptAnswer | Promise<string | ScriptAnswer>);

/** Everything is optional; what is there comes in this order. */
export interface ScriptAnswer {
  /** Waits first; `Infinity` waits for the abort. */
  readonly delayMs?: number;
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptCall[];
  /** Thrown after what was said: the answer broke off there. */
  readonly error?: Error;
  readonly usage?: Partial<Usage>;
}

export interface ScriptCall {
  readonly name: string;
  readonly input?: unknown;
  /** Made up when not given: `call_1`, `call_2` and so on over the whole script. */
  readonly id?: string;
  readonly invalid?: string;
}

export interface ScriptedModel extends Model {
  /** All that the model was asked, in order. */
  readonly requests: readonly ModelRequest[];
  /** How many steps nobody asked for yet. */
  readonly left: () => number;
}

/**
 * A model that says what the test wrote down, one step a request.
 *
 *     const model = scriptedModel([
 *       { text: 'I look.', calls: [{ name: 'Bash', input: { command: 'ls' } }] },
 *       (request) => `I saw ${request.messages.length} messages.`,
 *     ]);
 *
 * Asked more often than it has steps, it throws: a loop that goes on too long must not pass a test.
 */
export function scriptedModel(steps: readonly ScriptStep[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  const ids = { next: 1 };
  return {
    id: 'scripted',
    requests,
    left: () => Math.max(0, steps.length - requests.length),
    stream(request, { signal }) {
      requests.push(request);
      const step = steps[requests.length - 1];
      if (step === undefined) throw exhausted(steps.length, requests.length);
      return play(step, request, signal, ids);
    },
  };
}

function exhausted(steps: number, asked: number): Error {
  return new Error(
    `The scripted model has ${steps} steps, but was asked ${asked} times. ` +
      'Add a step, or look why the agent goes on.',
  );
}

async function* play(
  step: ScriptStep,
  request: ModelRequest,
  signal: AbortSignal,
  ids: { next: number },
): AsyncGenerator<ModelPart> {
  const made = typeof step === 'function' ? await step(request) : step;
  const answer = typeof made === 'string' ? { text: made } : made;
  if (answer.delayMs) await delay(answer.delayMs, signal);
  for (const part of partsOf(answer, ids)) {
    if (signal.aborted) return;
    yield part;
  }
  if (answer.error && !signal.aborted) throw answer.error;
}

function* partsOf(answer: ScriptAnswer, ids: { next: number }): Generator<ModelPart> {
  if (answer.reasoning) yield { is: 'reasoning', text: answer.reasoning };
  if (answer.text) yield { is: 'text', text: answer.text };
  for (const { id = `call_${ids.next++}`, name, input = {}, invalid } of answer.calls ?? []) {
    yield { is: 'call', id, name, input, ...(invalid === undefined ? {} : { invalid }) };
  }
  if (answer.error) return;
  const usage = { ...NO_USAGE, inputTokens: 10, outputTokens: 5, ...answer.usage };
  yield { is: 'finish', usage, reason: answer.calls?.length ? 'calls' : 'stop' };
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
