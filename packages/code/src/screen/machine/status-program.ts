import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import type { Agent } from '@wavehooks/agent-sdk';
import { oneLine, printable } from '../../cli/style.ts';
import { uncoloured } from '../text/lines.ts';

declare const WAVE_VERSION: string;

const PATIENCE_MS = 5_000;
const MOST_BYTES = 64 * 1024;

/** What the user's program makes of where the session is: its first line; its fault where it fails. */
export function statusText(
  command: string,
  agent: Agent,
  done: (text: string) => void,
): () => void {
  const options = { cwd: agent.projectDir, timeout: PATIENCE_MS, maxBuffer: MOST_BYTES };
  const child = execFile('/bin/sh', ['-c', command], options, (error, stdout, stderr) => {
    const [first = ''] = stdout.split('\n');
    const fault = `statusLine failed: ${stderr.trim() || error?.message}`;
    done(printable(uncoloured(error ? oneLine(fault) : first)));
  });
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.stdin?.end(JSON.stringify(factsOf(agent)));
  return () => void child.kill();
}

/** The fields have the names that Claude Code gave them. */
function factsOf(agent: Agent) {
  const { window, usage, cwd, projectDir } = agent;
  const used = Math.round((100 * window.used) / window.size);
  return {
    hook_event_name: 'Status',
    session_id: agent.sessionId,
    transcript_path: agent.transcriptPath,
    cwd,
    version: WAVE_VERSION,
    model: { id: agent.model, display_name: basename(agent.model) },
    workspace: { current_dir: cwd, project_dir: projectDir },
    permission_mode: agent.permissionMode,
    cost: { total_cost_usd: usage.cost ?? 0 },
    context_window: {
      total_input_tokens: usage.inputTokens,
      total_output_tokens: usage.outputTokens,
      context_window_size: window.size,
      used_percentage: used,
      remaining_percentage: 100 - used,
    },
  };
}
