// Behaves like disler/claude-code-hooks-mastery, .claude/hooks/pre_tool_use.py: refuses .env files and
// recursive deletes with exit 2 and two lines, keeps the rest in a JSON list under ./logs, and lets
// everything pass that it cannot handle.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

try {
  const event = JSON.parse(readFileSync(0, 'utf8'));
  const { file_path = '', command = '' } = event.tool_input;
  if (/\.env(?!\.sample)/.test(`${file_path} ${command}`))
    refuse('BLOCKED: secrets live in .env', 'Use .env.sample instead');
  if (/\brm\s+.*-[a-z]*r[a-z]*f/.test(command)) refuse('BLOCKED: dangerous rm');
  mkdirSync('logs', { recursive: true });
  writeFileSync('logs/pre_tool_use.json', JSON.stringify([...logged(), event], null, 2));
} catch {
  process.exit(0);
}

function refuse(...lines) {
  console.error(lines.join('\n'));
  process.exit(2);
}

function logged() {
  try {
    return JSON.parse(readFileSync('logs/pre_tool_use.json', 'utf8'));
  } catch {
    return [];
  }
}
