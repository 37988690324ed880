/** The parameters of the built-in tools, as hooks see them. Paths are absolute. */
export interface Tools {
  Bash: { command: string; description?: string; timeout?: number; run_in_background?: boolean };
  Read: { file_path: string; offset?: number; limit?: number };
  Write: { file_path: string; content: string };
  Edit: { file_path: string; old_string: string; new_string: string; replace_all?: boolean };
  Glob: { pattern: string; path?: string };
  Grep: { pattern: string; path?: string; glob?: string; output_mode?: string };
  WebFetch: { url: string; prompt?: string };
  TodoWrite: { todos: Todo[] };
  AskUserQuestion: { questions: Question[] };
  ExitPlanMode: { plan: string };
  Task: { description: string; prompt: string; subagent_type: string };
}

interface Todo {
  content: string;
  status: string;
  activeForm?: string;
}

interface Question {
  question: string;
  header?: string;
  options: { label: string; description?: string }[];
  multiSelect?: boolean;
}

/**
 * Tools whose parameters are not listed here. Plain `string` would keep TypeScript from telling the
 * others apart; for a name that is missing, compare `String(input.tool_name)`.
 */
type OtherName = 'WebSearch' | 'NotebookEdit' | `mcp__${string}`;

/** A call, told apart by `tool_name`: after comparing it, `tool_input` has its type. */
export type ToolCall =
  | { [N in keyof Tools]: { tool_name: N; tool_input: Tools[N] } }[keyof Tools]
  | { tool_name: OtherName; tool_input: Record<string, unknown> };
