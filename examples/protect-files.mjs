// PreToolUse on Edit and Write: some files are not the agent's to change.
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defineHook, deny } from '@wavehooks/hook-kit';

export const hook = defineHook(
  'PreToolUse',
  (input) => {
    if (input.tool_name !== 'Edit' && input.tool_name !== 'Write') return;
    const path = real(input.tool_input.file_path);
    const rule = PROTECTED.find(({ pattern }) => pattern.test(path));
    if (rule) return deny(`${basename(path)} is protected: ${rule.why}`);
  },
  { failClosed: true },
);

const PROTECTED = [
  { pattern: /\/\.env(\.(?!example$|sample$)[^/]*)?$/, why: 'it holds secrets.' },
  { pattern: /\/\.git\//, why: 'use git commands instead.' },
  {
    pattern: /\/(package-lock\.json|pnpm-lock\.yaml|yarn\.lock)$/,
    why: 'let the package manager write it.',
  },
];

/** Where a path really leads: links and ".." must not go around the rules. */
function real(path) {
  try {
    return realpathSync(path);
  } catch {
    const dir = dirname(path);
    return dir === path ? path : join(real(dir), basename(path));
  }
}
