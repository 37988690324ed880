import { randomUUID } from 'node:crypto';
import {
  type AgentEvent,
  type AgentRef,
  type Change,
  type Message,
  piecesOf,
  type Usage,
} from '@wavehooks/agent-sdk';
import { type Told, toldIn } from '../close/told.ts';

/** What is known of the session when the first line is printed. */
export interface Start {
  readonly session_id: string;
  readonly model: string;
  readonly cwd: string;
  readonly permission_mode: string;
}

/** What only the first line of `stream-json` tells. */
export interface Around {
  readonly servers: readonly { readonly name: string; readonly state: string }[];
  readonly commands: readonly string[];
}

export type Line = Readonly<Record<string, unknown>>;

/** A session as lines in the form of Claude Code's `stream-json`, which harnesses read. */
export interface ClaudeLines {
  hear(event: AgentEvent): readonly Line[];
  notice(told: Told): Line;
}

/** A call of Task has the lines of its subagent under its own id. */
export function claudeLines({ session_id, model }: Start): ClaudeLines {
  const started = new Map<string, string>();
  /** An answer waits for what its request used. */
  let held: { readonly message: Message; readonly by: AgentRef | undefined } | undefined;
  const line = (type: string, own: Line, by?: AgentRef): Line => ({
    type,
    ...own,
    parent_tool_use_id: (by && started.get(by.id)) ?? null,
    session_id,
    uuid: randomUUID(),
    ...(by ? agentFields(by) : {}),
  });
  const notice = (told: Told): Line => line('system', { subtype: 'notice', ...told });
  const whole = (message: Message, by: AgentRef | undefined, usage?: Usage): Line[] =>
    piecesOf(message)
      .filter(({ call }) => call === undefined)
      .map(({ role, content, more }) => {
        const body = role === 'user' ? { role, content } : answer(message, content, model, usage);
        return line(role, { message: body, ...more }, by);
      });
  const flush = (usage?: Usage): Line[] => {
    const last = held;
    held = undefined;
    return last ? whole(last.message, last.by, usage) : [];
  };
  const changed = (change: Change, by: AgentRef | undefined): Line[] => {
    if (change.is === 'tool') {
      if (change.patch.agent) started.set(change.patch.agent, change.call);
      return change.patch.stage === 'end' ? [line('user', resultOf(change), by)] : [];
    }
    if (change.is === 'compacted') return [line('system', boundaryOf(change.message), by)];
    if (change.is !== 'added') return [];
    const told = toldIn({ is: 'change', change });
    // A subagent's notices are in the main conversation as well.
    if (told.length > 0) return by ? [] : told.map(notice);
    if (change.message.role === 'user') return whole(change.message, by);
    held = { message: change.message, by };
    return [];
  };
  const hear = (event: AgentEvent, by: AgentRef | undefined): Line[] => {
    if (event.is === 'request') return flush(event.usage);
    if (event.is === 'change' && SHOWN.includes(event.change.is))
      return [...flush(), ...changed(event.change, by)];
    if (event.is === 'ended' && by) {
      const { ended, usage } = event.result;
      return [
        ...flush(),
        line('system', { subtype: 'subagent_end', ended, usage: usageOf(usage) }, by),
      ];
    }
    return [];
  };
  return {
    notice,
    hear: (event) =>
      event.is === 'subagent' ? hear(event.event, event.agent) : hear(event, undefined),
  };
}

/** Changes that are lines. Others come between an answer and what its request used. */
const SHOWN: readonly Change['is'][] = ['added', 'tool', 'compacted'];

const agentFields = ({ id, type, description, parent }: AgentRef) => ({
  agent_id: id,
  agent_type: type,
  agent_description: description,
  ...(parent ? { parent_agent_id: parent } : {}),
});

const answer = (
  { id, blocks }: Message,
  content: readonly object[],
  model: string,
  usage: Usage | undefined,
) => ({
  id: `msg_${id.replaceAll('-', '')}`,
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: blocks.some(({ type }) => type === 'tool') ? 'tool_use' : 'end_turn',
  stop_sequence: null,
  usage: usageOf(usage),
});

/** There the cached part is not among the rest of the input. */
export function usageOf(usage: Usage | undefined) {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  };
}

function resultOf({ call, patch }: Extract<Change, { is: 'tool' }>): Line {
  const { result = '', success, images = [] } = patch;
  const pictures = images.map(({ mediaType, content }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: content },
  }));
  const content = pictures.length > 0 ? [{ type: 'text', text: result }, ...pictures] : result;
  const part = { tool_use_id: call, type: 'tool_result', content, is_error: success === false };
  return { message: { role: 'user', content: [part] } };
}

const boundaryOf = ({ compaction }: Message): Line => ({
  subtype: 'compact_boundary',
  compact_metadata: { pre_tokens: compaction?.before, post_tokens: compaction?.after },
});
