import { type Agent, grouped, mcpNames, type Raw, settingsIn } from './agent.ts';

const EVENTS = {
  PreToolUse: 'BeforeTool',
  PostToolUse: 'AfterTool',
  UserPromptSubmit: 'BeforeAgent',
  Stop: 'AfterAgent',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  PreCompact: 'PreCompress',
  Notification: 'Notification',
};

/** More files in one call cannot be judged one by one. */
const MAX_FILES = 100;

/** The files that a call reads: those that it names, and those that its patterns match now. */
function filesRead({ include, paths }: Raw, cwd: string): string[] {
  const { resolve } = process.getBuiltinModule('node:path');
  const named = [include ?? paths ?? []].flat().map(String);
  const found = named.flatMap((one) =>
    /[*?[{]/.test(one) ? process.getBuiltinModule('node:fs').globSync(one, { cwd }) : [one],
  );
  if (named.length === 0) throw new Error('read_many_files: expected a list of files');
  if (found.length > MAX_FILES)
    throw new Error(
      `read_many_files: expected at most ${MAX_FILES} files, got ${found.length}; read fewer at once`,
    );
  // A pattern without a match reads nothing, and is still a call.
  return (found.length > 0 ? found : named).map((one) => resolve(cwd, one));
}

export const geminiCli: Agent = {
  title: 'Gemini CLI',
  events: EVENTS,
  lacks: {
    // Without a terminal it waits for ever for the answer to a question.
    PreToolUse: { sandbox: 'deny', ask: 'deny', context: 'drop' },
    PostToolUse: { block: 'context', replace: 'instead' },
    UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
  },
  dialect: 'gemini',
  merges: true,
  tools: {
    run_shell_command: 'Bash',
    read_file: 'Read',
    write_file: 'Write',
    replace: 'Edit',
    glob: 'Glob',
    grep_search: 'Grep',
    search_file_content: 'Grep',
    web_fetch: 'WebFetch',
    google_web_search: 'WebSearch',
    write_todos: 'TodoWrite',
    ask_user: 'AskUserQuestion',
    invoke_agent: 'Task',
  },
  fields: {
    Read: { absolute_path: 'file_path' },
    Glob: { dir_path: 'path' },
    Grep: { dir_path: 'path' },
    Task: { agent_name: 'subagent_type' },
  },
  translate: (raw) => {
    const { server_name, tool_name } = Object(raw['mcp_context']) as Raw;
    return server_name && tool_name
      ? { ...raw, tool_name: `mcp__${server_name}__${tool_name}` }
      : { ...raw };
  },
  calls: ({ tool_name, tool_input, cwd }) => {
    if (tool_name === 'read_many_files')
      return filesRead(Object(tool_input) as Raw, `${cwd ?? ''}`).map((file_path) => ({
        tool_name: 'Read',
        tool_input: { file_path },
      }));
    // Without its context, a name does not say where the server's ends.
    return /^mcp_[^_]/.test(`${tool_name}`)
      ? mcpNames(`${tool_name}`.slice('mcp_'.length), '_').map((name) => ({ tool_name: name }))
      : undefined;
  },
  detect: {
    // A name that several agents have tells nothing.
    input: ({ hook_event_name: named }) =>
      Object.entries(EVENTS).some(([ours, there]) => there === named && there !== ours),
    variable: 'GEMINI_PROJECT_DIR',
  },
  guard: {
    settingsFile: settingsIn('.gemini'),
    startedIn: { variable: 'GEMINI_PROJECT_DIR' },
    reads: ['comments'],
    off: ['hooksConfig.enabled', false],
    ...grouped(1_000),
    trust: {
      of: 'project',
      todo: 'start gemini and trust the folder; with -p, set GEMINI_CLI_TRUST_WORKSPACE=true (--skip-trust is not enough)',
    },
  },
};
