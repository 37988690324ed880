import type { TargetName } from './answer/targets.ts';

type Raw = Readonly<Record<string, unknown>>;

/** An input of an agent with the names that the others have for its fields. */
export const translated = (raw: Raw, target: TargetName): Record<string, unknown> =>
  (TRANSLATE[target] ?? ((same) => ({ ...same })))(raw);

const TRANSLATE: Readonly<Partial<Record<TargetName, (raw: Raw) => Record<string, unknown>>>> = {
  'copilot-cli': (raw) => {
    const { tool_result, toolResult, agent_name, agentName } = raw;
    return {
      ...raw,
      ...first('hook_event_name', raw['hook_event_name'], pascal(raw['hookName'])),
      ...first('session_id', raw['session_id'], raw['sessionId']),
      ...first('transcript_path', raw['transcript_path'], raw['transcriptPath']),
      ...first('tool_name', raw['tool_name'], raw['toolName']),
      ...first('tool_input', raw['tool_input'], parsed(raw['toolArgs'] ?? raw['toolInput'])),
      ...first('tool_response', textOf(tool_result ?? toolResult)),
      ...first('agent_type', raw['agent_type'], agent_name ?? agentName),
      ...(raw['source'] === 'new' ? { source: 'startup' } : {}),
    };
  },
  cursor: (raw) => ({
    ...raw,
    ...first('session_id', raw['session_id'], raw['conversation_id']),
    // Hooks of the user run in a directory of Cursor's own.
    ...first('cwd', raw['cwd'], (raw['workspace_roots'] as unknown[] | undefined)?.[0]),
    ...first('tool_name', server(raw['tool_name'])),
    ...first('tool_input', parsed(raw['tool_input'])),
    ...first('tool_response', parsed(raw['tool_output'])),
    ...first('error', raw['error'], raw['error_message']),
    ...first('agent_type', raw['agent_type'], raw['subagent_type']),
    ...(String(raw['hook_event_name']).toLowerCase() === 'sessionstart'
      ? { source: raw['source'] ?? 'startup' }
      : {}),
  }),
};

const first = (name: string, ...values: readonly unknown[]): Raw => {
  const value = values.find((one) => one !== undefined && one !== null);
  return value === undefined ? {} : { [name]: value };
};

const pascal = (name: unknown) =>
  typeof name === 'string' ? name.charAt(0).toUpperCase() + name.slice(1) : undefined;

/** What its model gets of a result. */
const textOf = (result: unknown): unknown => {
  const { text_result_for_llm, textResultForLlm } = Object(result) as Record<string, unknown>;
  return text_result_for_llm ?? textResultForLlm ?? result;
};

/** It does not say which server a tool belongs to. */
const server = (tool: unknown) =>
  typeof tool === 'string' ? tool.replace(/^MCP:/, 'mcp__unknown__') : undefined;

/** Some of it comes as JSON in a text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
