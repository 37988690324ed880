// Behaves like anthropics/claude-code, plugins/security-guidance/hooks/security_reminder_hook.py: the
// first risky edit of a file in a session is refused with a reminder, the second one passes. What was
// shown is kept under the home directory, by session.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { session_id, tool_name, tool_input } = JSON.parse(readFileSync(0, 'utf8'));
const text = { Write: tool_input.content, Edit: tool_input.new_string }[tool_name] ?? '';
const file = join(process.env.HOME, '.claude', `shown_${session_id}.json`);
const key = `${tool_input.file_path}-eval`;

if (text.includes('eval(') && !shown().includes(key)) {
  mkdirSync(join(process.env.HOME, '.claude'), { recursive: true });
  writeFileSync(file, JSON.stringify([...shown(), key]));
  console.error('eval() runs whatever it is given. Is there no other way?');
  process.exit(2);
}

function shown() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
