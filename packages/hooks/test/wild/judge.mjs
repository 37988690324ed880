// Behaves like the adapter in QwenLM/qwen-code, docs/users/features/hooks.md: the same decision in both
// spellings, with continue: true beside it.
import { readFileSync } from 'node:fs';

const { tool_input } = JSON.parse(readFileSync(0, 'utf8'));
const decision = /rm -rf/.test(tool_input.command) ? 'deny' : 'allow';
const permissionDecisionReason = `judged: ${decision}`;
console.log(
  JSON.stringify({
    continue: true,
    decision,
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason,
    },
  }),
);
