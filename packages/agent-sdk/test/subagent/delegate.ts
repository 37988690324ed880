import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent } from '../../src/conversation/agent-event.ts';
import type { Agent } from '../../src/open/agent.ts';
import type { ToolBlock } from '../../src/vocabulary/messages.ts';
import { blocksOf } from '../talk.ts';
import { call, type Reply, type WireBlock } from '../wire/reply.ts';

const taskInput = (type: string, prompt: string) => ({
  description: `for ${type}`,
  prompt,
  subagent_type: type,
});

/** An answer that starts a subagent. */
export const delegate = (prompt = 'SUBPROMPT', type = 'general', id?: string): Reply =>
  call('Task', taskInput(type, prompt), id);

export const taskCall = (prompt: string, type: string, id: string): WireBlock => ({
  call: 'Task',
  input: taskInput(type, prompt),
  id,
});

/** A hook that keeps what it gets, a line each. */
export const KEEPS_INPUT = 'cat >> "$WAVE_PROJECT_DIR/inputs"; echo >> "$WAVE_PROJECT_DIR/inputs"';

export const inputsIn = (dir: string) =>
  readFileSync(join(dir, 'inputs'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

export const taskBlocks = (agent: Agent): ToolBlock[] =>
  blocksOf(agent.messages, 'tool').filter(({ name }) => name === 'Task');

export type InSubagent = Extract<AgentEvent, { is: 'subagent' }>;

/** All that is heard of subagents from now on. */
export function hearSubagents(agent: Agent): InSubagent[] {
  const heard: InSubagent[] = [];
  agent.subscribe((event) => event.is === 'subagent' && heard.push(event));
  return heard;
}

/** What a request says, as one text. */
export const said = (request: { body: unknown } | undefined): string =>
  JSON.stringify(request?.body);
