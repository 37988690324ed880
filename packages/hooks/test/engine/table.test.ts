import { expect, test } from 'vitest';
import type { RewriteTarget } from '../../src/vocabulary/effect.ts';
import { type EventName, specOf } from '../../src/vocabulary/events.ts';
import { SIGNALS, type SignalName } from '../../src/vocabulary/signal.ts';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { answers, fire, says, texts } from '../helpers.ts';

const WRITTEN = { command: 'SAID' };

/** What an event lets hooks rewrite, as an answer asks for it; where there is nothing, a tool's input. */
const REWRITING: Record<RewriteTarget, object> = {
  input: { updatedInput: WRITTEN },
  output: { updatedToolOutput: 'SAID' },
  prompt: { updatedPrompt: 'SAID' },
  content: { content: WRITTEN },
};

const GRANT = {
  type: 'addDirectories' as const,
  directories: ['/said'],
  destination: 'session' as const,
};

/** How a real hook gives each signal; every text is the word SAID. */
const GIVEN: Record<SignalName, (event: EventName) => string> = {
  success: () => says({ stdout: 'SAID' }),
  block: () => says({ stderr: 'SAID', exit: 2 }),
  failure: () => says({ stderr: 'SAID', exit: 3 }),
  halt: () => answers({ continue: false, stopReason: 'SAID' }),
  warning: () => answers({ systemMessage: 'SAID' }),
  context: () => answers({ hookSpecificOutput: { additionalContext: 'SAID' } }),
  allow: () => answers({ decision: 'allow', reason: 'SAID' }),
  ask: () => answers({ decision: 'ask', reason: 'SAID' }),
  deny: () => answers({ decision: 'deny', reason: 'SAID' }),
  rewrite: (event) => answers({ hookSpecificOutput: REWRITING[specOf(event).rewrites ?? 'input'] }),
  respond: () => answers({ hookSpecificOutput: { toolResult: 'SAID' } }),
  sandbox: () => answers({ sandbox: 'workspace' }),
  grant: () =>
    answers({
      hookSpecificOutput: { decision: { behavior: 'allow', updatedPermissions: [GRANT] } },
    }),
};

type Written = 'input' | 'response' | 'output' | 'prompt' | 'content' | 'permissions' | 'sandbox';
type Expected = Partial<
  Pick<Verdict, 'decision' | 'erasePrompt' | 'stopReason' | Written> & {
    toAgent: string[];
    toUser: [tone: string, part: string][];
    context: string[];
  }
>;
type Row = Record<SignalName, Expected>;

const NOTHING: Expected = {};
const FAILED: Expected = { toUser: [['error', 'SAID']] };
const HALTED: Expected = { decision: 'halt', stopReason: 'SAID', toUser: [['warning', 'SAID']] };
const WARNED: Expected = { toUser: [['warning', 'SAID']] };
const CONTEXT: Expected = { context: ['SAID'] };
const TO_AGENT: Expected = { decision: 'block', toAgent: ['SAID'] };
const TO_USER: Expected = { decision: 'block', toUser: [['error', 'SAID']] };
const ALLOWED: Expected = { decision: 'allow', toUser: [['info', 'SAID']] };
/** Not taken: the user is told so, and nothing else happens. */
const refused = (...parts: string[]): Expected => ({
  toUser: parts.map((part) => ['warning', part] as [string, string]),
});
const unsupported = (field: string, event: string) =>
  `"${field}" was ignored: ${event} does not support it`;

/** What can be said on an event that takes nothing but words to the user; rows say what is else. */
const observed = (event: EventName): Row => ({
  success: NOTHING,
  block: { toUser: [['error', `exited 2, but ${event} cannot be blocked: SAID`]] },
  failure: FAILED,
  halt: refused(unsupported('continue', event), unsupported('stopReason', event)),
  warning: WARNED,
  context: refused(unsupported('hookSpecificOutput.additionalContext', event)),
  allow: refused(unsupported('decision', event), unsupported('reason', event)),
  ask: refused(unsupported('decision', event), unsupported('reason', event)),
  deny: refused(unsupported('decision', event), unsupported('reason', event)),
  rewrite: refused(unsupported('hookSpecificOutput.updatedInput', event)),
  respond: refused(unsupported('hookSpecificOutput.toolResult', event)),
  sandbox: refused(unsupported('sandbox', event)),
  grant: refused('"hookSpecificOutput.decision" was ignored: "decision" belongs at the top level'),
});

/** The same where there is something to shut. */
const gate = (event: EventName): Row => ({
  ...observed(event),
  halt: HALTED,
  allow: refused('expected "block", got "allow"'),
  ask: refused('expected "block", got "ask"'),
  deny: refused('expected "block", got "deny"'),
});

const question = (event: EventName): Row => ({
  ...gate(event),
  block: TO_AGENT,
  allow: ALLOWED,
  ask: refused('expected "allow", "approve", "deny" or "block", got "ask"'),
  deny: TO_AGENT,
});

const TABLE: Record<EventName, Row> = {
  PreToolUse: {
    ...question('PreToolUse'),
    context: CONTEXT,
    ask: { decision: 'ask', toUser: [['info', 'SAID']] },
    rewrite: { input: { command: 'SAID', timeout: 30 } },
    respond: { response: 'SAID' },
    sandbox: { sandbox: 'workspace' },
  },
  PermissionRequest: {
    ...question('PermissionRequest'),
    ask: NOTHING,
    rewrite: { input: { command: 'SAID' } },
    sandbox: { sandbox: 'workspace' },
    grant: { decision: 'allow', permissions: [GRANT] },
  },
  PermissionDenied: { ...observed('PermissionDenied'), halt: HALTED },
  PostToolUse: {
    ...gate('PostToolUse'),
    block: { toAgent: ['SAID'] },
    context: CONTEXT,
    rewrite: { output: 'SAID' },
  },
  PostToolUseFailure: {
    ...gate('PostToolUseFailure'),
    block: { toAgent: ['SAID'] },
    context: CONTEXT,
  },
  PostToolBatch: { ...gate('PostToolBatch'), block: HALTED, context: CONTEXT },
  UserPromptSubmit: {
    ...gate('UserPromptSubmit'),
    success: CONTEXT,
    block: { ...TO_USER, erasePrompt: true },
    halt: { ...HALTED, erasePrompt: true },
    context: CONTEXT,
    rewrite: { prompt: 'SAID' },
  },
  SessionGate: { ...gate('SessionGate'), block: TO_USER },
  PreModelCall: { ...gate('PreModelCall'), block: TO_USER },
  PostModelCall: { ...gate('PostModelCall'), block: TO_USER },
  PreAnswer: { ...gate('PreAnswer'), block: TO_USER },
  UserPromptExpansion: {
    ...gate('UserPromptExpansion'),
    success: CONTEXT,
    block: TO_USER,
    context: CONTEXT,
  },
  Stop: { ...gate('Stop'), block: TO_AGENT },
  StopFailure: observed('StopFailure'),
  SubagentStart: { ...observed('SubagentStart'), halt: HALTED, context: CONTEXT },
  SubagentStop: { ...gate('SubagentStop'), block: TO_AGENT },
  SessionStart: { ...observed('SessionStart'), success: CONTEXT, context: CONTEXT },
  SessionEnd: observed('SessionEnd'),
  PreCompact: { ...gate('PreCompact'), block: TO_USER, context: CONTEXT },
  PostCompact: { ...observed('PostCompact'), halt: HALTED, context: CONTEXT },
  Notification: observed('Notification'),
  ConfigChange: {
    ...gate('ConfigChange'),
    block: TO_USER,
    halt: observed('ConfigChange').halt,
  },
  Elicitation: { ...question('Elicitation'), rewrite: { content: WRITTEN } },
  ElicitationResult: { ...question('ElicitationResult'), rewrite: { content: WRITTEN } },
};

const cells = (Object.keys(TABLE) as EventName[]).flatMap((event) =>
  (Object.keys(SIGNALS) as SignalName[]).map((signal) => ({ event, signal })),
);

test.each(cells)('$event takes $signal as the table says', async ({ event, signal }) => {
  const verdict = await fire(event, [GIVEN[signal](event)]);
  const expected = TABLE[event][signal];
  expect({
    decision: verdict.decision,
    erasePrompt: verdict.erasePrompt,
    input: verdict.input,
    output: verdict.output,
    prompt: verdict.prompt,
    content: verdict.content,
    response: verdict.response,
    permissions: verdict.permissions,
    stopReason: verdict.stopReason,
    toAgent: texts(verdict.toAgent),
    context: texts(verdict.context),
    tones: verdict.toUser.map(({ tone }) => tone),
  }).toEqual({
    decision: expected.decision ?? 'none',
    erasePrompt: expected.erasePrompt ?? false,
    input: expected.input,
    output: expected.output,
    prompt: expected.prompt,
    content: expected.content,
    response: expected.response,
    permissions: expected.permissions,
    stopReason: expected.stopReason,
    toAgent: expected.toAgent ?? [],
    context: expected.context ?? [],
    tones: (expected.toUser ?? []).map(([tone]) => tone),
  });
  for (const [at, [, part]] of (expected.toUser ?? []).entries())
    expect(verdict.toUser[at]?.text).toContain(part);
});
