import { writeFileSync } from 'node:fs';
import type { Agent, Block, Message } from '@wavehooks/agent-sdk';
import { type Io, UsageError } from '../../cli/command.ts';

declare const WAVE_VERSION: string;

/**
 * Writes the whole conversation as one document in the Agent Trajectory Interchange Format, which Harbor and those
 * who compare agents read. What is for the user alone is not part of it.
 */
export function writeTrajectory(file: string | undefined, agent: Agent, io: Pick<Io, 'err'>): void {
  if (file === undefined) return;
  try {
    writeFileSync(file, `${JSON.stringify(trajectoryOf(agent), null, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    io.err(`warning: --trajectory: ${(error as Error).message}\n`);
  }
}

/** Told before anything is asked: at the end it would be too late. */
export function checkTrajectory(file: string | undefined): void {
  try {
    if (file !== undefined) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  } catch (error) {
    throw new UsageError(`--trajectory: ${(error as Error).message}`);
  }
}

type Told = Pick<Agent, 'messages' | 'model' | 'sessionId' | 'usage'>;

function trajectoryOf({ messages, model, sessionId, usage }: Told) {
  const steps = messages.flatMap((message) => stepOf(message) ?? []);
  return {
    schema_version: 'ATIF-v1.6',
    session_id: sessionId,
    agent: { name: 'wave', version: WAVE_VERSION, model_name: model },
    steps: steps.map((step, at) => ({ step_id: at + 1, ...step })),
    final_metrics: {
      total_prompt_tokens: usage.inputTokens,
      total_completion_tokens: usage.outputTokens,
      total_cached_tokens: usage.cachedTokens,
      ...(usage.cost === undefined ? {} : { total_cost_usd: usage.cost }),
      total_steps: steps.length,
    },
  };
}

function stepOf({ role, from, blocks }: Message): object | undefined {
  const message = textOf(blocks, 'text');
  if (role === 'user') {
    // What hooks and Wave add is nobody's prompt.
    const source = from === 'hook' || from === 'wave' ? 'system' : 'user';
    return message === '' ? undefined : { source, message };
  }
  const reasoning = textOf(blocks, 'reasoning');
  const calls = blocks.filter((block) => block.type === 'tool');
  if (message === '' && reasoning === '' && calls.length === 0) return undefined;
  const results = calls.map(({ id, result = '' }) => ({ source_call_id: id, content: result }));
  const tool_calls = calls.map(({ id, name, parameters }) => ({
    ...{ tool_call_id: id, function_name: name, arguments: parameters },
  }));
  return {
    ...{ source: 'agent', message },
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls, observation: { results } }),
  };
}

const textOf = (blocks: readonly Block[], type: 'text' | 'reasoning'): string =>
  blocks.map((block) => (block.type === type ? block.content : '')).join('');
