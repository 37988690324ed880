import type { Vector } from './vector.ts';

/** Further cases that follow from the rulings, in the shape of vectors.json. */
const PRE = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf /', timeout: 30 },
};
const POST = {
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_response: { output: 'a' },
};
const INPUTS = {
  PreToolUse: PRE,
  PostToolUse: POST,
  UserPromptSubmit: { hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
  Stop: { hook_event_name: 'Stop' },
  PermissionRequest: { ...PRE, hook_event_name: 'PermissionRequest' },
  PostToolBatch: { tool_calls: [] },
  UserPromptExpansion: { command_name: 'review' },
  ConfigChange: { source: 'user_settings' },
  SessionStart: { source: 'startup' },
  Notification: { message: 'done', notification_type: 'turn_ended' },
  Elicitation: { mcp_server_name: 'memory', message: 'which?' },
};

type Event = keyof typeof INPUTS;
type Hook = Vector['hooks'][number];

const on = (
  event: Event,
  name: string,
  hooks: Hook | Hook[],
  expect: Vector['expect'],
): Vector => ({
  name: `${event}: ${name}`,
  event,
  input: INPUTS[event],
  hooks: [hooks].flat(),
  expect,
});

const says = (answer: unknown, more: Hook = {}): Hook => ({
  exit: 0,
  stdout: JSON.stringify(answer),
  ...more,
});
const section = (fields: object) => ({ hookSpecificOutput: fields });
const NONE = { decision: 'none', toAgent: [], toUser: [], context: [] };

export const moreVectors: Vector[] = [
  // Failures, everywhere alike: told, and nothing they printed is used.
  ...(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'] as const).flatMap((event) => [
    on(
      event,
      'exit 1 is no block',
      { exit: 1, stderr: 'ZZERR', stdout: 'ZZOUT' },
      { ...NONE, toUser: [{ has: 'ZZERR' }] },
    ),
    on(
      event,
      'a signal is told',
      { command: 'echo ZZERR >&2; kill -9 $$', name: 'h' },
      { ...NONE, toUser: [{ has: 'SIGKILL' }] },
    ),
    on(
      event,
      'a missing command is told',
      { command: 'zz-no-such-command', name: 'h' },
      { ...NONE, toUser: [{ has: 'command not found' }] },
    ),
    on(
      event,
      'too much output is not used',
      { command: 'head -c 3000000 /dev/zero', name: 'h' },
      { ...NONE, toUser: [{ has: 'than Wave keeps' }] },
    ),
    on(
      event,
      'a systemMessage beside a failure counts',
      says({ systemMessage: 'ZZNOTE', reason: 'x' }, { exit: 1, stderr: 'ZZERR' }),
      {
        ...NONE,
        toUser: [{ has: 'ZZERR' }, { has: 'ZZNOTE' }],
      },
    ),
    on(event, 'an empty answer says nothing', says({}), NONE),
    on(
      event,
      'continue true beats exit 2, and is told',
      says({ continue: true }, { exit: 2, stderr: 'ZZERR' }),
      { decision: 'none', toAgent: [], toUserCount: 1 },
    ),
    on(event, 'a wrong type of continue is told', says({ continue: 'false' }), {
      ...NONE,
      toUser: [{ has: '"continue"' }],
    }),
    on(
      event,
      'a halt without a reason is told by name',
      says({ continue: false }, { name: 'ZZHALTER' }),
      {
        decision: 'halt',
        toUser: [{ has: 'ZZHALTER' }],
        toAgent: [],
        context: [],
        erasePrompt: event === 'UserPromptSubmit',
      },
    ),
  ]),
  on(
    'PreToolUse',
    'exit 2 without a word blocks by name',
    { exit: 2, name: 'ZZGUARD' },
    { decision: 'block', toAgent: [{ has: 'ZZGUARD' }], toUser: [] },
  ),
  on(
    'Stop',
    'exit 2 without a word blocks by name',
    { exit: 2, name: 'ZZGUARD' },
    { decision: 'block', toAgent: [{ has: 'ZZGUARD' }] },
  ),
  on(
    'UserPromptSubmit',
    'exit 2 without a word blocks by name',
    { exit: 2, name: 'ZZGUARD' },
    { decision: 'block', erasePrompt: true, toUser: [{ has: 'ZZGUARD' }], toAgent: [] },
  ),
  on(
    'PreToolUse',
    'deny without a reason blocks, and is told',
    says({ decision: 'deny' }, { name: 'ZZGUARD' }),
    { decision: 'block', toAgent: [{ has: 'ZZGUARD' }], toUserCount: 1 },
  ),
  on(
    'PreToolUse',
    'a section without an event name counts',
    says(section({ permissionDecision: 'deny', permissionDecisionReason: 'ZZNO' })),
    { decision: 'block', toAgent: ['ZZNO'], toUser: [] },
  ),
  on(
    'PreToolUse',
    'a decision at the top level counts, and is told',
    says({ permissionDecision: 'deny', reason: 'ZZNO' }),
    { decision: 'block', toAgent: ['ZZNO'], toUserCount: 1 },
  ),
  on('PreToolUse', 'an unknown word is told', says({ decision: 'perhaps' }), {
    ...NONE,
    toUser: [{ has: '"perhaps"' }],
  }),
  on('PreToolUse', 'a near miss is told', says({ decison: 'deny', reason: 'ZZR' }), {
    ...NONE,
    toUser: [{ has: 'did you mean "decision"' }],
  }),
  on(
    'PreToolUse',
    'another hook’s rubbish undoes no deny',
    [says({ decision: 'deny', reason: 'ZZNO' }), says({ hookSpecificOutput: 'oops' })],
    { decision: 'block', toAgent: ['ZZNO'], toUserCount: 1 },
  ),
  on(
    'PreToolUse',
    'a later allow undoes no deny',
    [says({ decision: 'deny', reason: 'ZZNO' }), says({ decision: 'allow', reason: 'ZZYES' })],
    { decision: 'block', toAgent: ['ZZNO'], toUser: [] },
  ),
  on(
    'PreToolUse',
    'both denials arrive',
    [says({ decision: 'deny', reason: 'ZZONE' }), { exit: 2, stderr: 'ZZTWO' }],
    { decision: 'block', toAgent: ['ZZONE', 'ZZTWO'], toUser: [] },
  ),
  on(
    'PreToolUse',
    'a halt beats a deny',
    [{ exit: 2, stderr: 'ZZNO' }, says({ continue: false, stopReason: 'ZZSTOP' })],
    { decision: 'halt', toAgent: [], toUser: [{ has: 'ZZSTOP' }], stopReason: 'ZZSTOP' },
  ),
  on(
    'PreToolUse',
    'two stop reasons are joined',
    [says({ continue: false, stopReason: 'ZZA' }), says({ continue: false, stopReason: 'ZZB' })],
    { decision: 'halt', toAgent: [], stopReason: 'ZZA\nZZB' },
  ),
  on('PreToolUse', 'blocked false grants nothing', says({ blocked: false, message: 'ZZM' }), NONE),
  on(
    'PreToolUse',
    'blocked false leaves exit 2 in force',
    says({ blocked: false }, { exit: 2, stderr: 'ZZNO' }),
    { decision: 'block', toAgent: ['ZZNO'], toUser: [] },
  ),
  on(
    'PreToolUse',
    'a deny beside blocked false holds, and the user is told',
    says({ decision: 'deny', blocked: false, message: 'ZZNO' }),
    { decision: 'block', toAgent: ['ZZNO'], toUser: [{ has: '"blocked" is false' }] },
  ),
  on(
    'PreToolUse',
    'null means absent',
    says({ decision: null, continue: null, systemMessage: null, updated_input: null }),
    NONE,
  ),
  on(
    'PreToolUse',
    'context beside a denial is dropped',
    [says({ system_prompt: 'ZZCTX' }), { exit: 2, stderr: 'ZZNO' }],
    { decision: 'block', toAgent: ['ZZNO'], context: [], toUser: [] },
  ),
  on('PreToolUse', 'system_prompt is context', says({ system_prompt: 'ZZCTX' }), {
    ...NONE,
    context: ['ZZCTX'],
  }),
  on(
    'PreToolUse',
    'a byte order mark is no matter',
    { exit: 0, stdout: '\uFEFF{"decision":"deny","reason":"ZZNO"}' },
    { decision: 'block', toAgent: ['ZZNO'], toUser: [] },
  ),
  on(
    'PreToolUse',
    'an answer among lines is told',
    { exit: 0, stdout: 'log\n{"decision":"deny"}\n' },
    { decision: 'none', toAgent: [], toUserCount: 1 },
  ),
  on('PreToolUse', 'a foreign object is plain text, and told', says({ result: 'ok' }), {
    ...NONE,
    toUser: [{ has: '"result"' }],
  }),
  on(
    'PreToolUse',
    "with onFailure, Claude Code's name for it, a failure blocks",
    { exit: 1, onFailure: 'block' },
    { decision: 'block', toAgentCount: 1 },
  ),
  on(
    'Stop',
    'exit 2 blocks after a flood on stderr, with its first and its last lines',
    {
      command:
        'echo ZZFIRST >&2; head -c 3000000 /dev/zero | tr "\\0" x >&2; echo ZZLAST >&2; exit 2',
    },
    { decision: 'block', toAgent: [{ has: 'ZZLAST' }] },
  ),
  on('UserPromptSubmit', 'a foreign object is context', says({ result: 'ok' }), {
    ...NONE,
    context: ['{"result":"ok"}'],
  }),
  on('PreToolUse', 'a list is plain text', says([1, 2]), NONE),
  on(
    'PreToolUse',
    'with onError broken JSON blocks',
    { exit: 0, stdout: '{"decision":', onError: 'block' },
    { decision: 'block', toAgentCount: 1 },
  ),
  on(
    'PreToolUse',
    'with onError a time-out blocks',
    { command: 'sleep 20', timeout: 0.3, onError: 'block' },
    { decision: 'block', toAgentCount: 1, toUserCount: 1 },
  ),
  on(
    'UserPromptSubmit',
    'with onError a failure erases the prompt',
    { exit: 1, stderr: 'ZZERR', onError: 'block' },
    { decision: 'block', erasePrompt: true, toUserCount: 1, toAgent: [] },
  ),
  on(
    'PreToolUse',
    'a hook that is off does not run',
    { exit: 2, stderr: 'ZZNO', enabled: false },
    { ...NONE, runs: 0 },
  ),
  on('UserPromptSubmit', 'a foreign object is context', says({ weather: 'ZZRAIN' }), {
    ...NONE,
    context: [{ has: 'ZZRAIN' }],
  }),
  on(
    'UserPromptSubmit',
    'contexts come in configuration order',
    [{ exit: 0, stdout: 'ZZONE', delayMs: 200 }, says(section({ additionalContext: 'ZZTWO' }))],
    { ...NONE, context: ['ZZONE', 'ZZTWO'] },
  ),
  on(
    'UserPromptSubmit',
    'a blocked prompt takes no context',
    [
      { exit: 0, stdout: 'ZZCTX' },
      { exit: 2, stderr: 'ZZNO' },
    ],
    { decision: 'block', erasePrompt: true, toUser: ['ZZNO'], toAgent: [], context: [] },
  ),
  on(
    'UserPromptSubmit',
    'a permission decision is not taken',
    says(section({ permissionDecision: 'allow' })),
    { ...NONE, toUser: [{ has: 'does not support it' }] },
  ),
  on(
    'PostToolUse',
    'feedback keeps its context',
    says(section({ additionalContext: 'ZZCTX' }), { exit: 2, stderr: 'ZZFIX' }),
    { decision: 'none', toAgent: ['ZZFIX'], context: ['ZZCTX'], toUser: [] },
  ),
  on('PostToolUse', 'blocked is feedback', says({ blocked: true, message: 'ZZFIX' }), {
    decision: 'none',
    toAgent: ['ZZFIX'],
    toUser: [],
  }),
  on(
    'PostToolUse',
    'with onError a failure is feedback',
    { exit: 1, stderr: 'ZZERR', onError: 'block' },
    { decision: 'none', toAgentCount: 1, toUserCount: 1 },
  ),
  on('PostToolUse', 'a rewrite is not taken', says({ updated_input: { command: 'x' } }), {
    ...NONE,
    toUser: [{ has: 'does not support it' }],
  }),
  on('Stop', 'context is not taken', says(section({ additionalContext: 'ZZCTX' })), {
    ...NONE,
    toUser: [{ has: 'does not support it' }],
  }),
  on('Stop', 'blocked goes on', says({ blocked: true, message: 'ZZGO' }), {
    decision: 'block',
    toAgent: ['ZZGO'],
  }),
  on('Stop', 'approve is no decision there', says({ decision: 'approve', reason: 'ZZR' }), {
    ...NONE,
    toUser: [{ has: '"approve"' }],
  }),
  on(
    'PreToolUse',
    'an allow does not cover another’s rewrite',
    [says({ updated_input: { command: 'echo ZZX' } }), says({ decision: 'allow' })],
    { decision: 'none', input: { command: 'echo ZZX', timeout: 30 } },
  ),
  on(
    'PreToolUse',
    'a prototype’s name is dropped and told',
    { exit: 0, stdout: '{"updated_input":{"__proto__":{"x":1}}}' },
    { decision: 'none', toAgent: [], toUserCount: 1 },
  ),
  on(
    'PostToolUse',
    'a halt does not undo a rewrite of the output',
    [
      says(section({ updatedToolOutput: { output: 'ZZSAFE' } })),
      says({ continue: false, stopReason: 'ZZEND' }),
    ],
    { decision: 'halt', output: { output: 'ZZSAFE' }, stopReason: 'ZZEND' },
  ),
  on(
    'PostToolUse',
    'a transform that must not fail withholds the output',
    { exit: 1, phase: 'transform', onError: 'block', name: 'redact' },
    {
      decision: 'none',
      output: '[The output was withheld: hook "redact", which rewrites it, did not work.]',
      rewrittenBy: ['redact'],
    },
  ),
  on(
    'PermissionRequest',
    'interrupt beside a deny ends the turn',
    says(section({ decision: { behavior: 'deny', message: 'ZZNO', interrupt: true } })),
    { decision: 'halt', stopReason: 'ZZNO', toAgent: [], toUser: ['ZZNO'] },
  ),
  on(
    'PermissionRequest',
    'exit 2 denies',
    { exit: 2, stderr: 'ZZNO' },
    {
      decision: 'block',
      toAgent: ['ZZNO'],
    },
  ),
  on('PermissionRequest', 'ask means none', says({ decision: 'ask', reason: 'ZZR' }), NONE),
  on('PostToolBatch', 'a block ends the turn', says({ decision: 'block', reason: 'ZZEND' }), {
    decision: 'halt',
    stopReason: 'ZZEND',
    toAgent: [],
    toUser: ['ZZEND'],
  }),
  on(
    'UserPromptExpansion',
    'a block erases no prompt',
    { exit: 2, stderr: 'ZZNO' },
    {
      decision: 'block',
      toAgent: [],
      toUser: ['ZZNO'],
    },
  ),
  on(
    'UserPromptExpansion',
    'stdout is context',
    { exit: 0, stdout: 'ZZCTX' },
    {
      ...NONE,
      context: ['ZZCTX'],
    },
  ),
  on(
    'ConfigChange',
    'the reason of a block is for the user',
    { exit: 2, stderr: 'ZZNO' },
    {
      decision: 'block',
      toAgent: [],
      toUser: ['ZZNO'],
    },
  ),
  on(
    'SessionStart',
    'exit 2 is an error, and nothing is blocked',
    { exit: 2, stderr: 'ZZNO' },
    {
      ...NONE,
      toUser: [{ has: 'exited 2, but SessionStart cannot be blocked: ZZNO' }],
    },
  ),
  on('SessionStart', 'a halt is reported and ignored', says({ continue: false }), {
    ...NONE,
    toUser: [{ has: '"continue" was ignored' }],
  }),
  on(
    'Notification',
    'turn_ended reaches nobody who does not name it',
    { exit: 2, stderr: 'ZZNO' },
    {
      ...NONE,
      runs: 0,
    },
  ),
  on(
    'Elicitation',
    'exit 2 declines',
    { exit: 2, stderr: 'ZZNO' },
    {
      decision: 'block',
      toAgent: ['ZZNO'],
    },
  ),
];
