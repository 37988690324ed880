import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';

/** THE LIST of agents: each is one file. */
export const AGENTS = {
  'claude-code': claudeCode,
  codex,
  // Ahead of Gemini CLI, whose variables it sets as well.
  'qwen-code': qwenCode,
  'gemini-cli': geminiCli,
  cursor,
  'copilot-cli': copilotCli,
  opencode,
  pi,
} as const;
