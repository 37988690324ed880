import { type Agent, plugin, shared } from './agent.ts';

export const pi: Agent = {
  title: 'pi',
  events: shared(
    ...(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'] as const),
    ...(['SessionStart', 'SessionEnd'] as const),
  ),
  lacks: {
    PreToolUse: { sandbox: 'deny', ask: 'deny', allow: 'drop', context: 'drop' },
    PostToolUse: { block: 'context', halt: 'tell' },
    UserPromptSubmit: { halt: 'shut' },
    Stop: { halt: 'over' },
  },
  dialect: 'nested',
  tools: {
    bash: 'Bash',
    read: 'Read',
    write: 'Write',
    edit: 'Edit',
    grep: 'Grep',
    find: 'Glob',
    ls: 'Glob',
  },
  fields: {
    Read: { path: 'file_path' },
    Write: { path: 'file_path' },
    Edit: { path: 'file_path', oldText: 'old_string', newText: 'new_string' },
  },
  ownFields: ['path', 'oldText', 'newText'],
  detect: { variable: 'PI_CODING_AGENT' },
  guard: {
    settingsFile: ({ level, home, project, env }) =>
      level === 'project'
        ? `${project}/.pi/extensions/wave.js`
        : `${env['PI_CODING_AGENT_DIR'] || `${home}/.pi/agent`}/extensions/wave.js`,
    startedIn: 'process',
    trust: { of: 'project', todo: 'start pi here and trust the project; pi -p asks nobody' },
    ...plugin,
  },
};
