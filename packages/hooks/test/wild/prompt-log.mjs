// Behaves like disler/claude-code-hooks-mastery, .claude/hooks/user_prompt_submit.py: with --validate a
// prompt with a forbidden phrase is exit 2; anything that goes wrong is exit 0.
import { readFileSync } from 'node:fs';

try {
  const { prompt, session_id } = JSON.parse(readFileSync(0, 'utf8'));
  if (!session_id) throw new Error('no session');
  if (process.argv.includes('--validate') && prompt.toLowerCase().includes('drop table')) {
    console.error('Prompt blocked: no SQL of that kind');
    process.exit(2);
  }
  console.log(`Session ${session_id}`);
} catch {
  process.exit(0);
}
