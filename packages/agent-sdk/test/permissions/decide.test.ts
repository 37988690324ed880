import { describe, expect, test } from 'vitest';
import {
  decidePermission,
  PERMISSION_ROWS,
  type Permission,
  rowAsks,
} from '../../src/permissions/decide.ts';
import type { Facts } from '../../src/permissions/facts/facts.ts';
import { PERMISSION_MODES } from '../../src/permissions/rules/rule.ts';

const VERDICTS = ['none', 'allow', 'ask', 'block', 'halt'] as const;
const BOTH = [false, true];
const UNSURE = { rule: 'Bash(curl *)', what: '`$X` does (it is unknown)' };

function* everyCell(): Iterable<Facts> {
  for (const verdict of VERDICTS)
    for (const mode of PERMISSION_MODES)
      for (const denied of [undefined, 'D'])
        for (const asked of [undefined, 'A'])
          for (const allowed of [undefined, 'L'])
            for (const bits of Array(1024).keys())
              yield {
                verdict,
                mode,
                denied,
                asked,
                allowed,
                changesThings: (bits & 1) > 0,
                readsInside: (bits & 2) > 0,
                editsInside: (bits & 4) > 0,
                writesGuarded: (bits & 8) > 0,
                canAsk: (bits & 16) > 0,
                mayBeDenied: bits & 32 ? UNSURE : undefined,
                mayBeAsked: bits & 64 ? UNSURE : undefined,
                commandReads: (bits & 128) > 0,
                inSandbox: (bits & 256) > 0,
                leavesSandbox: bits & 512 ? 'it needs the network' : undefined,
              };
}

/** The ruling again, in another form: what speaks against a yes first, then what speaks for it. */
function oracle(f: Facts): Permission['answer'] {
  const forbidden =
    ['halt', 'block'].includes(f.verdict) ||
    f.denied === 'D' ||
    (f.changesThings && f.mode === 'plan' && !f.mayBeDenied);
  if (forbidden) return 'no';
  const mustAsk = [
    f.mayBeDenied,
    f.verdict === 'ask',
    f.asked === 'A',
    f.mayBeAsked,
    f.writesGuarded,
    f.leavesSandbox,
  ].some(Boolean);
  const permitted = [
    f.verdict === 'allow',
    f.mode === 'bypassPermissions',
    f.allowed === 'L',
    f.readsInside,
    f.commandReads,
    f.editsInside && f.mode === 'acceptEdits',
    (f.editsInside || f.inSandbox) && f.mode === 'sandboxed',
  ].some(Boolean);
  if (permitted && !mustAsk) return 'yes';
  return f.mode !== 'dontAsk' && f.canAsk ? 'ask' : 'no';
}

/** One comparison for all cells: a quarter of a million would take most of the time. */
function cellsWhere(holds: (facts: Facts) => boolean): Facts[] {
  const found: Facts[] = [];
  for (const facts of everyCell()) if (holds(facts)) found.push(facts);
  return found;
}

test('every cell is as the ruling says', () => {
  expect(cellsWhere((facts) => decidePermission(facts).answer !== oracle(facts))).toEqual([]);
  expect(cellsWhere(() => true)).toHaveLength(5 * 6 * 8 * 1024);
});

test('every answer says what decided; a no of ours says it to the agent, and never quotes a hook', () => {
  const isWrong = (facts: Facts) => {
    const { answer, by, toAgent } = decidePermission(facts);
    const hooksOwn = by === 'halted by a hook' || by === 'blocked by a hook';
    return by === '' || (toAgent !== undefined) !== (answer === 'no' && !hooksOwn);
  };
  expect(cellsWhere(isWrong)).toEqual([]);
});

describe('who decided', () => {
  const facts: Facts = {
    verdict: 'none',
    mode: 'default',
    changesThings: false,
    readsInside: false,
    commandReads: false,
    editsInside: false,
    writesGuarded: false,
    canAsk: true,
  };
  test.each<readonly [Partial<Facts>, Partial<Permission>]>([
    [
      { verdict: 'halt', denied: 'Bash' },
      { answer: 'no', by: 'halted by a hook' },
    ],
    [
      { verdict: 'block', denied: 'Bash' },
      { answer: 'no', by: 'blocked by a hook' },
    ],
    [
      { verdict: 'allow', denied: 'Bash(rm *)' },
      { answer: 'no', by: 'deny rule: Bash(rm *)' },
    ],
    [
      { mode: 'plan', changesThings: true, verdict: 'allow' },
      { answer: 'no', by: 'plan mode' },
    ],
    [
      { mayBeDenied: UNSURE, denied: 'Bash(rm *)' },
      { answer: 'no', by: 'deny rule: Bash(rm *)' },
    ],
    [
      { mayBeDenied: UNSURE, mode: 'bypassPermissions', verdict: 'allow' },
      {
        answer: 'ask',
        by: 'Wave cannot read it, and a deny rule might apply',
        why: 'cannot tell what `$X` does (it is unknown); the deny rule Bash(curl *) might apply',
      },
    ],
    [
      { mayBeDenied: UNSURE, mode: 'plan', changesThings: true },
      { answer: 'ask', by: 'Wave cannot read it, and a deny rule might apply' },
    ],
    [
      { mayBeAsked: UNSURE, mode: 'plan', changesThings: true },
      { answer: 'no', by: 'plan mode' },
    ],
    [
      { mayBeAsked: UNSURE, verdict: 'allow' },
      {
        answer: 'ask',
        by: 'Wave cannot read it, and an ask rule might apply',
        why: 'cannot tell what `$X` does (it is unknown); the ask rule Bash(curl *) might apply',
      },
    ],
    [
      { mayBeDenied: UNSURE, canAsk: false },
      {
        answer: 'no',
        toAgent: expect.stringMatching(/there is no user to ask.*`\$X`.*Write that part out/),
      },
    ],
    [
      { verdict: 'ask', mode: 'bypassPermissions' },
      { answer: 'ask', by: 'a hook asks' },
    ],
    [
      { asked: 'Read', verdict: 'allow' },
      { answer: 'ask', by: 'ask rule: Read' },
    ],
    [
      { writesGuarded: true, verdict: 'allow' },
      { answer: 'ask', by: 'writes to files that guard the agent' },
    ],
    [
      { leavesSandbox: 'it needs the network', mode: 'bypassPermissions' },
      {
        answer: 'ask',
        asks: 'rule',
        by: 'leaves the sandbox',
        why: 'it would run outside of the sandbox, because: it needs the network',
      },
    ],
    [
      { mode: 'sandboxed', inSandbox: true },
      { answer: 'yes', by: 'sandboxed' },
    ],
    [
      { writesGuarded: true, mode: 'bypassPermissions' },
      { answer: 'ask', by: 'writes to files that guard the agent' },
    ],
    [
      { writesGuarded: true, allowed: 'Edit' },
      { answer: 'ask', by: 'writes to files that guard the agent' },
    ],
    [
      { writesGuarded: true, denied: 'Edit' },
      { answer: 'no', by: 'deny rule: Edit' },
    ],
    [{ verdict: 'allow' }, { answer: 'yes', by: 'allowed by a hook' }],
    [{ mode: 'bypassPermissions' }, { answer: 'yes', by: 'bypassPermissions' }],
    [{ allowed: 'Bash(ls)' }, { answer: 'yes', by: 'allow rule: Bash(ls)' }],
    [{ readsInside: true }, { answer: 'yes', by: 'reads inside the project' }],
    [
      { mode: 'acceptEdits', editsInside: true },
      { answer: 'yes', by: 'acceptEdits' },
    ],
    [{ editsInside: true }, { answer: 'ask', by: 'no rule allows it' }],
    [
      { mode: 'dontAsk' },
      { answer: 'no', toAgent: expect.stringContaining('does not ask the user') },
    ],
    [
      { canAsk: false },
      { answer: 'no', toAgent: expect.stringContaining('there is no user to ask') },
    ],
  ])('%j', (given, expected) => {
    expect(decidePermission({ ...facts, ...given })).toMatchObject(expected);
  });
  test('both ways of nobody asking are told apart from a person who said no', () => {
    for (const canAsk of BOTH)
      expect(decidePermission({ ...facts, mode: 'dontAsk', canAsk }).answer).toBe('no');
  });
});

test('a question to the user is never answered by a row', () => {
  const isWrong = (facts: Facts) => {
    const { answer, asks } = decidePermission({ ...facts, onlyUser: true });
    return answer === 'yes' || (answer === 'ask' && asks !== 'rule');
  };
  expect(cellsWhere(isWrong)).toEqual([]);
});

test('only the last row leaves a call to the user; the others that ask need more than a rule', () => {
  const asking = PERMISSION_ROWS.map(({ answer, by }, at) => [answer, by, rowAsks(at + 1)]);
  for (const [answer, by, asks] of asking)
    expect(asks).toBe(answer !== 'ask' ? undefined : by === 'no rule allows it' ? 'user' : 'rule');
  expect([0, -1, 1.5, PERMISSION_ROWS.length + 1].map(rowAsks)).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
});
