// PreToolUse on Bash: rewrites npm to pnpm and lets the user confirm what will really run.
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { command } = JSON.parse(text).tool_input;
const rewritten = command.replace(/(^|[;&|]\s*)npm(?=\s)/g, '$1pnpm');
if (rewritten !== command) {
  const answer = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: 'This project uses pnpm, so the command was changed.',
      updatedInput: { command: rewritten },
    },
  };
  console.log(JSON.stringify(answer));
}
