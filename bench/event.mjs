/** Complete, so that the engine has nothing to add and both sides write the same bytes. */
export const eventWith = (command) => ({
  session_id: '5f0c6a52-7d0f-4e57-9a0e-6a2f6a3b1c11',
  transcript_path: '',
  cwd: process.cwd(),
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_use_id: 'toolu_01',
  tool_name: 'Bash',
  tool_input: { command },
});
