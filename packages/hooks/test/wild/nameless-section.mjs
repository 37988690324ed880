// Behaves like command guards that leave the event's name out of their section and put the text for
// the user into systemMessage; without a command they say allow.
import { readFileSync } from 'node:fs';

const { command } = JSON.parse(readFileSync(0, 'utf8')).tool_input;
const permissionDecision = !command ? 'allow' : /\bsudo\b/.test(command) ? 'ask' : undefined;
if (permissionDecision)
  console.log(
    JSON.stringify({
      hookSpecificOutput: { permissionDecision },
      ...(command ? { systemMessage: `Guard: needs a yes: ${command}` } : {}),
    }),
  );
