import type { Outcome } from '@wavehooks/process';
import { describe, expect, test } from 'vitest';
import { parse } from '../../src/reading/parse.ts';
import type { EventName } from '../../src/vocabulary/events.ts';

interface Printed {
  event?: EventName;
  outcome?: Outcome;
  exit?: number;
  stdout?: string;
  stderr?: string;
  onError?: 'block';
}

function signals({
  event = 'PreToolUse',
  outcome,
  exit = 0,
  stdout = '',
  stderr = '',
  onError,
}: Printed) {
  return parse(
    { event, hook: 'guard', failsClosed: onError === 'block' },
    { outcome: outcome ?? { is: 'exit', code: exit }, stdout, stderr, ms: 1 },
  );
}

const kinds = (printed: Printed) => signals(printed).map(({ is }) => is);
const text = (printed: Printed, is: string) =>
  signals(printed)
    .filter((signal) => signal.is === is)
    .map((signal) => ('text' in signal ? signal.text : ''))
    .join('\n');

describe('what is an answer', () => {
  test.each([
    ['white space around it', '\n\t {"decision":"deny","reason":"r"} \n', ['deny']],
    ['a byte order mark before it', '\uFEFF{"decision":"deny","reason":"r"}', ['deny']],
    ['an empty object', '{}', []],
    ['a known field that is null', '{"decision":null}', []],
    ['a foreign object', '{"result":1}', ['warning', 'success']],
    ['an array', '[{"decision":"deny"}]', ['success']],
    ['a JSON text', '"deny"', ['success']],
    ['broken JSON', '{"decision": "deny"', ['warning', 'success']],
    ['a lone brace', '{', ['warning', 'success']],
    ['two documents', '{"decision":"deny"}\n{}', ['warning', 'success']],
    ['an answer after a log line', 'starting\n{"decision":"deny"}', ['warning', 'success']],
    [
      'an answer over several lines among others',
      'a\n{\n "decision": "deny"\n}\nb',
      ['warning', 'success'],
    ],
    ['a foreign object among lines', 'a\n{"x":1}', ['success']],
    ['prose with braces', 'use {x} here', ['success']],
    ['an object with only a misspelt decision', '{"decsion":"deny"}', ['warning', 'success']],
    ['another name for a decision', '{"deny":true}', ['warning', 'success']],
    [
      'a foreign object with a name that is nearly known',
      '{"messages":[1]}',
      ['warning', 'success'],
    ],
    [
      'a foreign object of the event itself',
      '{"hook_event_name":"Stop","cwd":"/"}',
      ['warning', 'success'],
    ],
    ['an answer behind a prefix', 'debug: {"decision":"deny"}', ['warning', 'success']],
    [
      'an answer behind many objects',
      `start\n${'{"level":"info"}\n'.repeat(40)}{"decision":"deny"}`,
      ['warning', 'success'],
    ],
    ['an answer after an open brace', 'x\n{ checking\n{"decision":"deny"}', ['warning', 'success']],
  ])('%s', (_name, stdout, expected) => {
    expect(kinds({ stdout })).toEqual(expected);
  });

  test('an object without a known field is told with its names, once a session', () => {
    expect(signals({ stdout: '{"result":1,"ok\\u200b":true}' })).toEqual([
      {
        is: 'warning',
        once: true,
        named: true,
        text: 'hook "guard": its JSON object says nothing: none of its fields is known ("result", "ok\u200b")',
      },
      { is: 'success', text: '{"result":1,"ok\\u200b":true}' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, at]));
    expect(text({ stdout: JSON.stringify(many) }, 'warning')).toMatch(/"f7" and 22 more\)$/);
  });

  test('where plain stdout is context, a foreign object is that and nothing is said of it', () => {
    const prompt = { event: 'UserPromptSubmit', onError: 'block' } as const;
    expect(kinds({ ...prompt, stdout: '{"result":1}' })).toEqual(['success']);
  });

  test.each([
    ['updated_inputs', 'updated_input'],
    ['blocks', 'blocked'],
    ['decison', 'decision'],
    ['mesage', 'message'],
    ['system_message', 'systemMessage'],
  ])('%s alone is reported as a near miss of %s', (name, meant) => {
    expect(text({ stdout: JSON.stringify({ [name]: true }) }, 'warning')).toBe(
      `hook "guard": "${name}" is not a field; did you mean "${meant}"?`,
    );
  });

  test.each(['terminalSequence', 'sessionTitle', 'watchPaths', 'retry'])(
    "%s is Claude Code's, not a typo",
    (name) => {
      for (const answer of [{ [name]: 1 }, { [name]: 1, continue: true }])
        expect(text({ stdout: JSON.stringify(answer) }, 'warning')).toBe(
          `hook "guard": "${name}" was ignored: Claude Code supports this field, Wave does not`,
        );
    },
  );

  test.each([
    ['{"decision":"deny","decision":"allow"}', '"decision" was ignored: it is given twice'],
    ['{"decision":"deny","d\\u0065cision":"deny"}', '"decision" was ignored: it is given twice'],
    [
      '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecision":"allow"}}',
      '"hookSpecificOutput.permissionDecision" was ignored: it is given twice',
    ],
    [
      '{"hookSpecificOutput":{},"hookSpecificOutput":{"permissionDecision":"allow"}}',
      '"hookSpecificOutput" was ignored: it is given twice',
    ],
    [
      '{"updated_input":{"command":"ls","command":"rm"}}',
      '"updated_input" was ignored: it gives "command" twice',
    ],
    [
      '{"hookSpecificOutput":{"updatedInput":{"a":[{"b":1,"b":2}]}}}',
      '"hookSpecificOutput.updatedInput" was ignored: it gives "a.*.b" twice',
    ],
  ])('a field given twice is dropped and reported: %s', (stdout, remark) => {
    expect(signals({ stdout })).toEqual([
      { is: 'warning', text: `hook "guard": ${remark}`, named: true },
    ]);
    expect(kinds({ stdout, onError: 'block' })).toEqual(['warning', 'block']);
  });

  test('beside a field given twice the others hold', () => {
    const stdout = '{"reason":"a","reason":"b","decision":"deny","systemMessage":"m"}';
    expect(kinds({ stdout })).toEqual(['warning', 'deny', 'warning', 'warning']);
  });

  test('the same name in two objects, or as a value, is given once', () => {
    const stdout =
      '{"reason":"reason","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"decision"},"updated_input":{"reason":"x","l":[{"a":1},{"a":1}]}}';
    expect(kinds({ stdout })).toEqual(['deny', 'rewrite']);
  });

  test('nesting without end is refused, not followed', () => {
    const deep = `{"updated_input":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`;
    expect(text({ stdout: deep }, 'warning')).toMatch(/nested deeper than/);
  });
});

describe('answer and exit code', () => {
  const deny = '{"decision":"deny","reason":"r"}';

  test.each([0, 1, 2, 3, 127])('an answer that decides beats exit %i', (exit) => {
    const given = signals({ exit, stdout: deny, stderr: 'e' });
    expect(given).toContainEqual({ is: 'deny', text: 'r' });
    expect(given.some(({ is }) => is === 'failure' || is === 'block')).toBe(false);
  });

  test('where it beats exit 2 the user is told, with what stderr said', () => {
    expect(text({ exit: 2, stdout: deny, stderr: 'e' }, 'warning')).toMatch(
      /the answer counts.*: e$/,
    );
  });

  test('continue: true decides, so exit 2 does not block', () => {
    expect(kinds({ exit: 2, stdout: '{"continue":true}', stderr: 'e' })).toEqual(['warning']);
  });

  test('blocked: false does not decide', () => {
    expect(kinds({ exit: 2, stdout: '{"blocked":false,"message":"m"}', stderr: 'e' })).toEqual([
      'block',
    ]);
    expect(kinds({ stdout: '{"blocked":false,"message":"m"}' })).toEqual([]);
  });

  test('beside exit 0 and exit 2 the fields of an answer without a decision hold', () => {
    const stdout = '{"systemMessage":"m","system_prompt":"c","updated_input":{"a":1}}';
    expect(kinds({ stdout })).toEqual(['warning', 'context', 'rewrite']);
    expect(kinds({ exit: 2, stdout, stderr: 'e' })).toEqual([
      'block',
      'warning',
      'context',
      'rewrite',
    ]);
  });

  test('beside a failure only its systemMessage does', () => {
    const stdout = '{"systemMessage":"m","system_prompt":"c","updated_input":{"a":1}}';
    expect(kinds({ exit: 1, stdout })).toEqual(['failure', 'warning']);
  });

  test('a dropped decision leaves the exit code in force', () => {
    expect(kinds({ exit: 2, stdout: '{"decision":"maybe"}', stderr: 'e' })).toEqual([
      'warning',
      'block',
    ]);
  });

  test('reason and stopReason without their decision are ignored', () => {
    expect(kinds({ stdout: '{"reason":"r","stopReason":"s"}' })).toEqual([]);
  });
});

describe('texts', () => {
  test('exit 2 without stderr blocks with a text that names the hook', () => {
    expect(text({ exit: 2 }, 'block')).toMatch(/"guard"/);
    expect(text({ exit: 2, stderr: ' \n ' }, 'block')).toMatch(/"guard"/);
  });

  test.each(['{"decision":"deny"}', '{"decision":"block","reason":" "}', '{"blocked":true}'])(
    'a block without a reason blocks and the user is told: %s',
    (stdout) => {
      expect(signals({ stdout })).toMatchObject([
        { text: expect.stringContaining('"guard"') },
        { is: 'warning', text: expect.stringContaining('gave no reason') },
      ]);
    },
  );

  test('a halt without a reason says who halted', () => {
    expect(signals({ stdout: '{"continue":false}' })).toEqual([
      {
        is: 'halt',
        reason: '',
        text: 'hook "guard" ended the turn and gave no reason',
        named: true,
      },
    ]);
  });

  test('blank lines before and white space after a text are dropped, indentation stays', () => {
    expect(signals({ exit: 2, stderr: '\n\n  indented\nend \n\n' })).toEqual([
      { is: 'block', text: '  indented\nend' },
    ]);
  });
});

describe('failures', () => {
  const ends: [string, Outcome, RegExp][] = [
    ['exit 1', { is: 'exit', code: 1 }, /exited 1, which does not block; only exit 2 does: e$/],
    ['exit 127', { is: 'exit', code: 127 }, /exited 127 \(command not found\): e$/],
    ['a signal', { is: 'signal', signal: 'SIGKILL' }, /was killed by SIGKILL: e$/],
    ['a time-out', { is: 'timeout', ms: 1500 }, /timed out after 1.5 s: e$/],
    ['no start', { is: 'start', error: 'spawn EAGAIN' }, /could not be started: spawn EAGAIN: e$/],
    ['a cut', { is: 'cut', stream: 'stdout' }, /printed more to stdout than Wave keeps.*: e$/],
  ];

  test.each(ends)(
    '%s is told with stderr, and nothing printed is used',
    (_name, outcome, expected) => {
      const given = signals({
        outcome,
        stderr: 'e',
        stdout: outcome.is === 'exit' ? 'plain' : '{"decision":"allow","systemMessage":"m"}',
      });
      expect(given.map(({ is }) => is)).toEqual(['failure']);
      expect(given[0]).toMatchObject({ text: expect.stringMatching(expected) });
    },
  );

  test.each(ends)('%s blocks with onError', (_name, outcome) => {
    expect(kinds({ outcome, onError: 'block' })).toEqual(['failure', 'block']);
  });

  test.each([
    ['broken JSON', '{"decision":'],
    ['an answer among lines', 'x\n{"decision":"allow"}'],
    ['a decision that was dropped', '{"decision":"maybe"}'],
    ['a continue of the wrong type', '{"continue":"no"}'],
    ['a misspelt decision in an answer', '{"systemMessage":"m","decison":"deny"}'],
    ['a misspelt section', '{"continue":true,"hookSpecificOuput":{"permissionDecision":"deny"}}'],
    [
      'a section for another event that decides',
      '{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}}',
    ],
    [
      'a dropped decision beside one that allows',
      '{"hookSpecificOutput":{"permissionDecision":"x"},"decision":"allow"}',
    ],
  ])('with onError %s blocks too', (_name, stdout) => {
    expect(kinds({ stdout, onError: 'block' })).toContain('block');
    expect(kinds({ stdout })).not.toContain('block');
  });

  test.each([
    '{"person":"Ann"}',
    '{"messages":[1]}',
    '{"hook_event_name":"Stop"}',
    '{"updated-input":{}}',
  ])(
    'with onError an object without a known field blocks, where stdout means nothing: %s',
    (stdout) => {
      expect(kinds({ stdout, onError: 'block' })).toEqual(['warning', 'success', 'block']);
      expect(kinds({ stdout })).toEqual(['warning', 'success']);
    },
  );

  test('with onError a near miss of a rewrite blocks on every event', () => {
    const near = {
      event: 'UserPromptSubmit',
      stdout: '{"updated_inputs":{"command":"ls"}}',
    } as const;
    expect(kinds({ ...near, onError: 'block' })).toEqual(['warning', 'success', 'block']);
  });

  test('with onError the hint about exit 1 would be wrong and is left out', () => {
    expect(text({ exit: 1, onError: 'block' }, 'failure')).toBe('hook "guard" exited 1');
  });

  test('after a cut the user still sees what stderr said', () => {
    const cut = { outcome: { is: 'cut', stream: 'stdout' } as const, stderr: 'e' };
    expect(text(cut, 'failure')).toMatch(/so Wave did not read an answer from it: e$/);
  });

  test.each(['stdout', 'stderr'] as const)('exit 2 blocks also after a flood on %s', (stream) => {
    const cut = { outcome: { is: 'cut', stream, code: 2 } as const, stdout: '{}', stderr: 'why' };
    expect(signals(cut)).toEqual([
      {
        is: 'warning',
        named: true,
        text: `hook "guard" printed more to ${stream} than Wave keeps, so Wave did not read an answer from it (exit code 2); its exit code counts`,
      },
      { is: 'block', text: 'why' },
    ]);
  });

  test.each([0, 1, 3])('exit %i after a flood is a failure, whatever it printed', (code) => {
    const cut = {
      outcome: { is: 'cut', stream: 'stdout', code } as const,
      stdout: '{"decision":"allow"}',
    };
    expect(kinds(cut)).toEqual(['failure']);
    expect(kinds({ ...cut, onError: 'block' })).toEqual(['failure', 'block']);
    const hint = code === 0 ? '' : ', which does not block; only exit 2 does';
    expect(text(cut, 'failure')).toMatch(new RegExp(`\\(exit code ${code}\\)${hint}$`));
  });

  test('where nothing can be blocked, nothing is said to be', () => {
    const post = { event: 'PostToolUse', onError: 'block' } as const;
    expect(text({ ...post, exit: 1 }, 'block')).not.toMatch(/[Bb]locked/);
    expect(text({ ...post, exit: 2 }, 'block')).not.toMatch(/[Bb]locked/);
  });

  test('exit 2 without stderr takes the reason of an answer that does not decide', () => {
    expect(text({ exit: 2, stdout: '{"reason":"no rm"}' }, 'block')).toBe(
      'Blocked by hook "guard": no rm',
    );
    expect(text({ exit: 2, stdout: '{"blocked":false,"message":"m"}' }, 'block')).toMatch(
      /gave no reason/,
    );
  });

  test('with onError a hook that blocks anyway blocks once', () => {
    const given = kinds({ exit: 2, stderr: 'e', stdout: '{"decision":', onError: 'block' });
    expect(given.filter((is) => is === 'block')).toHaveLength(1);
  });

  test('a cancelled hook says nothing', () => {
    expect(
      kinds({ outcome: { is: 'cancelled' }, onError: 'block', stdout: '{"decision":"deny"}' }),
    ).toEqual([]);
  });

  test('a stream that cannot be opened by its name is told, whatever else is written', () => {
    const device = 'sh: 1: cannot create /dev/stdout: No such device or address';
    expect(text({ stderr: `first\n${device}\n` }, 'warning')).toMatch(/write to them with >&1/);
    // One line of a megabyte, with the name in it again and again: looked through once.
    expect(text({ stderr: '/dev/stdout '.repeat(90_000) }, 'warning')).toBe('');
  });
});
