import { describe, expect, test } from 'vitest';
import { type Answer, readAnswer } from '../../src/reading/read-answer.ts';
import type { EventName } from '../../src/vocabulary/events.ts';

const CLEAN: Answer = { remarks: [], lostDecision: false };
const section = (fields: object) => ({ hookSpecificOutput: fields });

interface Case {
  name: string;
  event?: EventName;
  raw: Record<string, unknown>;
  answer: Partial<Answer>;
  remarks?: RegExp[];
}

const cases: Case[] = [
  { name: 'an empty object says nothing', raw: {}, answer: {} },
  {
    name: 'null means absent, everywhere',
    raw: { decision: null, continue: null, hookSpecificOutput: null, blocked: null, message: null },
    answer: {},
  },
  {
    name: 'a missing hookEventName is accepted',
    raw: section({ permissionDecision: 'deny', permissionDecisionReason: 'r' }),
    answer: { decision: 'deny', reason: 'r' },
  },
  {
    name: 'a section for another event is dropped and told, the rest holds',
    raw: { ...section({ hookEventName: 'Stop', permissionDecision: 'deny' }), systemMessage: 'm' },
    answer: { warning: 'm', lostDecision: true },
    remarks: [/hookEventName is "Stop", but this event is PreToolUse/],
  },
  {
    name: 'a section that is no object is told',
    raw: { hookSpecificOutput: 'oops', decision: 'deny', reason: 'r' },
    answer: { decision: 'deny', reason: 'r', lostDecision: true },
    remarks: [/"hookSpecificOutput" was ignored: expected an object, got "oops"/],
  },
  {
    name: 'a field of the wrong type is dropped by itself',
    raw: { continue: 'false', systemMessage: 7, decision: 'ask', reason: ['x'] },
    answer: { decision: 'ask', lostDecision: true },
    remarks: [
      /"continue" was ignored: expected true or false, got "false"/,
      /"systemMessage" was ignored: expected a text, got 7/,
      /"reason" was ignored: expected a text, got \["x"\]/,
    ],
  },
  {
    name: 'an unknown decision word is dropped and told',
    raw: section({ permissionDecision: 'maybe' }),
    answer: { lostDecision: true },
    remarks: [
      /permissionDecision" was ignored: expected "allow", "approve", "deny", "block" or "ask", got "maybe"/,
    ],
  },
  {
    name: 'a word inherited from Object is no decision',
    raw: { decision: 'constructor' },
    answer: { lostDecision: true },
    remarks: [/expected "allow", "approve", "deny", "block" or "ask", got "constructor"/],
  },
  {
    name: 'when the best spelling is dropped the next one counts',
    raw: { ...section({ permissionDecision: 'maybe' }), decision: 'deny', reason: 'r' },
    answer: { decision: 'deny', reason: 'r', lostDecision: true },
    remarks: [/got "maybe"/],
  },
  {
    name: 'two spellings that disagree: the better one counts, and it is told',
    raw: { ...section({ permissionDecision: 'allow' }), decision: 'deny' },
    answer: { decision: 'allow' },
    remarks: [/"hookSpecificOutput.permissionDecision" and "decision" disagree/],
  },
  {
    name: 'two spellings that agree are fine',
    raw: { ...section({ permissionDecision: 'deny' }), decision: 'block', reason: 'r' },
    answer: { decision: 'deny', reason: 'r' },
  },
  {
    name: 'reasons are taken best first',
    raw: { ...section({ permissionDecisionReason: 'best' }), reason: 'second', message: 'third' },
    answer: { reason: 'best' },
  },
  {
    name: 'an empty reason gives way to the next',
    raw: { reason: '', message: 'third', blocked: true },
    answer: { reason: 'third', blocked: true },
  },
  {
    name: 'a field of the section at the top level is taken and told',
    raw: { permissionDecision: 'deny', permissionDecisionReason: 'r' },
    answer: { decision: 'deny', reason: 'r' },
    remarks: [/"permissionDecision" belongs inside/, /"permissionDecisionReason" belongs inside/],
  },
  {
    name: 'stray fields named for another event are dropped',
    raw: { hookEventName: 'Stop', permissionDecision: 'allow' },
    answer: { lostDecision: true },
    remarks: [/hookEventName is "Stop"/],
  },
  {
    name: 'a deciding field inside the section is told to be misplaced',
    raw: section({ decision: 'deny' }),
    answer: { lostDecision: true },
    remarks: [/"hookSpecificOutput.decision" was ignored: "decision" belongs at the top level/],
  },
  {
    name: 'a near miss is told',
    raw: { descision: 'deny', systemMesage: 'm' },
    answer: { lostDecision: true },
    remarks: [
      /"descision" is not a field; did you mean "decision"/,
      /did you mean "systemMessage"/,
    ],
  },
  {
    name: 'a near miss inside the section is told',
    raw: section({ permisionDecision: 'deny' }),
    answer: { lostDecision: true },
    remarks: [
      /"hookSpecificOutput.permisionDecision" is not a field; did you mean "permissionDecision"/,
    ],
  },
  { name: 'other unknown fields are ignored', raw: { note: 'x', decision: null }, answer: {} },
  {
    name: 'suppressOutput has no effect',
    raw: { suppressOutput: true },
    answer: { quiet: true } as never,
  },
  {
    name: 'decision beats blocked, and a conflict is told',
    raw: { decision: 'allow', blocked: true },
    answer: { decision: 'allow', blocked: true },
    remarks: [/"blocked" is true, but the decision is "allow"/],
  },
  {
    name: 'a deny beside blocked: false holds, and the conflict is told',
    raw: { decision: 'deny', blocked: false, message: 'no' },
    answer: { decision: 'deny', blocked: false, reason: 'no' },
    remarks: [/"blocked" is false, but the decision is "deny": the decision counts/],
  },
  {
    name: 'the flat dialect is understood whole',
    raw: {
      decision: 'ask',
      message: 'm',
      blocked: false,
      system_prompt: 'c',
      updated_input: { a: 1 },
    },
    answer: { decision: 'ask', reason: 'm', blocked: false, context: 'c', rewrite: { a: 1 } },
  },
  {
    name: 'updatedInput beats updated_input',
    raw: { ...section({ updatedInput: { a: 1 } }), updated_input: { a: 2 } },
    answer: { rewrite: { a: 1 } },
    remarks: [/disagree/],
  },
  {
    name: 'an input that is no object is dropped',
    raw: { updated_input: ['x'] },
    answer: { lostDecision: true },
    remarks: [/"updated_input" was ignored: expected an object, got \["x"\]/],
  },
  {
    name: 'approve is no decision on Stop',
    event: 'Stop',
    raw: { decision: 'approve' },
    answer: { lostDecision: true },
    remarks: [/expected "block", got "approve"/],
  },
  {
    name: 'a permission decision is not taken on Stop',
    event: 'Stop',
    raw: section({ permissionDecision: 'allow' }),
    answer: { lostDecision: true },
    remarks: [/"hookSpecificOutput.permissionDecision" was ignored: Stop does not support it/],
  },
  {
    name: 'context under its flat name is not taken on Stop either',
    event: 'Stop',
    raw: { system_prompt: 'c' },
    answer: {},
    remarks: [/"system_prompt" was ignored: Stop does not support it/],
  },
  {
    name: 'block means block where there is nothing to deny',
    event: 'UserPromptSubmit',
    raw: { decision: 'block', reason: 'r' },
    answer: { decision: 'block', reason: 'r' },
  },
];

describe('readAnswer', () => {
  test.each(cases)('$name', ({ event = 'PreToolUse', raw, answer, remarks = [] }) => {
    const read = readAnswer(event, raw);
    expect({ ...read, remarks: [] }).toEqual({ ...CLEAN, ...answer });
    expect(read.remarks).toHaveLength(remarks.length);
    for (const [at, remark] of remarks.entries()) expect(read.remarks[at]).toMatch(remark);
  });
});

describe('blocked beside a decision', () => {
  const conflict = (blocked: boolean, decision: string) => [
    `"blocked" is ${blocked}, but the decision is "${decision}": the decision counts`,
  ];
  test.each([
    ['PreToolUse', 'allow', 'allow', true],
    ['PreToolUse', 'approve', 'allow', true],
    ['PreToolUse', 'ask', 'ask', true],
    ['PreToolUse', 'deny', 'deny', false],
    ['PreToolUse', 'block', 'deny', false],
    ['PostToolUse', 'block', 'block', false],
    ['UserPromptSubmit', 'block', 'block', false],
    ['Stop', 'block', 'block', false],
  ] as const)('%s %s is %s: only blocked %s contradicts', (event, word, decision, contrary) => {
    const read = (blocked: boolean) => readAnswer(event, { decision: word, blocked });
    expect(read(contrary)).toEqual({
      ...CLEAN,
      decision,
      blocked: contrary,
      remarks: conflict(contrary, decision),
    });
    expect(read(!contrary)).toEqual({ ...CLEAN, decision, blocked: !contrary });
  });
});
