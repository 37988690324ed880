// PostToolUse on Edit and Write: formats the file that was changed, and tells the agent if that did.
// FORMATTER names the program; it gets the file as its argument.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { block, context, defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('PostToolUse', (input) => {
  if (input.tool_name !== 'Edit' && input.tool_name !== 'Write') return;
  const file = input.tool_input.file_path;
  const before = readFileSync(file, 'utf8');
  const [program, ...args] = (process.env.FORMATTER ?? 'npx prettier --write').split(' ');
  const { status, stderr, error } = spawnSync(program, [...args, file], { encoding: 'utf8' });
  if (status !== 0)
    return block(`${basename(file)} could not be formatted: ${error?.message ?? stderr.trim()}`);
  if (readFileSync(file, 'utf8') !== before)
    return context(
      `${basename(file)} was formatted after your edit: read it again before the next.`,
    );
});
