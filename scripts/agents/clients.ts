import { join } from 'node:path';
import { anthropic } from './wire/anthropic.ts';
import { chat } from './wire/chat.ts';
import { gemini } from './wire/gemini.ts';
import type { Reply, Wire } from './wire/reply.ts';
import { responses } from './wire/responses.ts';

/** Where a client runs: directories of its own, and its model. */
export interface Stage {
  readonly home: string;
  readonly project: string;
  readonly model: string;
  /** Whether its own rules let the tools run, so that only a hook can stand in the way. */
  readonly isOpen: boolean;
}

/** How a real agent is started without a terminal. */
export interface Client {
  readonly wire: Wire;
  /** The program inside the folder of what was installed; a script is run by our Node. */
  readonly program: string;
  readonly args: (stage: Stage) => readonly string[];
  readonly env: (stage: Stage) => Readonly<Record<string, string>>;
  /** Files of its home, by their path there. */
  readonly files?: (stage: Stage) => Readonly<Record<string, string>>;
  /**
   * A talk on stdin, where its own rules let nothing run: it asks there, and a hook may answer first. What it is
   * sent, and what it says once all is over.
   */
  readonly talk?: { readonly say: string; readonly over: string };
  /** Where a message to the user is seen, if not in the output of such a run. */
  readonly shows?: string;
  /** The model's call that runs a command, and the one that writes a file. */
  readonly shell: (command: string) => Reply;
  readonly write: (file: string, text: string) => Reply;
  /** The one that hands work to an agent of its own, if it has any. */
  readonly delegate?: Reply;
}

export const PROMPT = 'Do the work.';

/** Exact versions; they are no dependencies of Wave. */
export const PINS = {
  '@anthropic-ai/claude-code': '2.1.197',
  '@openai/codex': '0.166.0',
  '@google/gemini-cli': '0.61.0',
  '@qwen-code/qwen-code': '0.24.4',
  '@github/copilot': '1.0.102',
} as const;

const described = (call: string) => (command: string) => ({
  call,
  input: { command, description: 'work' },
});

const WORK = { description: 'look around', prompt: 'Look around.' };

/** The order in which they are tried. */
export const CLIENTS = {
  'claude-code': {
    wire: anthropic,
    program: `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
    args: ({ isOpen }) => [
      ...['-p', '--output-format', 'stream-json', '--verbose'],
      ...(isOpen
        ? [PROMPT, '--allowedTools', 'Bash', 'Write', 'Agent']
        : ['--input-format', 'stream-json', '--permission-prompt-tool', 'stdio']),
    ],
    talk: {
      say: JSON.stringify({ type: 'user', message: { role: 'user', content: PROMPT } }),
      over: '"type":"result"',
    },
    env: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    shows: 'sent; its screen shows it, `claude -p` only with `--include-hook-events`',
    shell: described('Bash'),
    write: (file_path, content) => ({ call: 'Write', input: { file_path, content } }),
    delegate: { call: 'Agent', input: { ...WORK, subagent_type: 'general-purpose' } },
  },
  codex: {
    wire: responses,
    program: `@openai/codex-${process.platform}-${process.arch}/vendor/x86_64-unknown-linux-musl/bin/codex`,
    args: ({ isOpen }) => [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust'],
      ...['-s', isOpen ? 'danger-full-access' : 'read-only', PROMPT],
    ],
    env: () => ({ KEY: 'none' }),
    files: ({ model, project }) => ({ '.codex/config.toml': codexConfig(model, project) }),
    shows: 'sent; its screen shows it, `codex exec` does not',
    shell: (cmd) => ({ call: 'exec_command', input: { cmd } }),
    write: (file, text) => ({
      call: 'apply_patch',
      input: {
        patch: ['*** Begin Patch', `*** Add File: ${file}`, `+${text}`, '*** End Patch'].join('\n'),
      },
    }),
  },
  'gemini-cli': {
    wire: gemini,
    program: '@google/gemini-cli/bundle/gemini.js',
    args: ({ isOpen }) => [
      ...['-p', PROMPT, '-m', 'gemini-2.5-flash'],
      ...['--approval-mode', isOpen ? 'yolo' : 'default'],
    ],
    env: ({ model }) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({ '.gemini/settings.json': JSON.stringify(GEMINI) }),
    shell: described('run_shell_command'),
    write: (file_path, content) => ({ call: 'write_file', input: { file_path, content } }),
  },
  'qwen-code': {
    wire: chat,
    program: '@qwen-code/qwen-code/cli-entry.js',
    args: ({ isOpen }) => [
      ...['--auth-type', 'openai', '--approval-mode', isOpen ? 'yolo' : 'default'],
      ...(isOpen ? [PROMPT] : ['--input-format', 'stream-json', '--output-format', 'stream-json']),
    ],
    talk: {
      say: JSON.stringify({
        type: 'user',
        session_id: 'trial',
        parent_tool_use_id: null,
        message: { role: 'user', content: PROMPT },
      }),
      over: '"type":"result"',
    },
    env: ({ model }) => ({
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: 'scripted',
    }),
    files: () => ({ '.qwen/settings.json': JSON.stringify(QWEN) }),
    shows: 'sent; without a terminal it is shown at a stop alone',
    shell: (command) => ({
      call: 'run_shell_command',
      input: { command, description: 'work', is_background: false },
    }),
    write: (file_path, content) => ({ call: 'write_file', input: { file_path, content } }),
    delegate: { call: 'agent', input: { ...WORK, subagent_type: 'general-purpose' } },
  },
  'copilot-cli': {
    wire: chat,
    program: `@github/copilot-${process.platform}-${process.arch}/copilot`,
    args: () => ['-p', PROMPT],
    env: ({ model, isOpen }) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_ALLOW_ALL: String(isOpen),
      GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS: 'true',
    }),
    shell: described('bash'),
    write: (path, file_text) => ({ call: 'create', input: { path, file_text } }),
    delegate: { call: 'task', input: { ...WORK, agent_type: 'task', name: 'helper' } },
  },
} as const satisfies Readonly<Record<string, Client>>;

export type ClientName = keyof typeof CLIENTS;

export const programOf = (modules: string, { program }: Client): readonly string[] =>
  program.endsWith('.js') ? [process.execPath, join(modules, program)] : [join(modules, program)];

const GEMINI = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  telemetry: { enabled: false },
};

const QWEN = {
  privacy: { usageStatisticsEnabled: false },
  general: { disableAutoUpdate: true },
  telemetry: { enabled: false },
};

/** A model that it knows is offered patches. */
const codexConfig = (model: string, project: string) => `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "KEY"
[projects."${project}"]
trust_level = "trusted"
[analytics]
enabled = false
`;
