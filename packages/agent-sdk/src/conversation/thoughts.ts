import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Block, Message } from '../vocabulary/messages.ts';
import type { Model } from '../vocabulary/model.ts';

/** Whose thoughts a model reads: its own. All models of Gemini read, and want, the signatures of the others. */
export function familyOf({ provider = '', id }: Pick<Model, 'id' | 'provider'>): string {
  return `${provider}/${/gemini/.test(id) ? 'gemini' : id}`;
}

/** Whether a block has something that only the model that said it can read. */
export const isBound = (block: Block): boolean =>
  block.type === 'reasoning' || ('metadata' in block && block.metadata !== undefined);

type Strip = (message: Message) => Message;

/** A message as every model takes it: without thoughts, and without what its own provider wanted back. */
export const withoutBound = stripping(withoutMetadata);

/** A message as the model that said it takes it without its thoughts: what a text cites is still its own. */
export const withoutThoughts = stripping((block) =>
  cites(block) ? block : withoutMetadata(block),
);

function stripping(strip: (block: Block) => Block): Strip {
  const made = new WeakMap<Message, Message>();
  return (message) => {
    const known = made.get(message);
    if (known) return known;
    const blocks = message.blocks.filter(({ type }) => type !== 'reasoning').map(strip);
    const stripped = { ...message, blocks };
    made.set(message, stripped);
    return stripped;
  };
}

function cites(block: Block): boolean {
  const own = block.type === 'text' ? block.metadata?.['anthropic'] : undefined;
  return isObject(own) && own['citations'] !== undefined;
}

function withoutMetadata(block: Block): Block {
  if (!('metadata' in block)) return block;
  const { metadata: _, ...rest } = block;
  return rest;
}

/**
 * Claude 5 and later bind a thought to everything in front of it (preserved thinking), so it goes where that
 * changes. Others want theirs back: Claude 4 refuses a turn that does not begin with its thought.
 */
export function voidBound(
  conversation: { readonly messages: readonly Message[]; voidThoughts(): boolean },
  { id }: Pick<Model, 'id'>,
): void {
  // Also where another model is at work now: the one that had them may come back.
  const had = conversation.messages.filter(hasThoughts).flatMap(({ model }) => model ?? []);
  if ([id, ...had].some(binds)) conversation.voidThoughts();
}

const binds = (id: string): boolean =>
  /claude/.test(id) && !/claude-(?:3|[a-z]+-[34])(?!\d)/.test(id);

/** Whether a message has something that still goes back to the model that said it, and to no other. */
export const hasThoughts = ({ blocks, voided }: Message): boolean =>
  !voided && blocks.some(isBound);

/**
 * The words of providers for thoughts that they do not take back (Anthropic's preserved thinking and signatures,
 * OpenAI's encrypted reasoning, Gemini's signatures). What comes of it is one request without them, never one
 * without thinking.
 */
export const refusesThoughts = (text: string): boolean =>
  /bound to a different conversation|expected .{0,3}thinking|thinking.{0,80}cannot be modified|invalid .{0,3}signature|final block.{0,60}thinking|encrypted content.{0,80}could not be|without its required.{0,20}(?:reasoning|following)|thought.?signature/i.test(
    text,
  );
