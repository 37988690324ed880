import type { AgentName } from '../table/agents.ts';

/**
 * Who really asks. Cursor and Copilot CLI also run the entries of Claude Code's files, and each of them
 * understands its own words best. Claude Code itself sends neither a version nor a time.
 */
export function whoAsks(named: AgentName, raw: object): AgentName {
  if (named !== 'claude-code') return named;
  if ('cursor_version' in raw) return 'cursor';
  return 'timestamp' in raw ? 'copilot-cli' : named;
}
