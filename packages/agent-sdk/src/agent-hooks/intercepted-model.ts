import type { Call, FinishReason, Model, ModelPart, ModelRequest } from '../vocabulary/model.ts';
import type { ModelMessage } from '../vocabulary/model-message.ts';
import type { HookGates } from './hook-gates.ts';
import type { Interception } from './interception.ts';
import { InterceptionDenied } from './interception-denied.ts';
import type { Interceptions } from './interceptions.ts';
import { type Fields, isFields } from './points.ts';
import { denied } from './verdict.ts';

interface Release {
  readonly isWhole: boolean;
  /** How many characters are judged at once at the least. */
  readonly segmentChars: number;
}

/** A model whose every request and answer interceptors judge, whoever asks it. */
export function interceptedModel(
  model: Model,
  host: Interception,
  { begin, listen, ...release }: Release & Pick<Interceptions, 'begin'> & Pick<HookGates, 'listen'>,
): Model {
  return around(model, async function* (request, options) {
    const shut = await begin();
    if (shut)
      throw new InterceptionDenied('agent_startup', { decision: 'deny', reason: shut.refused });
    if (!listen('pre_model_call', 'post_model_call')) {
      yield* model.stream(request, options);
      return;
    }
    const { signal } = options;
    const about = { model: { id: model.id } };
    const sent = await host.emit(
      'pre_model_call',
      {
        ...about,
        messages: messagesOf(request),
        tools: request.tools.map(({ name, description, inputSchema: schema }) => ({
          ...{ name, description, schema },
        })),
      },
      messagesOf(request),
      signal,
    );
    if (!sent.goes) throw new InterceptionDenied('pre_model_call', sent.verdict);
    const parts = model.stream(requestOf(request, sent.target), options);
    if (!listen('post_model_call')) {
      yield* parts;
      return;
    }
    const judge = async (parts: readonly ModelPart[], reason: string) => {
      const response = responseOf(parts, reason);
      const verdict = await host.emit('post_model_call', { ...about, response }, response, signal);
      if (!verdict.goes) throw new InterceptionDenied('post_model_call', verdict.verdict);
      return verdict.target === response ? parts : answering(parts, verdict.target);
    };
    if (release.isWhole) yield* whole(parts, judge);
    else
      yield* piecemeal(parts, judge, release.segmentChars, (held) => {
        const response = responseOf(held, 'stream_incomplete');
        const verdict = denied('streaming_unsupported');
        host.refuse('post_model_call', { ...about, response }, response, verdict);
        return new InterceptionDenied('post_model_call', verdict);
      });
  });
}

/** The model of the main agent, whose last words are judged once more before anybody sees them. */
export const outputModel = (model: Model, host: Interception, { isWhole }: Release): Model =>
  around(model, async function* (request, options) {
    let held: ModelPart[] = [];
    for await (const part of model.stream(request, options)) {
      held = part.is === 'restart' ? [part] : [...held, part];
      if (part.is !== 'finish') {
        if (!isWhole) yield part;
        continue;
      }
      // Calls follow: these are not the last words.
      const isLast = !held.some(({ is }) => is === 'call') && part.reason !== 'pause';
      const shown = isLast ? await last(held, host) : held;
      yield* isWhole ? shown : [part];
      return;
    }
    if (isWhole) yield* held;
  });

async function last(
  parts: readonly ModelPart[],
  host: Interception,
): Promise<readonly ModelPart[]> {
  const output = { content: textOf(parts) };
  const shown = await host.emit('output', { output }, output);
  if (!shown.goes) throw new InterceptionDenied('output', shown.verdict);
  return shown.target === output ? parts : withText(parts, contentOf(shown.target, 'output'));
}

/** The same model with another stream. Its other members may change, as a window does once it is known. */
const around = (model: Model, stream: Model['stream']): Model =>
  new Proxy(model, {
    get: (_model, name) => {
      if (name === 'stream') return stream;
      const value: unknown = Reflect.get(model, name);
      return typeof value === 'function' ? value.bind(model) : value;
    },
  });

type Judge = (parts: readonly ModelPart[], reason: string) => Promise<readonly ModelPart[]>;

/** Nothing passes before all is there and judged. */
async function* whole(parts: AsyncIterable<ModelPart>, judge: Judge): AsyncGenerator<ModelPart> {
  let held: ModelPart[] = [];
  for await (const part of parts) {
    held = part.is === 'restart' ? [part] : [...held, part];
    if (part.is !== 'finish') continue;
    yield* await judge(held, part.reason);
    held = [];
  }
}

/** What was judged passes; what is behind the last verdict waits for the next one. */
async function* piecemeal(
  parts: AsyncIterable<ModelPart>,
  judge: Judge,
  segmentChars: number,
  incomplete: (parts: readonly ModelPart[]) => Error,
): AsyncGenerator<ModelPart> {
  let all: ModelPart[] = [];
  let passed = 0;
  const release = async (reason: string): Promise<readonly ModelPart[]> => {
    const shown = await judge(all, reason);
    if (shown !== all) throw rewritten();
    const next = all.slice(passed);
    passed = all.length;
    return next;
  };
  try {
    for await (const part of parts) {
      if (part.is === 'restart') {
        [all, passed] = [[], 0];
        yield part;
        continue;
      }
      // A segment ends where the next one begins: until then nobody knows that it is whole.
      if (part.is === 'text' && textOf(all.slice(passed)).length >= segmentChars)
        yield* await release('incremental');
      all = [...all, part];
      if (part.is === 'finish') yield* await release(part.reason);
    }
  } catch (error) {
    if (error instanceof InterceptionDenied || passed === all.length) throw error;
    throw incomplete(all);
  }
  if (passed < all.length) throw incomplete(all);
}

/** What is on the screen cannot be rewritten. */
const rewritten = () =>
  new InterceptionDenied('post_model_call', denied('transform_invalid', 'it is shown already'));

const textOf = (parts: readonly ModelPart[]): string =>
  parts.map((part) => (part.is === 'text' ? part.text : '')).join('');

const FINISH: Partial<Record<FinishReason, string>> = { calls: 'tool_calls' };

function responseOf(parts: readonly ModelPart[], reason: string): Fields {
  const text = textOf(parts);
  return {
    content: text === '' ? null : text,
    tool_calls: parts.flatMap((part) => (part.is === 'call' ? [callOf(part)] : [])),
    finish_reason: FINISH[reason as FinishReason] ?? reason,
  };
}

/** What is no object is no input either: the call will be refused, and is shown as it came. */
const callOf = ({ id, name, input, invalid }: Call) => ({
  ...{ id, name },
  args: isFields(input) ? input : { input: invalid ?? input ?? null },
});

/** An answer as interceptors rewrote it. Thoughts stay: they are bound to what the provider knows. */
function answering(parts: readonly ModelPart[], response: unknown): readonly ModelPart[] {
  const { tool_calls: calls } = response as { tool_calls: readonly ReturnType<typeof callOf>[] };
  const content = contentOf(response, 'post_model_call');
  const known = new Map(parts.flatMap((part) => (part.is === 'call' ? [[part.id, part]] : [])));
  const made = calls.map(({ id, name, args }): Call => {
    const call = known.get(id);
    if (call && name === call.name && args === callOf(call).args) return call;
    const { invalid: _, ...kept } = call ?? {};
    return { ...kept, is: 'call', id, name, input: args };
  });
  const others = withText(
    parts.filter(({ is }) => is !== 'call'),
    content,
  );
  const end = others.filter(({ is }) => is === 'finish');
  return [...others.filter(({ is }) => is !== 'finish'), ...made, ...end];
}

/** The text in the place of the first one; without a signature, which was another text's. */
function withText(parts: readonly ModelPart[], text: string): readonly ModelPart[] {
  if (text === textOf(parts)) return parts;
  const first = parts.findIndex(({ is }) => is === 'text' || is === 'finish');
  const rest = parts.filter(({ is }, at) => at >= first && is !== 'text');
  return [...parts.slice(0, Math.max(first, 0)), { is: 'text', text }, ...rest];
}

function contentOf(target: unknown, point: 'post_model_call' | 'output'): string {
  const content = isFields(target) ? (target['content'] ?? '') : undefined;
  if (typeof content !== 'string')
    throw new InterceptionDenied(point, denied('transform_invalid', 'content: expected a text'));
  return content;
}

/** The system text is the first message for interceptors, who may rewrite it. */
const messagesOf = ({ system, messages }: ModelRequest): readonly Fields[] => [
  { role: 'system', content: system },
  ...(messages as readonly object[] as readonly Fields[]),
];

function requestOf(request: ModelRequest, target: unknown): ModelRequest {
  const all = target as readonly (Fields & { role: string; content: unknown })[];
  const system = all.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  const messages = all.filter(({ role }) => role !== 'system') as readonly object[];
  return { ...request, system: system.join('\n\n'), messages: messages as readonly ModelMessage[] };
}
