import { type Command, noCommand } from '../cli/command.ts';

/** The subcommands of `wave hooks`, each loaded only when it is called. */
export const COMMANDS: Record<string, { about: string; load: () => Promise<Command> }> = {
  run: {
    about: 'run one event through the hooks that match and print the verdict',
    load: async () => (await import('./event/run-event.ts')).run,
  },
  list: {
    about: 'every hook, where it comes from, and whether it runs',
    load: async () => (await import('./settings/list.ts')).list,
  },
  explain: {
    about: 'for an event and a tool: which hooks fire, and why the others do not',
    load: async () => (await import('./settings/explain.ts')).explain,
  },
  doctor: {
    about: 'find hooks that will not fire or not work as intended, and how to fix them',
    load: async () => (await import('./settings/doctor.ts')).doctor,
  },
  review: {
    about: "what changed in the project's hooks since they were approved",
    load: async () => (await import('./approval/review.ts')).review,
  },
  approve: {
    about: 'approve what the project brings as it is now: hooks, servers, agents, skills',
    load: async () => (await import('./approval/approve.ts')).approve,
  },
  enable: {
    about: 'switch a hook on in its file',
    load: async () => (await import('./settings/switch.ts')).enable,
  },
  disable: {
    about: 'switch a hook off in its file',
    load: async () => (await import('./settings/switch.ts')).disable,
  },
  'claude-code': {
    about: "read Claude Code's own hooks where they are: on or off",
    load: async () => (await import('./settings/claude-code.ts')).claudeCode,
  },
  import: {
    about: 'import hooks from Claude Code, Gemini CLI or Codex',
    load: async () => (await import('./import/import.ts')).importHooks,
  },
  sample: {
    about: 'print a sample input for trying a hook',
    load: async () => (await import('./event/sample.ts')).sample,
  },
  test: {
    about: 'run the scenarios beside your hooks',
    load: async () => (await import('./scenario/test.ts')).test,
  },
  record: {
    about: 'keep real inputs, to run them again later',
    load: async () => (await import('./replay/record.ts')).record,
  },
  replay: {
    about: 'run recorded inputs again and show which decisions differ',
    load: async () => (await import('./replay/replay.ts')).replay,
  },
  init: {
    about: 'write a first hook, with its entry and its scenario',
    load: async () => (await import('./init/init.ts')).init,
  },
  log: {
    about: 'show past runs: which hook, how it ended, what it said',
    load: async () => (await import('./log/log.ts')).log,
  },
};

export const hooks: Command = async ([name, ...args], io) => {
  if (name === undefined || name === '--help' || name === '-h') {
    io.out(help());
    return 0;
  }
  const wanted = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!wanted) throw noCommand('wave hooks', name, Object.keys(COMMANDS), help(), ELSEWHERE);
  return (await wanted.load())(args, io);
};

/** What other tools call them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ls: 'list',
  status: 'list',
  check: 'doctor',
  lint: 'doctor',
  validate: 'doctor',
  trust: 'approve',
  diff: 'review',
  on: 'enable',
  off: 'disable',
  new: 'init',
  create: 'init',
  add: 'init',
  logs: 'log',
  why: 'explain',
  fire: 'run',
  try: 'run',
};

const help = () =>
  `usage: wave hooks <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
    .join('\n')}\n`;
