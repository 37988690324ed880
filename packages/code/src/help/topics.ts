/** A page of the manual: a file of that name in docs/. */
export interface Topic {
  readonly name: string;
  readonly about: string;
}

/** THE TABLE of pages, by what their reader is about to do. docs/index.md is printed from it. */
export const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  'Use the agent': [
    { name: 'screen', about: 'the terminal interface: what you see, type and decide' },
    { name: 'print', about: 'wave -p in scripts: output, exit codes, models and the network' },
    { name: 'evaluate', about: 'Wave in Harbor, Terminal-Bench and other benchmarks' },
    { name: 'models', about: 'providers, keys, local servers, and what is sent where' },
    { name: 'editors', about: 'wave acp: the agent in Zed, JetBrains, Neovim and Emacs' },
    { name: 'command-line', about: 'every command and option of wave and ccc' },
    { name: 'permissions', about: 'what runs, what asks first, what never runs' },
    { name: 'sandbox', about: 'what a command may do, whatever it is: files, keys, network' },
    { name: 'tools', about: 'the tools of the agent: input, result, what hooks see' },
    { name: 'web', about: 'what the agent fetches and searches, and which rules say so' },
    { name: 'sessions', about: 'resume, undo, long conversations, cost' },
    { name: 'prompts', about: 'AGENTS.md, memory, saved prompts, @file, images' },
    {
      name: 'agents',
      about: 'kinds of subagents in files, with tools, a mode and hooks of their own',
    },
    { name: 'skills', about: 'instructions that the agent loads when it needs them' },
    { name: 'mcp', about: 'MCP servers and their tools' },
    { name: 'trace', about: 'a page of a session: what happened, who decided, and why' },
    { name: 'stats', about: 'the last days in numbers, and rules that save questions' },
    { name: 'telemetry', about: 'spans and metrics for OpenTelemetry: what is sent, and where to' },
    { name: 'settings', about: 'settings files, their fields, approval' },
    { name: 'environment', about: 'variables that Wave reads, and those it sets' },
    { name: 'troubleshooting', about: 'what a message means and what to do' },
  ],
  'Write hooks': [
    { name: 'writing-hooks', about: 'a tested hook in two minutes, with or without the kit' },
    { name: 'reference', about: 'events, inputs, answers, entries, limits, the verdict' },
    { name: 'testing-hooks', about: 'scenarios, test runners, recording and replaying' },
    { name: 'shell', about: 'what a shell command would run, for guards in any language' },
    { name: 'workers', about: 'hooks that stay running and answer in under a millisecond' },
    { name: 'handlers', about: 'hooks that ask a server, a model or an MCP tool' },
    { name: 'standards', about: 'drafts of others that Wave speaks, and what is claimed' },
    {
      name: 'guard',
      about: 'have Claude Code, Codex, Gemini CLI, Cursor or another agent run your hooks',
    },
    { name: 'porting', about: 'hooks of Claude Code, Gemini CLI, Codex and Qwen Code in Wave' },
    { name: 'supervisor', about: 'ccc: a model reviews the work before the agent may stop' },
    { name: 'performance', about: 'what a hook costs' },
    { name: 'security', about: 'what Wave trusts and why, and how to write a safe hook' },
    { name: 'glossary', about: 'the words these pages use' },
  ],
  'Build on Wave': [
    { name: 'sdk', about: 'the agent in your own program' },
    { name: 'engine', about: 'the hook engine in your own program, without the agent' },
    { name: 'architecture', about: 'how Wave is built' },
    { name: 'dependencies', about: 'the libraries it uses, and why' },
    { name: 'releasing', about: 'what the owner does once, and what a release does' },
  ],
};

export const NAMES: readonly string[] = Object.values(TOPICS)
  .flat()
  .map(({ name }) => name);
