import { describe, expect, test } from 'vitest';
import { verbsOf } from '../src/answer/verbs-of.ts';
import {
  block,
  deny,
  type EventName,
  encode,
  linesOf,
  TARGETS,
  type Verb,
  warn,
} from '../src/index.ts';
import { SAY } from './verbs.ts';

/** The answer, and what goes ahead of it. */
type Cell = readonly [json: object, told?: string];
type Cells = Partial<Record<EventName, Partial<Record<Verb, Cell>>>>;

const ENDED = 'A hook ended the turn.';
const ASKED = 'q It needs a confirmation, for which this agent cannot ask.';
const UNBOXED = 'It may run only in a sandbox.';
const REFUSED = 'This agent cannot take a rewritten prompt. Send this instead: r';

const decided = (permissionDecision: string, permissionDecisionReason: string) => ({
  permissionDecision,
  permissionDecisionReason,
});
const held = { decision: 'block', reason: 'b' };
const told: Cell = [{}, 'w'];
const ended: Cell = [{}, 'h'];
const nothing: Cell = [{}];

const COPILOT: Cells = {
  PreToolUse: {
    allow: [decided('allow', 'a')],
    deny: [decided('deny', 'd')],
    ask: [decided('ask', 'q')],
    rewrite: [{ modifiedArgs: { command: 'ls', timeout: 30 } }],
    sandbox: [decided('deny', UNBOXED)],
    block: [decided('deny', 'b')],
    context: [{ additionalContext: 'c' }],
    warn: told,
    halt: [decided('deny', ENDED), 'h'],
  },
  PermissionRequest: {
    allow: [{ behavior: 'allow', message: 'a' }],
    deny: [{ behavior: 'deny', message: 'd' }],
    rewrite: [{ behavior: 'deny', message: 'Suggested instead: ls' }],
    sandbox: [{ behavior: 'deny', message: UNBOXED }],
    block: [{ behavior: 'deny', message: 'b' }],
    warn: told,
    halt: [{ behavior: 'deny', message: 'h', interrupt: true }],
  },
  PostToolUse: {
    replace: [{ modifiedResult: { resultType: 'success', textResultForLlm: 'r' } }],
    block: [{ additionalContext: 'b' }],
    context: [{ additionalContext: 'c' }],
    warn: told,
    halt: ended,
  },
  PostToolUseFailure: {
    block: [{ additionalContext: 'b' }],
    context: [{ additionalContext: 'c' }],
    warn: told,
    halt: ended,
  },
  UserPromptSubmit: {
    replace: [{ decision: 'block', reason: REFUSED }],
    block: [held],
    context: [{ additionalContext: 'c' }],
    warn: told,
    halt: [{ decision: 'block', reason: 'h' }],
  },
  Stop: { block: [held], warn: told, halt: ended },
  SubagentStart: { context: [{ additionalContext: 'c' }], warn: told, halt: ended },
  SubagentStop: { block: [held], warn: told, halt: ended },
  SessionStart: { context: [{ additionalContext: 'c' }], warn: told },
  SessionEnd: { warn: told },
  PreCompact: { block: nothing, context: nothing, warn: told, halt: nothing },
  Notification: { warn: told },
};

const permitted = (permission: string, text: string, user = text) => ({
  permission,
  agent_message: text,
  user_message: user,
});

const CURSOR: Cells = {
  PreToolUse: {
    allow: [permitted('allow', 'a')],
    deny: [permitted('deny', 'd')],
    ask: [permitted('deny', ASKED)],
    rewrite: [{ updated_input: { command: 'ls', timeout: 30 } }],
    sandbox: [permitted('deny', UNBOXED)],
    block: [permitted('deny', 'b')],
    context: [{ additional_context: 'c' }],
    warn: nothing,
    halt: [permitted('deny', ENDED, 'h')],
  },
  PostToolUse: {
    replace: nothing,
    block: [{ additional_context: 'b' }],
    context: [{ additional_context: 'c' }],
    warn: nothing,
    halt: nothing,
  },
  PostToolUseFailure: {
    block: [{ additional_context: 'b' }],
    context: [{ additional_context: 'c' }],
    warn: nothing,
    halt: nothing,
  },
  UserPromptSubmit: {
    replace: [{ continue: false, user_message: REFUSED }],
    block: [{ continue: false, user_message: 'b' }],
    context: [{ additional_context: 'c' }],
    warn: nothing,
    halt: [{ continue: false, user_message: 'h' }],
  },
  Stop: { block: [{ followup_message: 'b' }], warn: nothing, halt: nothing },
  SubagentStart: { context: nothing, warn: nothing, halt: [permitted('deny', ENDED, 'h')] },
  SubagentStop: { block: [{ followup_message: 'b' }], warn: nothing, halt: nothing },
  SessionStart: { context: [{ additional_context: 'c' }], warn: nothing },
  SessionEnd: { warn: nothing },
  PreCompact: { block: nothing, context: nothing, warn: [{ user_message: 'w' }], halt: nothing },
};

describe.each([
  ['copilot-cli', COPILOT],
  ['cursor', CURSOR],
] as const)('%s', (target, cells) => {
  const { events, lacks } = TARGETS[target];
  describe.each(Object.keys(events) as EventName[])('%s', (event) => {
    test.each(verbsOf(event))('%s', (verb) => {
      const input = { command: 'npm i', timeout: 30 };
      const { json, ahead, notes } = encode(event, SAY[verb], target, input);
      const [wanted, word] = cells[event]?.[verb] ?? [];
      expect({ json, ahead: ahead?.['message'] }).toEqual({ json: wanted, ahead: word });
      // Nothing is lost without a word.
      const isLost = Object.keys(json).length === 0 && !ahead;
      if (isLost || lacks[event]?.[verb]) expect(notes.join()).toContain(`"${verb}"`);
      else expect(notes).toEqual([]);
    });
  });
});

test('what the user should know goes ahead of the answer, on a line of its own', () => {
  const encoded = encode('PreToolUse', deny('no', warn('look')), 'copilot-cli');
  expect(linesOf(encoded)).toBe(
    '{"type":"progress","message":"look"}\n{"permissionDecision":"deny","permissionDecisionReason":"no"}\n',
  );
});

test('a refusal without words gets some', () => {
  for (const target of ['cursor', 'copilot-cli'] as const)
    for (const [event, said] of [
      ['PreToolUse', deny('')],
      ['Stop', block('')],
      ['UserPromptSubmit', block('')],
    ] as const)
      expect(JSON.stringify(encode(event, said, target).json)).toContain('gave no reason');
});
