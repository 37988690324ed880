// PostToolUse on every tool: one JSON line a call, in a file that only you can read.
import { appendFileSync } from 'node:fs';
import { defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('PostToolUse', ({ session_id, tool_name, tool_input }) => {
  const line = { time: new Date().toISOString(), session_id, tool_name, tool_input };
  const file = process.env.AUDIT_LOG ?? 'audit.jsonl';
  appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
});
