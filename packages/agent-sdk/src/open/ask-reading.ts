import { start } from '@wavehooks/process';
import type { Answered } from '../model/ask-once.ts';
import { decidePermission } from '../permissions/decide.ts';
import { lookAt } from '../permissions/facts/facts.ts';
import { hiddenBy } from '../permissions/rules/match.ts';
import type { Rules } from '../permissions/rules/rule.ts';
import { read } from '../tools/files/read-file.ts';
import { glob } from '../tools/search/glob.ts';
import { grep } from '../tools/search/grep.ts';
import { readInput, toolSpec } from '../tools/tool-input.ts';
import type { Call, ModelRequest } from '../vocabulary/model.ts';
import type { ModelMessage, ToolResultPart } from '../vocabulary/model-message.ts';
import type { Tool, ToolContext } from '../vocabulary/tool.ts';

/** What a model may look at before it answers, and by whose rules. */
export interface Reading {
  readonly projectDir: string;
  readonly env: ToolContext['env'];
  readonly rules: () => Rules;
}

const TOOLS: readonly Tool[] = [read as Tool, glob as Tool, grep as Tool];

/** More than a judgement needs; a model that reads on and on has none. */
const MAX_ROUNDS = 30;

/**
 * A question to a model that may read before it answers: whatever the agent could read without asking the user.
 * No hook runs on these calls: the hook that asks might be asked about them, without an end.
 */
export async function askReading(
  ask: (request: ModelRequest) => Promise<Answered>,
  request: ModelRequest,
  context: ToolContext,
  rules: Rules,
): Promise<string> {
  const messages = [...request.messages];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { text, calls } = await ask({ ...request, messages, tools: TOOLS.map(toolSpec) });
    if (calls.length === 0) return text;
    const content = await Promise.all(calls.map((call) => resultOf(call, context, rules)));
    messages.push(said(text, calls), { role: 'tool', content });
  }
  throw new Error(`the model read files ${MAX_ROUNDS} times and gave no answer`);
}

const said = (text: string, calls: readonly Call[]): ModelMessage => ({
  role: 'assistant',
  content: [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, name, input, metadata }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
      ...(metadata ? { providerOptions: metadata as ToolResultPart['providerOptions'] & {} } : {}),
    })),
  ],
});

async function resultOf(call: Call, context: ToolContext, rules: Rules): Promise<ToolResultPart> {
  const { success, text } = await runCall(call, context, rules);
  return {
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.name,
    output: { type: success ? 'text' : 'error-text', value: text },
  };
}

async function runCall({ name, input, invalid }: Call, place: ToolContext, rules: Rules) {
  const refused = (text: string) => ({ success: false, text });
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) return refused(`There is no tool "${name}" here.`);
  const given = readInput(tool, invalid ?? input, place.cwd);
  if (!given.ok) return refused(given.text);
  const now = { rules, mode: 'default', verdict: 'none', canAsk: false } as const;
  const { answer, by } = decidePermission(lookAt({ tool, input: given.input, place }).facts(now));
  return answer === 'yes' ? tool.run(given.input, place) : refused(`It may not be read: ${by}.`);
}

/** A context of its own: what is read here, the agent has not read. */
export function readingContext(
  { projectDir, env, rules }: Reading,
  cwd: string,
  signal: AbortSignal,
): ToolContext {
  return {
    ...{ projectDir, cwd, env, signal, start },
    setCwd: () => {},
    hides: hiddenBy(rules(), { projectDir, cwd }),
    memory: {
      files: new Map(),
      shells: new Map(),
      running: new Set(),
      left: new Set(),
      todos: [],
    },
  };
}
