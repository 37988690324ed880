// Behaves like anthropics/claude-code, examples/hooks/bash_command_validator_example.py: every rule
// that a command breaks is a line on stderr, and exit 2. Input that is no JSON is exit 1.
import { readFileSync } from 'node:fs';

const RULES = [
  [/^grep\b[^|]*$/, 'rg is faster than grep'],
  [/^find\s+\S+\s+-name\b/, 'rg --files finds names'],
  [/\bgrep\s+-r\b/, 'rg looks into directories by itself'],
];

const { tool_name, tool_input } = read();
if (tool_name === 'Bash') {
  const broken = RULES.filter(([rule]) => rule.test(tool_input.command ?? ''));
  for (const [, advice] of broken) console.error(`• ${advice}`);
  if (broken.length > 0) process.exit(2);
}

function read() {
  try {
    return JSON.parse(readFileSync(0, 'utf8'));
  } catch (error) {
    console.error(`Error: ${error.message}`);
    process.exit(1);
  }
}
