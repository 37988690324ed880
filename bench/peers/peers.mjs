import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENTS } from '../../packages/code/src/guard/table/agents.ts';
import { withEntries } from '../../packages/code/src/guard/table/entries.ts';
import { anthropic } from '../../packages/code/src/guard/trial/wire/anthropic.ts';
import { TARGETS } from '../../packages/hook-kit/src/answer/targets.ts';
import { CLIENTS, PROMPT } from '../../scripts/agents/clients.ts';

const KEY = 'none';
const CODE = fileURLToPath(new URL('../../packages/code/', import.meta.url));

/** Wave as one of them: started as a user would start it, with a rule that lets its commands run. */
const wave = {
  wire: anthropic,
  args: () => ['-p', PROMPT],
  env: ({ model }) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: model }),
  files: () => ({ '.wave/settings.json': JSON.stringify({ permissions: { allow: ['Bash'] } }) }),
  shell: (command) => ({ call: 'Bash', input: { command, description: 'work' } }),
  write: (file_path, content) => ({ call: 'Write', input: { file_path, content } }),
};

/**
 * What the measurements need besides how `npm run agents` starts an agent: the words that resume its last
 * session without a terminal, those that open its screen, and what it must know so as not to ask first.
 */
export const PEERS = {
  wave: {
    ...wave,
    title: 'Wave',
    program: [process.execPath, join(CODE, 'bin/wave.cjs')],
    resumes: () => ['-p', PROMPT, '--continue'],
    opens: () => [],
    hooksFile: () => '.wave/settings.json',
    withHooks: (text, commands) =>
      JSON.stringify({
        ...JSON.parse(text),
        hooks: {
          PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }],
        },
      }),
  },
  'claude-code': peer('claude-code', {
    resumes: (stage) => [...CLIENTS['claude-code'].args(stage), '--continue'],
    opens: () => [],
    knows: ({ project }) => ({
      '.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        customApiKeyResponses: { approved: [KEY], rejected: [] },
        projects: { [project]: { hasTrustDialogAccepted: true } },
      }),
    }),
  }),
  codex: peer('codex', {
    resumes: () => [
      ...['exec', 'resume', '--last', '--skip-git-repo-check', '--dangerously-bypass-hook-trust'],
      PROMPT,
    ],
    opens: () => ['--dangerously-bypass-hook-trust', '-s', 'danger-full-access'],
  }),
  'gemini-cli': peer('gemini-cli', {
    resumes: (stage) => [...CLIENTS['gemini-cli'].args(stage), '--resume', 'latest'],
    opens: () => ['-m', 'gemini-2.5-flash'],
  }),
  'qwen-code': peer('qwen-code', {
    resumes: (stage) => [...CLIENTS['qwen-code'].args(stage), '--continue'],
    opens: () => ['--auth-type', 'openai'],
  }),
  'copilot-cli': peer('copilot-cli', {
    resumes: (stage) => [...CLIENTS['copilot-cli'].args(stage), '--continue'],
    opens: () => [],
  }),
};

export const waveVersion = () =>
  JSON.parse(readFileSync(join(CODE, 'package.json'), 'utf8')).version;

/** Its hooks go where `wave guard install` puts them, in the form that it wants. */
function peer(name, more) {
  const event = TARGETS[name].events.PreToolUse;
  const { settingsFile, entry } = AGENTS[name].guard;
  return {
    ...CLIENTS[name],
    title: TARGETS[name].title,
    // Seen from its home.
    hooksFile: () => settingsFile({ level: 'user', home: '', project: '', env: {} }).slice(1),
    withHooks: (text, commands) =>
      withEntries(
        name,
        text,
        commands.map((command) => ({ event, entry: entry(command, 60, false) })),
        'settings',
      ),
    ...more,
  };
}

/** The agent with so many hooks before each call; each hook leaves a line in `trace`. */
export function hooked(one, count, trace) {
  const commands = Array.from({ length: count }, (_, n) => `echo ${n} >> '${trace}'`);
  const files = (stage) => {
    const own = { ...one.files?.(stage), ...one.knows?.(stage) };
    const at = one.hooksFile();
    return count === 0 ? own : { ...own, [at]: one.withHooks(own[at] ?? '{}', commands) };
  };
  return { ...one, files };
}
