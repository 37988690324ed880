import { hashOf } from '@wavehooks/hooks/scripts';
import { VERSION } from '../../base/version.ts';
import type { Message } from '../../vocabulary/messages.ts';
import type { Usage } from '../../vocabulary/model.ts';
import type { Fact, Facts } from './facts.ts';
import type { Piece } from './pieces.ts';

/** Whose transcript it is. */
export interface Whose {
  readonly sessionId: string;
  readonly cwd: string;
  /** The subagent whose conversation it is. */
  readonly agent?: string;
}

export interface Lines {
  readonly text: string;
  /** The last of them, which the next one follows. */
  readonly last: string | null;
}

/** One piece as the line that Claude Code would write, and the boundary in front of it. */
export function linesOf(
  piece: Piece,
  message: Message,
  facts: Facts,
  whose: Whose,
  parent: string | null,
): Lines {
  const fact = facts.of(piece.call ?? message.id) ?? { at: 0, cwd: whose.cwd };
  const common = {
    isSidechain: whose.agent !== undefined,
    ...(whose.agent === undefined ? {} : { agentId: whose.agent }),
    userType: 'external',
    cwd: fact.cwd,
    sessionId: whose.sessionId,
    version: VERSION,
    timestamp: new Date(fact.at).toISOString(),
  };
  const edge = piece.boundary && {
    parentUuid: null,
    logicalParentUuid: parent,
    ...common,
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    level: 'info',
    isMeta: false,
    uuid: uuidOf(message.id, 'boundary'),
    compactMetadata: piece.boundary,
  };
  const line = {
    parentUuid: edge?.uuid ?? parent,
    ...common,
    type: piece.role,
    message: piece.role === 'user' ? userMessage(piece) : answer(piece, message, fact),
    ...(piece.role === 'assistant' ? { requestId: `req_${plain(message.id)}` } : {}),
    uuid: uuidOf(message.id, piece.key),
    ...piece.more,
  };
  const all = edge ? [edge, line] : [line];
  return { text: all.map((one) => `${JSON.stringify(one)}\n`).join(''), last: line.uuid };
}

const userMessage = ({ content }: Piece) => ({ role: 'user', content });

const answer = ({ content }: Piece, { id, blocks }: Message, { model, usage }: Fact) => ({
  id: `msg_${plain(id)}`,
  type: 'message',
  role: 'assistant',
  model: model ?? NO_MODEL,
  content,
  stop_reason: blocks.some(({ type }) => type === 'tool') ? 'tool_use' : 'end_turn',
  stop_sequence: null,
  usage: usageOf(usage),
});

/** What Claude Code writes where no model said it, or nobody knows which. */
const NO_MODEL = '<synthetic>';

/** There the cached part is not among the rest of the input. */
function usageOf(usage: Usage | undefined) {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  };
}

const plain = (id: string) => id.replaceAll('-', '');

/** The same for the same piece whenever it is written. */
function uuidOf(id: string, key: string): string {
  const hash = hashOf(`${id} ${key}`);
  return [0, 8, 12, 16, 20].map((at, n, all) => hash.slice(at, all[n + 1] ?? 32)).join('-');
}
