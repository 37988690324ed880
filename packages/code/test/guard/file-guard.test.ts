import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';

const PATCH = ['*** Begin Patch', '*** Update File: a.ts', '-x', '+y', '*** Add File: .env', '+k'];

/** A change of a guarded file, as each agent sends it. */
const CHANGES: readonly (readonly [agent: string, how: string, event: object])[] = [
  ['claude-code', 'Write', call('PreToolUse', 'Write', { file_path: '.env', content: 'k' })],
  [
    'claude-code',
    'Edit',
    call('PreToolUse', 'Edit', { file_path: '.env', old_string: 'a', new_string: 'b' }),
  ],
  [
    'codex',
    'a patch',
    { ...call('PreToolUse', 'apply_patch', { command: PATCH.join('\n') }), turn_id: 't' },
  ],
  [
    'codex',
    'a patch as a command',
    {
      ...call('PreToolUse', 'Bash', { command: `apply_patch <<'E'\n${PATCH.join('\n')}\nE` }),
      turn_id: 't',
    },
  ],
  [
    'gemini-cli',
    'write_file',
    call('BeforeTool', 'write_file', { file_path: '.env', content: 'k' }),
  ],
  [
    'gemini-cli',
    'replace',
    call('BeforeTool', 'replace', { file_path: '.env', old_string: 'a', new_string: 'b' }),
  ],
  [
    'qwen-code',
    'write_file',
    call('PreToolUse', 'write_file', { file_path: '.env', content: 'k' }),
  ],
  [
    'qwen-code',
    'edit',
    call('PreToolUse', 'edit', { file_path: '.env', old_string: 'a', new_string: 'b' }),
  ],
  ['cursor', 'Write', call('preToolUse', 'Write', { path: '.env', contents: 'k' })],
  ['cursor', 'Delete', call('preToolUse', 'Delete', { path: '.env' })],
  ['copilot-cli', 'create', call('PreToolUse', 'Write', { path: '.env', file_text: 'k' })],
  ['copilot-cli', 'edit', call('PreToolUse', 'Edit', { path: '.env', old_str: 'a', new_str: 'b' })],
  ['copilot-cli', 'a patch', call('PreToolUse', 'Edit', PATCH.join('\n'))],
];

function call(hook_event_name: string, tool_name: string, tool_input: unknown) {
  return { hook_event_name, session_id: 's', tool_name, tool_input };
}

/** Knows our tools and their parameters, and no agent. */
const GUARD = `node -e '
let text = ""; process.stdin.on("data", (more) => { text += more; }).on("end", () => {
  const { tool_name, tool_input } = JSON.parse(text);
  if (!["Edit", "Write"].includes(tool_name) || !tool_input.file_path.endsWith(".env")) return;
  console.error("no secrets"); process.exitCode = 2;
});'`;

function guarded(): Place {
  const where = place();
  const hook = { type: 'command', command: GUARD, onError: 'block' };
  where.write('home/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [hook] }] } });
  return where;
}

describe('one file guard for every agent', () => {
  test.each(CHANGES)('%s: %s', async (agent, _, event) => {
    const where = guarded();
    const ask = async (given: string) =>
      (await wave(['guard', agent], where, { stdin: given })).stdout;
    const text = JSON.stringify({ ...event, cwd: where.project });
    expect(await ask(text)).toContain('no secrets');
    expect(await ask(text.replaceAll('.env', 'b.ts'))).toBe('{}\n');
  });
});
