import { isObject } from '@wavehooks/hooks/vocabulary';
import type {
  Block,
  ImageBlock,
  Message,
  ReasoningBlock,
  ToolBlock,
} from '../../vocabulary/messages.ts';

type Json = Readonly<Record<string, unknown>>;

/** What becomes one line of a guest transcript: all of it that the conversation alone decides. */
export interface Piece {
  /** Tells it from the other pieces of its message. */
  readonly key: string;
  readonly role: 'user' | 'assistant';
  readonly content: readonly Json[];
  /** Further fields of the line. */
  readonly more: Json;
  /** The call whose result it is. */
  readonly call?: string;
  /** A line in front of it, which says that what is above was compacted. */
  readonly boundary?: Json;
}

/**
 * A message in the form that Claude Code writes: a line for each part of an answer, and a line for each
 * result, in the user's name. What is for the user alone is not part of it.
 */
export function piecesOf(message: Message): readonly Piece[] {
  return message.role === 'user' ? userPieces(message) : answerPieces(message);
}

function userPieces({ blocks, from, compaction, id }: Message): Piece[] {
  const content = blocks.flatMap(userPart);
  if (content.length === 0) return [];
  const piece = { key: '', role: 'user', content } as const;
  if (compaction) {
    const { before, after } = compaction;
    const boundary = { preTokens: before, postTokens: after };
    return [{ ...piece, more: { ...origin('wave'), isCompactSummary: true }, boundary }];
  }
  if (from === 'hook' || from === 'wave')
    return [{ ...piece, more: { ...origin(from), isMeta: true } }];
  return [{ ...piece, more: { ...origin('human'), promptId: id } }];
}

const origin = (kind: string): Json => ({ origin: { kind } });

function answerPieces({ blocks }: Message): Piece[] {
  const said = blocks.flatMap((block, at): Piece[] =>
    answerPart(block).map((part) => ({
      key: String(at),
      role: 'assistant',
      content: [part],
      more: {},
    })),
  );
  return [...said, ...blocks.flatMap(resultPiece)];
}

function userPart(block: Block): Json[] {
  if (block.type === 'text') return [{ type: 'text', text: block.content }];
  return block.type === 'image' ? [imagePart(block)] : [];
}

function answerPart(block: Block): Json[] {
  if (block.type === 'reasoning') return [thinkingPart(block)];
  return block.type === 'tool' ? [callPart(block)] : userPart(block);
}

const imagePart = ({ mediaType, content }: ImageBlock): Json => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data: content },
});

const thinkingPart = ({ content, metadata }: ReasoningBlock): Json => ({
  type: 'thinking',
  thinking: content,
  signature: signatureIn(metadata),
});

function signatureIn(metadata: ReasoningBlock['metadata']): string {
  const own = metadata?.['anthropic'];
  const signature = isObject(own) ? own['signature'] : undefined;
  return typeof signature === 'string' ? signature : '';
}

/** What the model asked for, as it asked: what a hook made of it came later, and lines do not change. */
const callPart = ({ id, name, original, parameters }: ToolBlock): Json => ({
  type: 'tool_use',
  id,
  name,
  input: writable(original ?? parameters),
});

/** What cannot be written must not hide the rest of a conversation. */
function writable(input: Json): Json {
  try {
    JSON.stringify(input);
    return input;
  } catch {
    return {};
  }
}

function resultPiece(block: Block): Piece[] {
  if (block.type !== 'tool' || block.stage !== 'end') return [];
  const { id, result = '', success, images = [], by } = block;
  const text = { type: 'text', text: result };
  const part = {
    type: 'tool_result',
    tool_use_id: id,
    content: images.length === 0 ? result : [text, ...images.map(imagePart)],
    ...(success === false ? { is_error: true } : {}),
  };
  return [
    { key: `result ${id}`, role: 'user', content: [part], more: by ? origin(by) : {}, call: id },
  ];
}
