import { join } from 'node:path';
import type { AgentName } from '../table/agents.ts';
import { anthropic } from './wire/anthropic.ts';
import { chat } from './wire/chat.ts';
import { gemini } from './wire/gemini.ts';
import type { Reply, Wire } from './wire/reply.ts';
import { responses } from './wire/responses.ts';

/** How an agent is started once, as its user has set it up, but with another model. */
export interface Trial {
  readonly wire: Wire;
  readonly program: string;
  readonly args: (model: string, dir: string) => readonly string[];
  readonly env: (model: string, dir: string) => Readonly<Record<string, string>>;
  /** What is written into the directory of the trial: a file that leads the agent to the model. */
  readonly file?: readonly [name: string, text: (model: string) => string];
  /** The model's call that runs a command. */
  readonly call: (command: string) => Reply;
}

const PROMPT = 'This is a trial of wave guard.';

const calling = (call: string) => (command: string) => ({
  call,
  input: { command, description: 'a trial of wave guard' },
});

/** Those without a row start only with a model of their maker. */
export const TRIALS: Readonly<Partial<Record<AgentName, Trial>>> = {
  'claude-code': {
    wire: anthropic,
    program: 'claude',
    args: () => ['-p', '--allowedTools', 'Bash', '--', PROMPT],
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    call: calling('Bash'),
  },
  codex: {
    wire: responses,
    program: 'codex',
    args: (model) => [
      ...['exec', '--skip-git-repo-check', '-s', 'danger-full-access', '-c', 'model="gpt-5.5"'],
      ...['-c', 'model_provider="trial"', '-c', `model_providers.trial=${codexProvider(model)}`],
      PROMPT,
    ],
    env: () => ({ OPENAI_API_KEY: 'none' }),
    call: (cmd) => ({ call: 'exec_command', input: { cmd } }),
  },
  'gemini-cli': {
    wire: gemini,
    program: 'gemini',
    args: () => ['-p', PROMPT, '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo'],
    env: (model, dir) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(dir, 'system.json'),
    }),
    // Whichever way of logging in its user has chosen would lead to another model.
    file: [
      'system.json',
      () => JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
    ],
    call: calling('run_shell_command'),
  },
  'qwen-code': {
    wire: chat,
    program: 'qwen',
    args: () => ['--auth-type', 'openai', '--approval-mode', 'yolo', PROMPT],
    env: (model) => ({
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: 'trial',
    }),
    call: (command) => ({
      call: 'run_shell_command',
      input: { command, description: 'a trial of wave guard', is_background: false },
    }),
  },
  'copilot-cli': {
    wire: chat,
    program: 'copilot',
    args: () => ['-p', PROMPT],
    env: (model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_MODEL: 'trial',
      COPILOT_ALLOW_ALL: 'true',
    }),
    call: calling('bash'),
  },
  opencode: {
    wire: chat,
    program: 'opencode',
    args: () => ['run', '--model', 'trial/trial', PROMPT],
    env: (model) => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(model)) }),
    call: calling('bash'),
  },
  pi: {
    wire: chat,
    program: 'pi',
    args: (_, dir) => [
      ...['-p', '--extension', join(dir, 'model.mjs'), '--provider', 'trial', '--model', 'trial'],
      PROMPT,
    ],
    env: () => ({ PI_OFFLINE: '1' }),
    file: [
      'model.mjs',
      (model) => `export default (pi) => pi.registerProvider('trial', ${piProvider(model)});\n`,
    ],
    call: (command) => ({ call: 'bash', input: { command } }),
  },
};

const codexProvider = (model: string) =>
  `{name="trial",base_url="${model}/v1",wire_api="responses",env_key="OPENAI_API_KEY"}`;

const piProvider = (model: string) =>
  JSON.stringify({
    ...{ baseUrl: `${model}/v1`, api: 'openai-completions', apiKey: 'none' },
    models: [PI_MODEL],
  });

const PI_MODEL = {
  ...{ id: 'trial', name: 'trial', reasoning: false, input: ['text'] },
  ...{ contextWindow: 100_000, maxTokens: 1_000 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
};

const opencodeConfig = (model: string) => ({
  small_model: 'trial/trial',
  provider: {
    trial: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${model}/v1`, apiKey: 'none' },
      models: { trial: { name: 'trial', tool_call: true } },
    },
  },
});
