import { describe, expect, test } from 'vitest';
import { remarksOn } from '../../src/reading/names.ts';
import { parse } from '../../src/reading/parse.ts';
import { readAnswer } from '../../src/reading/read-answer.ts';
import type { Teller } from '../../src/reading/teller.ts';
import {
  canBlock,
  EVENT_NAMES,
  type EventName,
  specOf,
  takes,
} from '../../src/vocabulary/events.ts';

interface Said extends Partial<Teller> {
  exit?: number;
  stdout?: unknown;
  stderr?: string;
}

/** Whole signals of a hook; what is no text on stdout is printed as JSON. */
const signals = ({ exit = 0, stdout = '', stderr = '', ...teller }: Said) =>
  parse(
    { event: 'PreToolUse', hook: 'guard', failsClosed: false, ...teller },
    {
      outcome: { is: 'exit', code: exit },
      stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout),
      stderr,
      ms: 1,
    },
  );
/** A text of ours that names the hook is marked as such. */
const ours = (is: string, text: string, more = {}) => ({ is, text, named: true, ...more });
const kinds = (said: Said) => signals(said).map(({ is }) => is);
const NO_REASON = 'hook "guard" gave no reason; a hook should say why it objects';

describe('decisions', () => {
  test.each<readonly [string, Said, object[]]>([
    ['nothing printed', {}, []],
    ['blank lines', { stdout: ' \n' }, []],
    ['plain text', { stdout: 'a' }, [{ is: 'success', text: 'a' }]],
    ['an allow needs no reason', { stdout: { decision: 'allow' } }, [{ is: 'allow', text: '' }]],
    ['nor does an ask', { stdout: { decision: 'ask' } }, [{ is: 'ask', text: '' }]],
    [
      'a flag that blocks',
      { stdout: { blocked: true, reason: 'r' } },
      [{ is: 'block', text: 'r' }],
    ],
    [
      'it beats every exit code',
      { exit: 3, stdout: { blocked: true, reason: 'r' } },
      [{ is: 'block', text: 'r' }],
    ],
    [
      'a deny without a reason',
      { stdout: { decision: 'deny' } },
      [ours('deny', 'Blocked by hook "guard", which gave no reason'), ours('warning', NO_REASON)],
    ],
    [
      'beside a halt, the missing reason is not told',
      { stdout: { decision: 'deny', continue: false, stopReason: 's' } },
      [
        { is: 'halt', reason: 's', text: 's' },
        ours('deny', 'Blocked by hook "guard", which gave no reason'),
      ],
    ],
    ['an empty rewrite', { stdout: { updated_input: {} } }, []],
    ['a rewrite', { stdout: { updated_input: { a: 1 } } }, [{ is: 'rewrite', fields: { a: 1 } }]],
    [
      'exit 2 beside an answer without a reason',
      { exit: 2, stdout: { systemMessage: ' m ' } },
      [
        ours('block', 'Blocked by hook "guard", which gave no reason'),
        { is: 'warning', text: ' m' },
      ],
    ],
    [
      'exit 2 beaten, with nothing on stderr',
      { exit: 2, stdout: { decision: 'allow' } },
      [
        ours(
          'warning',
          'hook "guard" exited 2 and printed an answer that decides: the answer counts',
        ),
        { is: 'allow', text: '' },
      ],
    ],
  ])('%s', (_, said, expected) => {
    expect(signals(said)).toStrictEqual(expected);
  });
});

const BLOCKING = EVENT_NAMES.filter((event) => takes(event, 'block'));

test.each(BLOCKING)('on %s, only what can be blocked is said to be', (event) => {
  const [first] = signals({ event, exit: 2 });
  const objection = canBlock(event) ? 'Blocked by' : 'Objection of';
  expect(first).toStrictEqual(ours('block', `${objection} hook "guard", which gave no reason`));
  const failed = signals({ event, exit: 3, failsClosed: true })[1];
  const guard = canBlock(event) ? 'Blocked, because a guard' : 'A guard';
  expect(failed).toStrictEqual(ours('block', `${guard} did not work: hook "guard" exited 3`));
});

describe('a guard that fails closed', () => {
  const guard = { failsClosed: true } as const;
  test.each<readonly [string, Said, string[]]>([
    ['plain text is fine', { stdout: 'ok' }, ['success']],
    ['a lost decision blocks', { stdout: { decision: 7 } }, ['warning', 'block']],
    [
      'a deny that holds blocks already',
      { stdout: { decision: 'deny', reason: 'r', updated_input: 7 } },
      ['warning', 'deny'],
    ],
    [
      'and so does a block',
      { stdout: { blocked: true, reason: 'r', updated_input: 7 } },
      ['warning', 'block'],
    ],
    [
      'and a halt',
      { stdout: { continue: false, stopReason: 's', updated_input: 7 } },
      ['warning', 'halt'],
    ],
    ['a lost word is no decision', { stdout: { systemMesage: 'x', continue: true } }, ['warning']],
    [
      'nor is one that is given twice',
      { stdout: '{"reason":"a","reason":"b","continue":true}' },
      ['warning'],
    ],
    [
      'a decision that is given twice is',
      { stdout: '{"decision":"deny","decision":"deny"}' },
      ['warning', 'block'],
    ],
    [
      'a failed exit with a foreign object blocks once',
      { stdout: { foreign: 1 }, exit: 1 },
      ['failure', 'block'],
    ],
    ['a foreign object on exit 0', { stdout: { foreign: 1 } }, ['warning', 'success', 'block']],
  ])('%s', (_, said, expected) => {
    expect(kinds({ ...guard, ...said })).toEqual(expected);
  });
});

test('of many foreign names eight are shown, and the rest is counted', () => {
  const foreign = (count: number) =>
    signals({
      stdout: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1])),
    })[0];
  const shown = Array.from({ length: 8 }, (_, at) => `"f${at}"`).join(', ');
  const text = (more: string) =>
    `hook "guard": its JSON object says nothing: none of its fields is known (${shown}${more})`;
  expect(foreign(8)).toMatchObject({ text: text('') });
  expect(foreign(9)).toMatchObject({ text: text(' and 1 more') });
});

describe('the event that a section names', () => {
  const other = (event: EventName) => EVENT_NAMES.find((name) => name !== event) ?? event;

  test.each(EVENT_NAMES)('%s: its own is taken, another one drops the section', (event) => {
    const section = (named: unknown, more = {}) => ({
      hookSpecificOutput: { hookEventName: named, ...more },
    });
    expect(readAnswer(event, section(event)).remarks).toEqual([]);
    expect(readAnswer(event, section(null)).remarks).toEqual([]);
    const wrong = readAnswer(event, section(other(event), { additionalContext: 'c' }));
    expect(wrong).toStrictEqual({
      remarks: [
        `hookSpecificOutput.hookEventName is "${other(event)}", but this event is ${event}: that section was ignored`,
      ],
      lostDecision: false,
    });
    const weighty = section(other(event), { permissionDecision: 'deny' });
    expect(readAnswer(event, weighty).lostDecision).toBe(true);
    const absent = section(other(event), { permissionDecision: null });
    expect(readAnswer(event, absent).lostDecision).toBe(false);
  });

  test('a word that is no event is dropped, and the rest is read', () => {
    const { remarks, context } = readAnswer('PreToolUse', {
      hookSpecificOutput: { hookEventName: 'PreTool', additionalContext: 'c' },
    });
    expect(context).toBe('c');
    expect(remarks).toEqual([
      expect.stringMatching(
        /^"hookSpecificOutput.hookEventName" was ignored: expected "PreToolUse", .* got "PreTool"$/,
      ),
    ]);
  });

  test('at the top level it counts for what strayed there', () => {
    const stray = { hookEventName: 'Stop', additionalContext: 'c' };
    expect(readAnswer('PreToolUse', stray)).toStrictEqual({
      remarks: ['hookEventName is "Stop", but this event is PreToolUse: that section was ignored'],
      lostDecision: false,
    });
    expect(readAnswer('Stop', { ...stray, additionalContext: null }).remarks).toEqual([]);
  });
});

describe('names', () => {
  test('a misspelt field without a value is not worth a word', () => {
    expect(remarksOn({ decsion: null })).toStrictEqual({ remarks: [], lostDecision: false });
    expect(remarksOn({ decsion: 'deny' }).lostDecision).toBe(true);
    expect(remarksOn({ systemMesage: 'x' })).toStrictEqual({
      remarks: ['"systemMesage" is not a field; did you mean "systemMessage"?'],
      lostDecision: false,
    });
  });

  test('a field of the top level inside the section is dropped', () => {
    const { remarks, lostDecision } = readAnswer('PreToolUse', {
      hookSpecificOutput: { blocked: true },
    });
    expect(remarks).toEqual([
      '"hookSpecificOutput.blocked" was ignored: "blocked" belongs at the top level',
    ]);
    expect(lostDecision).toBe(true);
  });

  test('given three times, a field is dropped once', () => {
    const twice = [['reason'], ['reason'], ['hookSpecificOutput', 'additionalContext']];
    const given = { reason: 'c', hookSpecificOutput: { additionalContext: 'x' } };
    expect(readAnswer('PreToolUse', given, twice)).toStrictEqual({
      remarks: [
        '"reason" was ignored: it is given twice',
        '"hookSpecificOutput.additionalContext" was ignored: it is given twice',
      ],
      lostDecision: false,
    });
    expect(given.hookSpecificOutput).toEqual({ additionalContext: 'x' });
    expect(readAnswer('PreToolUse', { updated_input: {} }, [['updated_input', 'a', 'b']])).toEqual({
      remarks: ['"updated_input" was ignored: it gives "a.b" twice'],
      lostDecision: true,
    });
  });

  test('blank texts count as absent, so that another spelling can', () => {
    const given = { reason: ' \n', message: 'm', decision: 'deny' };
    expect(readAnswer('PreToolUse', given)).toMatchObject({ reason: 'm', remarks: [] });
  });
});

const FORMED = EVENT_NAMES.filter((event) => specOf(event).form === 'decision');

describe.each(FORMED)('on %s a decision is an object', (event) => {
  const inside = (decision: unknown) => ({ hookSpecificOutput: { decision } });

  test('in the section, or at the top level with a word', () => {
    expect(readAnswer(event, inside({ behavior: 'deny', message: 'm' }))).toStrictEqual({
      decision: 'deny',
      reason: 'm',
      remarks: [],
      lostDecision: false,
    });
    expect(readAnswer(event, { decision: { behavior: 'allow' } })).toStrictEqual({
      decision: 'allow',
      remarks: ['"decision" belongs inside "hookSpecificOutput"; it was taken from the top level'],
      lostDecision: false,
    });
  });

  test('anything else in its place is dropped, and its fields are checked', () => {
    expect(readAnswer(event, inside('deny'))).toStrictEqual({
      remarks: [
        '"hookSpecificOutput.decision" was ignored: expected an object with "behavior", got "deny"',
      ],
      lostDecision: true,
    });
    const misspelt = readAnswer(event, inside({ behaviour: 'deny' }));
    expect(misspelt.remarks).toEqual([
      expect.stringContaining('"hookSpecificOutput.decision.behaviour" is not a field'),
    ]);
    const stray = readAnswer(event, { decision: { behaviour: 'deny' } });
    expect(stray.remarks[1]).toContain('"decision.behaviour" is not a field');
  });

  test('given twice inside of it, a field is dropped alone', () => {
    const way = ['hookSpecificOutput', 'decision', 'message'];
    const answer = readAnswer(event, inside({ behavior: 'deny', message: 'm' }), [way]);
    expect(answer).toMatchObject({ decision: 'deny', lostDecision: false });
    expect(answer.remarks).toEqual([`"${way.join('.')}" was ignored: it is given twice`]);
  });

  test('an interrupt beside a deny ends the turn, elsewhere it is ignored', () => {
    const said = (decision: object) => signals({ event, stdout: inside(decision) });
    expect(said({ behavior: 'deny', message: 'm', interrupt: true })).toContainEqual({
      is: 'halt',
      reason: 'm',
      text: 'm',
    });
    expect(said({ behavior: 'deny', interrupt: true })).toContainEqual(
      ours('halt', 'hook "guard" ended the turn and gave no reason', { reason: '' }),
    );
    expect(said({ behavior: 'deny', interrupt: true })).not.toContainEqual(
      ours('warning', NO_REASON),
    );
    expect(said({ behavior: 'deny', message: 'm', interrupt: false })).toHaveLength(1);
    expect(said({ behavior: 'allow', interrupt: true })).toContainEqual(
      ours('warning', 'hook "guard": "interrupt" was ignored: it counts beside "deny"'),
    );
  });
});
