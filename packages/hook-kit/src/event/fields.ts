type Fields = Readonly<Record<string, unknown>>;
type Names = Readonly<Record<string, string>>;

/** Names of tools elsewhere, and ours: nobody uses one of them for another tool. @internal */
export const FOREIGN_TOOLS: Names = {
  run_shell_command: 'Bash',
  bash: 'Bash',
  powershell: 'Bash',
  Shell: 'Bash',
  shell: 'Bash',
  exec_command: 'Bash',
  // They run a command and watch what it prints.
  monitor: 'Bash',
  Monitor: 'Bash',
  read_file: 'Read',
  view: 'Read',
  view_image: 'Read',
  write_file: 'Write',
  create: 'Write',
  replace: 'Edit',
  edit: 'Edit',
  str_replace_editor: 'Edit',
  StrReplace: 'Edit',
  Delete: 'Edit',
  notebook_edit: 'NotebookEdit',
  glob: 'Glob',
  grep: 'Grep',
  rg: 'Grep',
  grep_search: 'Grep',
  search_file_content: 'Grep',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
  google_web_search: 'WebSearch',
  write_todos: 'TodoWrite',
  todo_write: 'TodoWrite',
  update_todo: 'TodoWrite',
  ask_user: 'AskUserQuestion',
  ask_user_question: 'AskUserQuestion',
  Agent: 'Task',
  agent: 'Task',
  task: 'Task',
  invoke_agent: 'Task',
};

const FILE = { path: 'file_path', target_file: 'file_path', absolute_path: 'file_path' };

/** Names of parameters elsewhere, and ours, by our tool. */
const FOREIGN_FIELDS: Readonly<Record<string, Names>> = {
  Bash: { cmd: 'command' },
  Read: FILE,
  Write: { ...FILE, file_text: 'content', contents: 'content' },
  Edit: { ...FILE, old_str: 'old_string', new_str: 'new_string' },
  Glob: { dir_path: 'path' },
  Grep: { dir_path: 'path' },
  Task: { agent_name: 'subagent_type', agent_type: 'subagent_type' },
};

/**
 * The names that an agent itself goes by, where they are not ours: what it finds under another name, it ignores.
 * So does a guard, or a call could show it one file and mean another.
 */
export const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'copilot-cli': ['path', 'file_text', 'old_str', 'new_str'],
  cursor: ['path', 'contents'],
};

/** A call with our names of its tool and its parameters. What has our name already keeps it. */
export function inOurFields(
  tool: string,
  input: unknown,
  own: readonly string[] = [],
): { tool: string; input: unknown } {
  const ours = Object.hasOwn(FOREIGN_TOOLS, tool) ? (FOREIGN_TOOLS[tool] ?? tool) : tool;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { tool: ours, input };
  const fields = renamed(input as Fields, FOREIGN_FIELDS[ours] ?? {}, own);
  // A file that is deleted is an edit that leaves nothing.
  const gone = tool === 'Delete' ? { old_string: '', new_string: '' } : {};
  return { tool: ours, input: { ...gone, ...fields } };
}

/** The fields of a rewrite as the agent that asked calls them. */
export function inTheirFields(
  fields: Fields,
  toolInput: Fields,
  own: readonly string[] = [],
): Record<string, unknown> {
  const back = Object.values(FOREIGN_FIELDS)
    .flatMap((names) => Object.entries(names))
    .filter(
      ([theirs, ours]) => theirs in toolInput && (own.includes(theirs) || !(ours in toolInput)),
    )
    .map(([theirs, ours]) => [ours, theirs]);
  return renamed(fields, Object.fromEntries(back));
}

function renamed(fields: Fields, names: Names, own: readonly string[] = []) {
  return Object.fromEntries(
    Object.entries(fields)
      // What the agent goes by comes last, and counts.
      .sort(([a], [b]) => own.indexOf(a) - own.indexOf(b))
      .map(([name, value]) => {
        const to = Object.hasOwn(names, name) ? names[name] : undefined;
        return [to && (own.includes(name) || !(to in fields)) ? to : name, value];
      }),
  );
}
