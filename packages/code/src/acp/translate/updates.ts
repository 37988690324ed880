import { randomUUID } from 'node:crypto';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { AgentEvent, Block, Change, Message } from '@wavehooks/agent-sdk';
import { saidBlock } from '../../agent/close/told.ts';
import { type CallsAbout, createCalls } from './calls.ts';
import { chunk, type Shows, toldUpdate } from './told.ts';

export interface Translation {
  hear(event: AgentEvent): SessionUpdate[];
  /** A call runs in a terminal of the editor's. */
  showTerminal(call: string, terminal: string): SessionUpdate[];
}

/** What happens in an agent, as an editor is told. It remembers what it told of the reply and of open calls. */
export function createTranslation({ projectDir, shows, textIn }: CallsAbout): Translation {
  const calls = createCalls({ projectDir, shows, textIn });
  let reply = { id: randomUUID(), text: 0, thought: 0 };
  const begin = () => {
    reply = { id: randomUUID(), text: 0, thought: 0 };
  };
  const delta = ({ text, kind }: Extract<AgentEvent, { is: 'delta' }>): SessionUpdate[] => {
    const isText = kind === 'text';
    reply[isText ? 'text' : 'thought'] += text.length;
    return [chunk(isText ? 'agent_message_chunk' : 'agent_thought_chunk', text, reply.id)];
  };
  const restart = (): SessionUpdate[] => {
    const said = reply.text + reply.thought > 0;
    begin();
    const text = 'The reply broke off and starts again; ignore the text so far.';
    return said ? [toldUpdate({ tone: 'warning', text }, shows)] : [];
  };
  /** What was streamed is not told again. */
  const rest = (kind: 'text' | 'thought', content: string): SessionUpdate[] => {
    const known = reply[kind];
    reply[kind] = Math.max(0, known - content.length);
    const text = content.slice(known);
    const as = kind === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk';
    return text === '' ? [] : [chunk(as, text, reply.id)];
  };
  const assistantBlock = (block: Block): SessionUpdate[] => {
    if (block.type === 'text') return rest('text', block.content);
    if (block.type === 'reasoning') return rest('thought', block.content);
    if (block.type === 'tool') return calls.open(block);
    // The call itself shows it.
    if (block.type === 'notice' && block.call !== undefined && calls.has(block.call)) return [];
    return saidBlock(block).map((said) => toldUpdate(said, shows));
  };
  const added = ({ role, blocks }: Message): SessionUpdate[] => {
    if (role === 'user') return [];
    const updates = blocks.flatMap(assistantBlock);
    if (blocks.some(({ type }) => type === 'text' || type === 'tool')) begin();
    return updates;
  };
  const changed = (change: Change): SessionUpdate[] => {
    if (change.is === 'added') return added(change.message);
    if (change.is === 'block') return assistantBlock(change.block);
    if (change.is === 'tool') return calls.patch(change);
    return change.is === 'compacted' ? [compacted(change.message, shows)] : [];
  };
  const inner = ({ agent, event }: Extract<AgentEvent, { is: 'subagent' }>): SessionUpdate[] => {
    if (event.is === 'output') return calls.print(event, agent);
    if (event.is === 'progress') return calls.progress(event.call, event.text, agent);
    if (event.is !== 'change') return [];
    const { change } = event;
    if (change.is === 'tool') return calls.patch(change, agent);
    const blocks = change.is === 'added' ? change.message.blocks : [];
    return blocks.flatMap((block) => (block.type === 'tool' ? calls.open(block, agent) : []));
  };
  return {
    showTerminal: calls.showTerminal,
    hear: (event) => {
      if (event.is === 'delta') return delta(event);
      if (event.is === 'restart') return restart();
      if (event.is === 'change') return changed(event.change);
      if (event.is === 'output') return calls.print(event);
      if (event.is === 'progress') return calls.progress(event.call, event.text);
      if (event.is === 'subagent') return inner(event);
      if (event.is === 'ended') begin();
      return event.is === 'prompt' ? [rewritten(event.by, event.sent, shows)] : [];
    },
  };
}

const rewritten = (by: readonly string[], sent: string, shows: Shows): SessionUpdate =>
  toldUpdate(
    { tone: 'info', text: `${by.join(', ')} rewrote your prompt. The agent got: ${sent}` },
    shows,
  );

function compacted({ id, compaction }: Message, shows: Shows): SessionUpdate {
  if (shows.compaction)
    return { sessionUpdate: 'compaction_update', compactionId: id, status: 'completed' };
  const { before = 0, after = 0 } = compaction ?? {};
  const count = (tokens: number) => tokens.toLocaleString('en');
  const text = `The conversation was made shorter for the model: from about ${count(before)} to ${count(after)} tokens.`;
  return toldUpdate({ tone: 'info', text }, shows);
}
