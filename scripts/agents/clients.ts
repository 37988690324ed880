import { join } from 'node:path';
import { anthropic } from '../../packages/code/src/guard/trial/wire/anthropic.ts';
import { chat } from '../../packages/code/src/guard/trial/wire/chat.ts';
import { gemini } from '../../packages/code/src/guard/trial/wire/gemini.ts';
import type { Reply, Wire } from '../../packages/code/src/guard/trial/wire/reply.ts';
import { responses } from '../../packages/code/src/guard/trial/wire/responses.ts';

/** Where a client runs: directories of its own, and its model. */
export interface Stage {
  readonly home: string;
  readonly project: string;
  readonly model: string;
  /** Whether its own rules let the tools run, so that only a hook can stand in the way. */
  readonly isOpen: boolean;
  /** The words that start the server `srv` with its tool `touch`. */
  readonly server: readonly string[];
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
  /** What it does meanwhile, where that agent works beside it and ends with it. */
  readonly meanwhile?: readonly Reply[];
  /** The one that calls the tool of the server, by its name there. */
  readonly mcp: Reply;
  /** The one that runs a command in another directory. */
  readonly elsewhere: (command: string, dir: string) => Reply;
}

export const PROMPT = 'Do the work.';

/** Exact versions; they are no dependencies of Wave. */
export const PINS = {
  '@anthropic-ai/claude-code': '2.1.326',
  '@openai/codex': '0.169.0',
  '@google/gemini-cli': '0.61.0',
  '@qwen-code/qwen-code': '0.24.4',
  '@github/copilot': '1.0.102',
  'opencode-ai': '1.18.33',
  '@earendil-works/pi-coding-agent': '0.87.1',
} as const;

const described = (call: string) => (command: string) => ({
  call,
  input: { command, description: 'work' },
});

const WORK = { description: 'look around', prompt: 'Look around.' };

/** The first to run it waits for the hook, and for what the hook's answer leads to; the other goes on. */
const UNTIL_ASKED =
  'mkdir ../waits 2>/dev/null || exit 0; n=0; until test -e ../asked || test $n = 200; do sleep 0.1; n=$((n+1)); done; sleep 3';

/** Where a call cannot name a directory, its command goes there. */
const inDirectory = (shell: (command: string) => Reply) => (command: string, dir: string) =>
  shell(`cd ${dir} && ${command}`);

/** What more a server's row takes differs: Gemini CLI refuses a field that it does not know. */
const servers = ([command, ...args]: readonly string[], more: object = {}) => ({
  mcpServers: { srv: { command, args, ...more } },
});

/** The order in which they are tried. */
export const CLIENTS = {
  'claude-code': {
    wire: anthropic,
    program: `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
    args: ({ isOpen, server }) => [
      ...['-p', '--output-format', 'stream-json', '--verbose'],
      // Takes every word that follows it: a prompt there would be a file of servers.
      ...['--mcp-config', JSON.stringify(servers(server))],
      ...(isOpen
        ? ['--allowedTools', 'Bash', 'Write', 'Agent', 'mcp__srv__touch', '--', PROMPT]
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
    mcp: { call: 'mcp__srv__touch', input: {} },
    elsewhere: inDirectory(described('Bash')),
  },
  codex: {
    wire: responses,
    program: `@openai/codex-${process.platform}-${process.arch}/vendor/x86_64-unknown-linux-musl/bin/codex`,
    args: ({ isOpen }) => [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust'],
      ...['-s', isOpen ? 'danger-full-access' : 'read-only', PROMPT],
    ],
    env: () => ({ KEY: 'none' }),
    files: (stage) => ({ '.codex/config.toml': codexConfig(stage) }),
    shows: 'sent; its screen shows it, `codex exec` does not',
    shell: (cmd) => ({ call: 'exec_command', input: { cmd } }),
    write: (file, text) => ({
      call: 'apply_patch',
      input: {
        patch: ['*** Begin Patch', `*** Add File: ${file}`, `+${text}`, '*** End Patch'].join('\n'),
      },
    }),
    delegate: { call: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: WORK.prompt } },
    meanwhile: [UNTIL_ASKED, UNTIL_ASKED].map((cmd) => ({ call: 'exec_command', input: { cmd } })),
    mcp: { call: 'touch', namespace: 'mcp__srv', input: {} },
    elsewhere: (cmd, workdir) => ({ call: 'exec_command', input: { cmd, workdir } }),
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
    files: ({ server }) => ({
      '.gemini/settings.json': JSON.stringify({ ...GEMINI, ...servers(server, { trust: true }) }),
    }),
    shell: described('run_shell_command'),
    write: (file_path, content) => ({ call: 'write_file', input: { file_path, content } }),
    delegate: {
      call: 'invoke_agent',
      input: { agent_name: 'generalist', prompt: WORK.prompt },
    },
    mcp: { call: 'mcp_srv_touch', input: {} },
    elsewhere: inDirectory(described('run_shell_command')),
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
    files: ({ server }) => ({
      '.qwen/settings.json': JSON.stringify({ ...QWEN, ...servers(server, { trust: true }) }),
    }),
    shows: 'sent; without a terminal it is shown at a stop alone',
    shell: (command) => ({
      call: 'run_shell_command',
      input: { command, description: 'work', is_background: false },
    }),
    write: (file_path, content) => ({ call: 'write_file', input: { file_path, content } }),
    delegate: { call: 'agent', input: { ...WORK, subagent_type: 'general-purpose' } },
    mcp: { call: 'mcp__srv__touch', input: {} },
    elsewhere: inDirectory((command) => ({
      call: 'run_shell_command',
      input: { command, description: 'work', is_background: false },
    })),
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
    files: ({ server }) => ({
      '.copilot/mcp-config.json': JSON.stringify(servers(server, { type: 'local', tools: ['*'] })),
    }),
    mcp: { call: 'srv-touch', input: {} },
    elsewhere: inDirectory(described('bash')),
  },
  opencode: {
    wire: chat,
    program: `opencode-${process.platform}-${process.arch}/bin/opencode`,
    args: () => ['run', PROMPT],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: 'true',
      OPENCODE_DISABLE_MODELS_FETCH: 'true',
      OPENCODE_DISABLE_LSP_DOWNLOAD: 'true',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: 'true',
    }),
    files: (stage) => ({
      '.config/opencode/opencode.json': JSON.stringify(opencodeConfig(stage)),
      // It would install its types, and wait for a registry that is not there.
      '.npmrc': 'offline=true\nfetch-retries=0\n',
    }),
    shell: described('bash'),
    write: (filePath, content) => ({ call: 'write', input: { filePath, content } }),
    delegate: { call: 'task', input: { ...WORK, subagent_type: 'general' } },
    mcp: { call: 'srv_touch', input: {} },
    elsewhere: (command, workdir) => ({
      call: 'bash',
      input: { command, workdir, description: 'work' },
    }),
  },
  pi: {
    wire: chat,
    program: '@earendil-works/pi-coding-agent/dist/cli.js',
    args: () => ['-p', '--approve', '--provider', 'scripted', '--model', 'scripted', PROMPT],
    env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    files: ({ model, server: [command, ...args] }) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          scripted: {
            baseUrl: `${model}/v1`,
            api: 'openai-completions',
            apiKey: 'none',
            models: [{ id: 'scripted' }],
          },
        },
      }),
      '.pi/agent/mcp.json': JSON.stringify({
        mcpServers: { srv: { command, args, exposure: 'direct' } },
      }),
    }),
    shell: (command) => ({ call: 'bash', input: { command } }),
    write: (path, content) => ({ call: 'write', input: { path, content } }),
    mcp: { call: 'mcp__srv__touch', input: {} },
    elsewhere: inDirectory((command) => ({ call: 'bash', input: { command } })),
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

/** Without a terminal it ends at a question of its own, so it never asks one. */
const opencodeConfig = ({ model, server }: Stage) => ({
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  autoupdate: false,
  share: 'disabled',
  permission: 'allow',
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${model}/v1`, apiKey: 'none' },
      models: { scripted: { name: 'scripted', tool_call: true } },
    },
  },
  mcp: { srv: { type: 'local', command: server, enabled: true } },
});

/** A model that it knows is offered patches. */
const codexConfig = ({ model, project, server: [command, ...args] }: Stage) => `model = "gpt-5.5"
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
[features]
multi_agent = true
[mcp_servers.srv]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
`;
