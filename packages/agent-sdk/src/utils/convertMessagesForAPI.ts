import { wellFormed } from '../base/well-formed.ts';
import { type AskedBlock, asAsked } from '../conversation/as-asked.ts';
import { viewOf } from '../conversation/model-view.ts';
import { familyOf, withoutBound, withoutThoughts } from '../conversation/thoughts.ts';
import type {
  Block,
  ImageBlock,
  Message,
  ReasoningBlock,
  Served,
  TextBlock,
  ToolBlock,
} from '../vocabulary/messages.ts';
import type { Model } from '../vocabulary/model.ts';
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
import { markText, withoutMarks } from './mark-text.ts';

/**
 * What the model gets to see of a conversation: the only way to it. Errors and notices stay with the
 * user. Every call has one result right behind it, neighbours of one role are one message, and no text
 * has half characters, so what comes out is valid for every provider. What was compacted is left out: its
 * summary stands for it. Thoughts and metadata go only to the model that they are of.
 */
export function convertMessagesForAPI(
  messages: readonly Message[],
  model?: Pick<Model, 'id' | 'provider'>,
): ModelMessage[] {
  const family = model && familyOf(model);
  const isForeign = (message: Message) =>
    family !== undefined && message.model !== undefined && message.model !== family;
  const view = viewOf(messages).map((one) => {
    if (isForeign(one)) return withoutBound(one);
    return one.voided ? withoutThoughts(one) : one;
  });
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
  asAsked(blocks).flatMap((block) => (block.type === 'tool' ? plain(block.id, 36) || 'call' : []));

/** What hooks and Wave said is marked as theirs. Providers do not look at the mark. */
function userMessage({ blocks, from = 'prompt' }: Message): ModelMessage[] {
  const parts = blocks.flatMap((block) => userPart(block, from));
  const mark = from === 'prompt' ? {} : { providerOptions: { wave: { from } } };
  const content = parts.map((part) => ({ ...part, ...mark }));
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

function userPart(block: Block, from: NonNullable<Message['from']>): UserPart[] {
  if (block.type === 'text' && block.content.trim() !== '' && from !== 'prompt')
    return textPart(markText(callNamed(block), from));
  if (block.type === 'text') return textPart(withoutMarks(block.content));
  return block.type === 'image' ? [imagePart(block)] : [];
}

/** By the id that the call has for the provider. */
const callNamed = (block: TextBlock): TextBlock =>
  block.call ? { ...block, call: { ...block.call, id: plain(block.call.id, 36) } } : block;

const imagePart = ({ content, mediaType }: ImageBlock): UserPart => ({
  type: 'file',
  data: content,
  mediaType,
});

/** A thought leads to something: providers refuse one at the end of an answer. */
function assistantMessages(message: Message, names: readonly string[]): ModelMessage[] {
  const left = names.values();
  const blocks = asAsked(message.blocks);
  const lastThought = blocks.findLastIndex(({ type }) => type === 'reasoning');
  const named = blocks.map((block, at) =>
    block.type === 'tool'
      ? usable(at < lastThought ? unchanged(block) : block, left.next().value ?? block.id)
      : block,
  );
  const all = named.flatMap(assistantPart);
  const content = all.slice(0, all.findLastIndex(({ type }) => type !== 'reasoning') + 1);
  if (content.length === 0) return [];
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
          {
            type: 'text',
            text: markText({ content: `The image that ${block.name} gave back:` }, 'wave'),
          },
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

/** A thought is bound to what is in front of it, as the model said it. */
const unchanged = (block: AskedBlock): AskedBlock =>
  block.original ? { ...block, parameters: block.original } : block;

function callPart({ id, name, parameters, metadata }: ToolBlock): AssistantPart[] {
  const more = metadata ? { providerOptions: wellFormed(metadata) as ProviderData } : {};
  const input = wellFormed(parameters);
  return [{ type: 'tool-call', toolCallId: id, toolName: name, input, ...more }];
}

function resultPart(block: AskedBlock): ToolResultPart {
  const made = block.made ?? [block];
  // That a file was read before it was patched is nobody's news.
  const told = made.filter((one) => made.length === 1 || one.name !== 'Read' || !one.success);
  const text = told.map(resultText).join('\n');
  const type = block.success === false ? 'error-text' : 'text';
  const output = { type, value: text.trim() === '' ? '(no output)' : text.toWellFormed() } as const;
  return { type: 'tool-result', toolCallId: block.id, toolName: block.name, output };
}

function resultText(block: ToolBlock): string {
  const said = block.result ?? WITHOUT_RESULT[block.stage];
  const isSaid = block.by === 'hook' && said.trim() !== '';
  return isSaid ? markText(blockOf(block, said), 'hook') : withoutMarks(said);
}

/** A blocked call has what the hook says as its result. Names are kept of those that block before it. */
const blockOf = ({ hooks }: ToolBlock, content: string) =>
  hooks ? { content, hooks, event: 'PreToolUse' } : { content, event: 'PermissionRequest' };

/** The result for the model of a call that has none, so that the conversation stays whole. */
export const WITHOUT_RESULT: Readonly<Record<ToolBlock['stage'], string>> = {
  pending: 'This call was not run: the turn was interrupted before it.',
  running: 'This call was interrupted while it ran. It may have had effects; there is no result.',
  end: '(no output)',
};

/** Libraries look names up in plain objects, and would find there what every object has. */
function usable(block: AskedBlock, id: string): AskedBlock {
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
