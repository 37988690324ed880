import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Interceptions } from '../agent-hooks/interceptions.ts';
import type { AgentEvent } from '../conversation/agent-event.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { familyOf, isBound } from '../conversation/thoughts.ts';
import { streamOf } from '../model/stream-of.ts';
import { timedRequest } from '../model/timed-request.ts';
import { NO_USAGE } from '../usage/add-usage.ts';
import type { Spend } from '../usage/ledger.ts';
import { convertMessagesForAPI } from '../utils/convertMessagesForAPI.ts';
import type { Block, ToolBlock } from '../vocabulary/messages.ts';
import {
  type Call,
  type Effort,
  type FinishReason,
  type Model,
  ModelError,
  type ModelRequest,
  type ResponseFacts,
  type SearchScope,
  type ToolSpec,
  type Usage,
} from '../vocabulary/model.ts';
import type { Tool } from '../vocabulary/tool.ts';
import { addPart } from './add-part.ts';
import { translated } from './asked/translated.ts';
import type { Rehearsal } from './calls/rehearse.ts';

/** What the model answered, already in the conversation. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly Call[];
  readonly usage: Usage;
  readonly reason: FinishReason;
  /** What the provider itself ran for it. */
  readonly served: readonly ToolBlock[];
}

export interface AnswerParts {
  readonly conversation: Conversation;
  readonly model: () => Model;
  /** The same in every request, so that the provider's cache holds. */
  readonly system: () => string;
  readonly effort: () => Effort;
  /** Asked for each call: those of servers come and go. */
  readonly tools: () => ReadonlyMap<string, Tool>;
  /** Asked for each request: servers come and go. */
  readonly specs: () => readonly ToolSpec[];
  /** Where the provider may search; asked for each request, as rules come and go. */
  readonly search?: () => SearchScope | undefined;
  readonly emit: (event: AgentEvent) => void;
  /** Puts a request on the session's bill. */
  readonly spend: Spend;
  readonly interceptions?: Interceptions | undefined;
  /** The subagent that asks: the user sees none of its answers. */
  readonly agent?: unknown;
}

/**
 * Asks the model once and puts its answer into the conversation as one message. An answer that broke
 * off, by an abort or an error, is kept as far as it came, without its calls: they may be incomplete.
 */
export async function askModel(
  parts: AnswerParts,
  signal: AbortSignal,
  rehearsal?: Rehearsal,
): Promise<Answer> {
  let blocks: readonly Block[] = [];
  let usage: Usage = NO_USAGE;
  let reason: FinishReason = 'other';
  let response: ResponseFacts | undefined;
  const model = parts.model();
  const calls: Call[] = [];
  let whole = false;
  let isFlood = false;
  let failed: unknown;
  const facts = timedRequest(model, signal);
  const shown = parts.agent ? model : (parts.interceptions?.output(model) ?? model);
  try {
    for await (const said of streamOf(shown, requestOf(parts), signal, rehearsal?.begin)) {
      rehearsal?.end();
      const made = said.is === 'call' ? callsOf(said, blocks, parts) : [said];
      blocks = made.reduce(addPart, blocks);
      calls.push(...made.filter((one) => one.is === 'call'));
      if (said.is === 'finish') ({ usage, reason, response } = said);
      if (said.is === 'restart') {
        calls.length = 0;
        parts.emit({ is: 'restart' });
      }
      if ((said.is === 'text' && said.text !== '') || said.is === 'reasoning')
        parts.emit({ is: 'delta', text: said.text, kind: said.is });
    }
    whole = !signal.aborted;
  } catch (error) {
    failed = error;
    isFlood = error instanceof ModelError && error.kind === 'answer';
    throw error;
  } finally {
    rehearsal?.end();
    const said = whole ? blocks : withoutCalls(blocks);
    const kept = isFlood ? headOf(said) : said;
    const tokens = usage.inputTokens + usage.outputTokens;
    const about = {
      ...(tokens > 0 ? { tokens } : {}),
      ...(kept.some(isBound) ? { model: familyOf(model) } : {}),
    };
    if (kept.length > 0) parts.conversation.add('assistant', kept, about);
    const cost = failed === undefined ? parts.spend(model.id, usage) : undefined;
    parts.emit({ is: 'request', ...facts({ usage, reason, response, error: failed, cost }) });
  }
  parts.emit({ is: 'usage', usage });
  const served = blocks.filter(isServed);
  return { text: textOf(blocks), calls: whole ? calls : [], usage, reason, served };
}

/** They may be incomplete. A thought behind one is bound to it, and of no use without it. */
function withoutCalls(blocks: readonly Block[]): readonly Block[] {
  const isLost = (block: Block) => block.type === 'tool' && !isServed(block);
  const first = blocks.findIndex(isLost);
  if (first < 0) return blocks;
  return blocks.filter((block, at) => at < first || !(isLost(block) || block.type === 'reasoning'));
}

const isServed = (block: Block): block is ToolBlock =>
  block.type === 'tool' && block.served?.output !== undefined;

/** Megabytes of it would be sent with every request after this one. */
const FLOOD_CHARS = 16_384;

function headOf(blocks: readonly Block[]): readonly Block[] {
  const text = textOf(blocks).slice(0, FLOOD_CHARS);
  return text === '' ? [] : [{ type: 'text', content: `${text}\n[... the rest was left out ...]` }];
}

/** A call as Wave makes it; several where the model puts several into one. */
function callsOf(said: Call, blocks: readonly Block[], parts: AnswerParts): readonly Call[] {
  const { conversation, tools } = parts;
  const call = withOwnId(said, conversation);
  if (call.invalid !== undefined || call.cut) return [call];
  const own = translated(call, { tools: tools(), todos: () => todosIn(conversation, blocks) });
  if (!own) return [call];
  const { metadata, ...plain } = call;
  const asked = { id: call.id, name: call.name, input: isObject(call.input) ? call.input : {} };
  return own.map((one, at) =>
    at === 0
      ? { ...call, ...one, asked }
      : { ...withOwnId({ ...plain, ...one }, conversation), asked },
  );
}

/** The list of todos as it is after all calls up to here. */
function todosIn({ messages }: Conversation, blocks: readonly Block[]): readonly object[] {
  const all = [...messages.flatMap((message) => message.blocks), ...blocks];
  const last = all.findLast((block) => block.type === 'tool' && block.name === 'TodoWrite');
  const todos = last?.type === 'tool' ? last.parameters['todos'] : undefined;
  return Array.isArray(todos) ? todos : [];
}

/** A result finds its call by the id, so no two calls of a session may share one. */
function withOwnId(call: Call, conversation: Conversation): Call {
  const { taken, next } = idsOf(conversation);
  const base = call.id || 'call';
  let id = base;
  let n = next.get(base) ?? 2;
  for (; taken.has(id); n++) id = `${base}_${n}`;
  next.set(base, n);
  taken.add(id);
  return { ...call, id };
}

interface Ids {
  readonly taken: Set<string>;
  /** Where to go on counting: a model that gives one id to all must not make us count from the start. */
  readonly next: Map<string, number>;
}

/** Looked up once, then kept: a long session must not be gone through for each call. */
const given = new WeakMap<Conversation, Ids>();

function idsOf(conversation: Conversation): Ids {
  const known = given.get(conversation);
  if (known) return known;
  const blocks = conversation.messages.flatMap((message) => message.blocks);
  const taken = new Set(blocks.flatMap((block) => (block.type === 'tool' ? block.id : [])));
  const ids = { taken, next: new Map() };
  given.set(conversation, ids);
  return ids;
}

function requestOf({ conversation, model, ...parts }: AnswerParts): ModelRequest {
  const { system, specs, search, effort } = parts;
  const scope = search?.();
  return {
    system: system(),
    messages: convertMessagesForAPI(conversation.messages, model()),
    tools: specs(),
    effort: effort(),
    ...(scope ? { search: scope } : {}),
  };
}

const textOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.type === 'text' ? block.content : '')).join('');
