import { expect, test } from 'vitest';
import type { EventName } from '../../src/vocabulary/events.ts';
import { SIGNALS, type SignalName } from '../../src/vocabulary/signal.ts';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { answers, fire, says, texts } from '../helpers.ts';

/** How a real hook gives each signal; every text is the word SAID. */
const GIVEN: Record<SignalName, string> = {
  success: says({ stdout: 'SAID' }),
  block: says({ stderr: 'SAID', exit: 2 }),
  failure: says({ stderr: 'SAID', exit: 3 }),
  halt: answers({ continue: false, stopReason: 'SAID' }),
  warning: answers({ systemMessage: 'SAID' }),
  context: answers({ hookSpecificOutput: { additionalContext: 'SAID' } }),
  allow: answers({ decision: 'allow', reason: 'SAID' }),
  ask: answers({ decision: 'ask', reason: 'SAID' }),
  deny: answers({ decision: 'deny', reason: 'SAID' }),
  rewrite: answers({ hookSpecificOutput: { updatedInput: { command: 'SAID' } } }),
};

type Expected = Partial<
  Pick<Verdict, 'decision' | 'erasePrompt' | 'input' | 'stopReason'> & {
    toAgent: string[];
    toUser: [tone: string, part: string][];
    context: string[];
  }
>;

const NOTHING: Expected = {};
const FAILED: Expected = { toUser: [['error', 'SAID']] };
const HALTED: Expected = { decision: 'halt', stopReason: 'SAID', toUser: [['warning', 'SAID']] };
const WARNED: Expected = { toUser: [['warning', 'SAID']] };
const CONTEXT: Expected = { context: ['SAID'] };
const TO_AGENT: Expected = { decision: 'block', toAgent: ['SAID'] };
/** Not taken: the user is told so, and nothing else happens. */
const refused = (...parts: string[]): Expected => ({
  toUser: parts.map((part) => ['warning', part] as [string, string]),
});

const TABLE: Record<EventName, Record<SignalName, Expected>> = {
  PreToolUse: {
    success: NOTHING,
    block: TO_AGENT,
    failure: FAILED,
    halt: HALTED,
    warning: WARNED,
    context: CONTEXT,
    allow: { decision: 'allow', toUser: [['info', 'SAID']] },
    ask: { decision: 'ask', toUser: [['info', 'SAID']] },
    deny: TO_AGENT,
    rewrite: { input: { command: 'SAID', timeout: 30 } },
  },
  PostToolUse: {
    success: NOTHING,
    block: { toAgent: ['SAID'] },
    failure: FAILED,
    halt: HALTED,
    warning: WARNED,
    context: CONTEXT,
    allow: refused('expected "block", got "allow"'),
    ask: refused('expected "block", got "ask"'),
    deny: refused('expected "block", got "deny"'),
    rewrite: refused(
      '"hookSpecificOutput.updatedInput" was ignored: PostToolUse does not support it',
    ),
  },
  UserPromptSubmit: {
    success: CONTEXT,
    block: { decision: 'block', erasePrompt: true, toUser: [['error', 'SAID']] },
    failure: FAILED,
    halt: { ...HALTED, erasePrompt: true },
    warning: WARNED,
    context: CONTEXT,
    allow: refused('expected "block", got "allow"'),
    ask: refused('expected "block", got "ask"'),
    deny: refused('expected "block", got "deny"'),
    rewrite: refused(
      '"hookSpecificOutput.updatedInput" was ignored: UserPromptSubmit does not support it',
    ),
  },
  Stop: {
    success: NOTHING,
    block: TO_AGENT,
    failure: FAILED,
    halt: HALTED,
    warning: WARNED,
    context: refused(
      '"hookSpecificOutput.additionalContext" was ignored: Stop does not support it',
    ),
    allow: refused('expected "block", got "allow"'),
    ask: refused('expected "block", got "ask"'),
    deny: refused('expected "block", got "deny"'),
    rewrite: refused('"hookSpecificOutput.updatedInput" was ignored: Stop does not support it'),
  },
};

const cells = (Object.keys(TABLE) as EventName[]).flatMap((event) =>
  (Object.keys(SIGNALS) as SignalName[]).map((signal) => ({ event, signal })),
);

test.each(cells)('$event takes $signal as the table says', async ({ event, signal }) => {
  const verdict = await fire(event, [GIVEN[signal]]);
  const expected = TABLE[event][signal];
  expect({
    decision: verdict.decision,
    erasePrompt: verdict.erasePrompt,
    input: verdict.input,
    stopReason: verdict.stopReason,
    toAgent: texts(verdict.toAgent),
    context: texts(verdict.context),
    tones: verdict.toUser.map(({ tone }) => tone),
  }).toEqual({
    decision: expected.decision ?? 'none',
    erasePrompt: expected.erasePrompt ?? false,
    input: expected.input,
    stopReason: expected.stopReason,
    toAgent: expected.toAgent ?? [],
    context: expected.context ?? [],
    tones: (expected.toUser ?? []).map(([tone]) => tone),
  });
  for (const [at, [, part]] of (expected.toUser ?? []).entries())
    expect(verdict.toUser[at]?.text).toContain(part);
});
