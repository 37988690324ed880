import { wellFormed } from '../base/well-formed.ts';
import { viewOf } from '../conversation/model-view.ts';
import type {
  Block,
  ImageBlock,
  Message,
  ReasoningBlock,
  Served,
  TextBlock,
  ToolBlock,
} from '../vocabulary/messages.ts';
import type {
  AssistantPart,
  Json,
  ModelMessage,
  ProviderData,
  TextPart,
  ToolResultPart,
  UserPart,
} from '../vocabulary/model-message.ts';
import { theirName } from '../vocabulary/served-tools.ts';

/**
 * What the model gets to see of a conversation: the only way to it. Errors and notices stay with the
 * user. Every call has one result right behind it, neighbours of one role are one message, and no text
 * has half characters, so what comes out is valid for every provider. What was compacted is left out: its
 * summary stands for it.
 */
export function convertMessagesForAPI(messages: readonly Message[]): ModelMessage[] {
  const view = viewOf(messages);
  const [first] = view;
  if (first === undefined) return [];
  const done = doneOf(view, first);
  // Kept again once all went well: a message that cannot be converted may have taken names.
  conversations.delete(first);
  for (const message of view.slice(done.view.length)) {
    for (const next of convert(message, done.rename)) mergeNeighbour(done.merged, next);
    done.view.push(message);
  }
  conversations.set(first, done);
  return withUserFirst([...done.merged]);
}

/** What became of the messages of a conversation so far. The next request goes on from there. */
interface Done {
  readonly view: Message[];
  readonly merged: ModelMessage[];
  readonly rename: Rename;
}

/** By their first messages. */
const conversations = new WeakMap<Message, Done>();

/** Nothing is left of it where one of the messages is another. */
function doneOf(view: readonly Message[], first: Message): Done {
  const last = conversations.get(first);
  if (last?.view.every((message, at) => message === view[at])) return last;
  return { view: [], merged: [], rename: makeRename() };
}

type Rename = (base: string) => string;

/** What a message became the last time. Messages never change, only the names of calls around them may. */
interface Converted {
  /** The ids of its calls as providers take them, before they are made unique. */
  readonly bases: readonly string[];
  readonly names: readonly string[];
  readonly made: readonly ModelMessage[];
}

const before = new WeakMap<Message, Converted>();

/**
 * A long conversation is converted with every request, and nearly all of it is as it was. Then the same
 * objects come out, so that whoever sends them can tell.
 */
function convert(message: Message, rename: Rename): readonly ModelMessage[] {
  const last = before.get(message);
  const bases = last?.bases ?? basesOf(message);
  const names = bases.map(rename);
  if (last?.names.every((name, at) => name === names[at])) return last.made;
  const made = message.role === 'user' ? userMessage(message) : assistantMessages(message, names);
  before.set(message, { bases, names, made });
  return made;
}

const basesOf = ({ blocks }: Message): readonly string[] =>
  blocks.flatMap((block) => (block.type === 'tool' ? plain(block.id, 36) || 'call' : []));

/** What hooks and Wave said is marked as theirs. Providers do not look at the mark. */
function userMessage({ blocks, from = 'prompt' }: Message): ModelMessage[] {
  const parts = blocks.flatMap(userPart);
  const mark = from === 'prompt' ? {} : { providerOptions: { wave: { from } } };
  const content = parts.map((part) => ({ ...part, ...mark }));
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

function userPart(block: Block): UserPart[] {
  if (block.type === 'text') return textPart(block.content);
  return block.type === 'image' ? [imagePart(block)] : [];
}

const imagePart = ({ content, mediaType }: ImageBlock): UserPart => ({
  type: 'file',
  data: content,
  mediaType,
});

/** Thoughts alone are no answer: providers refuse a message that holds nothing else. */
function assistantMessages({ blocks }: Message, names: readonly string[]): ModelMessage[] {
  const left = names.values();
  const named = blocks.map((block) =>
    block.type === 'tool' ? usable(block, left.next().value ?? block.id) : block,
  );
  const content = named.flatMap(assistantPart);
  if (content.every((part) => part.type === 'reasoning')) return [];
  const results = named.flatMap((block) =>
    block.type === 'tool' && !block.served ? resultPart(block) : [],
  );
  const answer: ModelMessage = { role: 'assistant', content };
  if (results.length === 0) return [answer];
  return [answer, { role: 'tool', content: results }, ...pictures(named)];
}

function assistantPart(block: Block): AssistantPart[] {
  if (block.type === 'text') return saidPart(block);
  if (block.type === 'reasoning') return reasoningPart(block);
  if (block.type !== 'tool') return [];
  return block.served ? servedParts(block, block.served) : callPart(block);
}

/** Citations are about the text as it is: mended, they would be about another. */
function saidPart({ content, metadata }: TextBlock): AssistantPart[] {
  const parts = textPart(content);
  if (!metadata || !content.isWellFormed()) return parts;
  return parts.map((part) => ({ ...part, providerOptions: wellFormed(metadata) as ProviderData }));
}

/** In the answer itself, and as the provider gave it. Without a result there is nothing to go on with. */
function servedParts(
  { id, name, parameters }: ToolBlock,
  { output, failed }: Served,
): AssistantPart[] {
  if (output === undefined) return [];
  const call = { toolCallId: id, toolName: theirName(name) };
  const type = failed ? 'error-json' : 'json';
  return [
    { type: 'tool-call', ...call, input: wellFormed(parameters), providerExecuted: true },
    { type: 'tool-result', ...call, output: { type, value: wellFormed(output) as Json } },
  ];
}

/** Not every provider takes pictures in a result, so they follow it as the user's. */
function pictures(blocks: readonly Block[]): ModelMessage[] {
  const content = blocks.flatMap((block): UserPart[] =>
    block.type === 'tool' && block.images
      ? [
          { type: 'text', text: `The image that ${block.name} gave back:` },
          ...block.images.map(imagePart),
        ]
      : [],
  );
  const mark = { providerOptions: { wave: { from: 'wave' } } };
  return content.length === 0
    ? []
    : [{ role: 'user', content: content.map((part) => ({ ...part, ...mark })) }];
}

/** Providers refuse texts of nothing but white space. */
function textPart(text: string): TextPart[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

/** A thought may have no text at all: what counts for the provider is its own data. */
function reasoningPart({ content, metadata }: ReasoningBlock): AssistantPart[] {
  if (!metadata)
    return content.trim() === '' ? [] : [{ type: 'reasoning', text: content.toWellFormed() }];
  // Mended, it would not be the text that the provider signed.
  if (!content.isWellFormed()) return [];
  // The data came out of the provider's own JSON; only its type got lost on the way.
  return [
    { type: 'reasoning', text: content, providerOptions: wellFormed(metadata) as ProviderData },
  ];
}

function callPart({ id, name, parameters }: ToolBlock): AssistantPart[] {
  return [{ type: 'tool-call', toolCallId: id, toolName: name, input: wellFormed(parameters) }];
}

function resultPart(block: ToolBlock): ToolResultPart {
  const text = block.result ?? WITHOUT_RESULT[block.stage];
  const type = block.success === false ? 'error-text' : 'text';
  const output = { type, value: text.trim() === '' ? '(no output)' : text.toWellFormed() } as const;
  return { type: 'tool-result', toolCallId: block.id, toolName: block.name, output };
}

/** The result for the model of a call that has none, so that the conversation stays whole. */
export const WITHOUT_RESULT: Readonly<Record<ToolBlock['stage'], string>> = {
  pending: 'This call was not run: the turn was interrupted before it.',
  running: 'This call was interrupted while it ran. It may have had effects; there is no result.',
  end: '(no output)',
};

/** Libraries look names up in plain objects, and would find there what every object has. */
function usable(block: ToolBlock, id: string): ToolBlock {
  const name = plain(block.name, 64) || 'unknown';
  return { ...block, id, name: name in Object.prototype ? `_${name}` : name };
}

/** Ids must be unique in a request and plain; those of another provider or session may not be. */
function makeRename(): Rename {
  const taken = new Set<string>();
  return (base) => {
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
    taken.add(name);
    return name;
  };
}

function plain(name: string, longest: number): string {
  return name.replace(/[^\w-]/g, '_').slice(0, longest);
}

/** A tool message ends its answer, so only neighbours without calls can meet here. */
function mergeNeighbour(merged: ModelMessage[], next: ModelMessage): void {
  const last = merged.at(-1);
  const both = last && joinedOnce(last, next);
  if (both) merged[merged.length - 1] = both;
  else merged.push(next);
}

/** What two neighbours became the last time. */
const together = new WeakMap<
  ModelMessage,
  { readonly b: ModelMessage; readonly both: ModelMessage }
>();

function joinedOnce(a: ModelMessage, b: ModelMessage): ModelMessage | undefined {
  if (a.role !== b.role) return undefined;
  const known = together.get(a);
  if (known?.b === b) return known.both;
  const both = joined(a, b);
  if (both) together.set(a, { b, both });
  return both;
}

function joined(a: ModelMessage, b: ModelMessage): ModelMessage | undefined {
  if (typeof a.content === 'string' || typeof b.content === 'string') return undefined;
  if (a.role === 'user' && b.role === 'user')
    return { ...a, content: [...a.content, ...b.content] };
  if (a.role !== 'assistant' || b.role !== 'assistant') return undefined;
  return { ...a, content: [...a.content, ...b.content] };
}

/** A conversation that was cut may begin with an answer; providers want a question first. */
function withUserFirst(messages: ModelMessage[]): ModelMessage[] {
  return messages[0]?.role === 'assistant' ? [GO_ON, ...messages] : messages;
}

const GO_ON: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] };
