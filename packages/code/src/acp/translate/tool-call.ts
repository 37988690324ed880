import type { SessionUpdate, ToolCallStatus } from '@agentclientprotocol/sdk';
import type { AgentRef, ToolBlock } from '@wavehooks/agent-sdk';
import { terminalContent, terminalMeta } from './terminal.ts';
import { clipped, contentOf, rewriteOf } from './tool-content.ts';
import { kindOf, locationsOf, titleOf } from './tool-titles.ts';

/** Where a call is made, and by whom. */
export interface CallPlace {
  readonly projectDir: string;
  readonly agent?: AgentRef | undefined;
}

/** A call with what is in the file that it changes, as far as that is known. */
export interface Shown {
  readonly block: ToolBlock;
  readonly before?: string | undefined;
  /** Of a command with a terminal: the end of what that was told. */
  readonly told?: string;
  /** The editor's terminal that it runs in. */
  readonly terminal?: string;
}

const STATUS: Readonly<Record<ToolBlock['stage'], ToolCallStatus>> = {
  pending: 'pending',
  running: 'in_progress',
  end: 'completed',
};

/** Two agents may name their calls alike. */
export const callId = (id: string, agent?: Pick<AgentRef, 'id'>): string =>
  agent ? `${agent.id}:${id}` : id;

export const toolCall = (shown: Shown, place: CallPlace): SessionUpdate => ({
  sessionUpdate: 'tool_call',
  ...fieldsOf(shown, place),
});

export const toolUpdate = (shown: Shown, place: CallPlace): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  ...fieldsOf(shown, place),
});

function fieldsOf({ block, before, told, terminal }: Shown, { projectDir, agent }: CallPlace) {
  const { id, name, parameters, stage, success, result } = block;
  const by = agent ? `${agent.description || agent.type} › ` : '';
  const toolCallId = callId(id, agent);
  const shownIn = terminal ?? (told === undefined ? undefined : toolCallId);
  return {
    toolCallId,
    title: titleOf(block, projectDir, by),
    name,
    kind: kindOf(name),
    status: success === false ? ('failed' as const) : STATUS[stage],
    content: shownIn ? [...rewriteOf(block), terminalContent(shownIn)] : contentOf(block, before),
    locations: locationsOf(block, before),
    rawInput: parameters,
    ...(stage === 'end'
      ? { rawOutput: { success: success !== false, output: clipped(result ?? '') } }
      : {}),
    ...metaOf({
      ...waveOf(block, agent),
      ...(told === undefined ? {} : terminalMeta(toolCallId, block, told, projectDir)),
    }),
  };
}

const metaOf = (meta: object) => (Object.keys(meta).length > 0 ? { _meta: { ...meta } } : {});

/** What the protocol has no field for. */
function waveOf({ original, refused, by }: ToolBlock, agent: AgentRef | undefined) {
  const wave = {
    ...(original ? { original } : {}),
    ...(refused ? { refused } : {}),
    ...(by ? { by } : {}),
    ...(agent ? { agent: { id: agent.id, type: agent.type } } : {}),
  };
  return Object.keys(wave).length > 0 ? { wave } : {};
}
