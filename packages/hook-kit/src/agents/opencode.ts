import { type Agent, mcpNames, plugin, shared } from './agent.ts';

const TOOLS = {
  bash: 'Bash',
  read: 'Read',
  write: 'Write',
  edit: 'Edit',
  glob: 'Glob',
  grep: 'Grep',
  list: 'Glob',
  webfetch: 'WebFetch',
  websearch: 'WebSearch',
  task: 'Task',
  todowrite: 'TodoWrite',
  question: 'AskUserQuestion',
};

export const opencode: Agent = {
  title: 'opencode',
  events: shared('PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart'),
  lacks: {
    PreToolUse: { sandbox: 'deny', ask: 'deny', allow: 'drop', context: 'drop', halt: 'end' },
    PostToolUse: { block: 'context', halt: 'tell' },
    UserPromptSubmit: { halt: 'shut' },
  },
  dialect: 'nested',
  tools: TOOLS,
  fields: {
    Read: { filePath: 'file_path' },
    Write: { filePath: 'file_path' },
    Edit: { filePath: 'file_path', oldString: 'old_string', newString: 'new_string' },
  },
  ownFields: ['filePath', 'oldString', 'newString'],
  // `server_tool`, and so may the tool of a plugin be called.
  calls: ({ tool_name }) => {
    const name = `${tool_name}`;
    const names = name.startsWith('mcp__') || name === 'apply_patch' ? [] : mcpNames(name, '_');
    return names.length > 0 ? [name, ...names].map((one) => ({ tool_name: one })) : undefined;
  },
  detect: { variable: 'OPENCODE' },
  guard: {
    settingsFile: ({ level, home, project, env }) =>
      level === 'project'
        ? `${project}/.opencode/plugin/wave.js`
        : `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode/plugin/wave.js`,
    startedIn: 'process',
    readsAbove: true,
    ...plugin,
  },
};
