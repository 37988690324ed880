import { randomUUID } from 'node:crypto';
import type { AgentEvent, Block, Message, Usage } from '@wavehooks/agent-sdk';

/** The pieces of replies in the form that Claude Code prints with `--include-partial-messages`. */
export interface Partials {
  hear(event: AgentEvent): readonly object[];
}

type Kind = Extract<AgentEvent, { is: 'delta' }>['kind'];

/** Whose reply it is. */
interface About {
  readonly session: string;
  readonly model: string;
}

export function createPartials({ session, model }: About): Partials {
  /** The reply that is open: how many of its blocks have begun, and of which kind the open one is. */
  let open: { blocks: number; kind: Kind | undefined; reason: string } | undefined;
  const line = (event: object) => ({
    type: 'stream_event',
    event,
    session_id: session,
    parent_tool_use_id: null,
    uuid: randomUUID(),
  });
  const begin = (): object[] => {
    if (open) return [];
    open = { blocks: 0, kind: undefined, reason: 'end_turn' };
    return [{ type: 'message_start', message: opening(model) }];
  };
  const endBlock = (): object[] => {
    if (open?.kind === undefined) return [];
    open.kind = undefined;
    return [{ type: 'content_block_stop', index: open.blocks - 1 }];
  };
  const block = (content: object): object => ({
    type: 'content_block_start',
    index: open ? open.blocks++ : 0,
    content_block: content,
  });
  const delta = (text: string, kind: Kind): object[] => {
    const start = [...begin()];
    if (open && open.kind !== kind) {
      start.push(...endBlock(), block(EMPTY[kind]));
      open.kind = kind;
    }
    const index = (open?.blocks ?? 1) - 1;
    return [...start, { type: 'content_block_delta', index, delta: DELTAS[kind](text) }];
  };
  /** What the model calls is known when the reply is whole. */
  const whole = ({ role, blocks }: Message): object[] => {
    const calls = role === 'assistant' ? blocks.filter(isCall) : [];
    if (calls.length === 0) return endBlock();
    const start = [...begin(), ...endBlock()];
    if (open) open.reason = 'tool_use';
    return [...start, ...calls.flatMap((call) => callEvents(call, block))];
  };
  const end = (usage?: Usage): object[] => {
    if (!open) return [];
    const last = endBlock();
    const { reason } = open;
    open = undefined;
    const delta = { stop_reason: usage ? reason : null, stop_sequence: null };
    const spent = { usage: { output_tokens: usage?.outputTokens ?? 0 } };
    return [...last, { type: 'message_delta', delta, ...spent }, { type: 'message_stop' }];
  };
  const events = (event: AgentEvent): object[] => {
    if (event.is === 'delta') return delta(event.text, event.kind);
    if (event.is === 'change' && event.change.is === 'added') return whole(event.change.message);
    if (event.is === 'usage') return end(event.usage);
    // What came is void: the next piece begins another message.
    return event.is === 'restart' || event.is === 'ended' ? end() : [];
  };
  return { hear: (event) => events(event).map(line) };
}

const opening = (model: string) => ({
  id: `msg_${randomUUID().replaceAll('-', '')}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
});

const EMPTY: Readonly<Record<Kind, object>> = {
  text: { type: 'text', text: '' },
  reasoning: { type: 'thinking', thinking: '', signature: '' },
};

const DELTAS: Readonly<Record<Kind, (text: string) => object>> = {
  text: (text) => ({ type: 'text_delta', text }),
  reasoning: (thinking) => ({ type: 'thinking_delta', thinking }),
};

type CallBlock = Extract<Block, { type: 'tool' }>;

const isCall = (block: Block): block is CallBlock => block.type === 'tool' && !block.served;

function callEvents(
  { id, name, parameters }: CallBlock,
  begin: (content: object) => object,
): object[] {
  const start = begin({ type: 'tool_use', id, name, input: {} }) as { index: number };
  const { index } = start;
  const json = { type: 'input_json_delta', partial_json: JSON.stringify(parameters) };
  return [
    start,
    { type: 'content_block_delta', index, delta: json },
    { type: 'content_block_stop', index },
  ];
}
