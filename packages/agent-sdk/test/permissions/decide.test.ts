import { describe, expect, test } from 'vitest';
import { decidePermission, type Permission } from '../../src/permissions/decide.ts';
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
            for (const bits of Array(256).keys())
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
  ].some(Boolean);
  const permitted = [
    f.verdict === 'allow',
    f.mode === 'bypassPermissions',
    f.allowed === 'L',
    f.readsInside,
    f.commandReads,
    f.editsInside && f.mode === 'acceptEdits',
  ].some(Boolean);
  if (permitted && !mustAsk) return 'yes';
  return f.mode !== 'dontAsk' && f.canAsk ? 'ask' : 'no';
}

test('every cell is as the ruling says', () => {
  let cells = 0;
  for (const facts of everyCell()) {
    cells += 1;
    expect(decidePermission(facts).answer, JSON.stringify(facts)).toBe(oracle(facts));
  }
  expect(cells).toBe(5 * 5 * 8 * 256);
});

test('every answer says what decided; a no of ours says it to the agent, and never quotes a hook', () => {
  for (const facts of everyCell()) {
    const { answer, by, toAgent } = decidePermission(facts);
    expect(by).not.toBe('');
    const hooksOwn = by === 'halted by a hook' || by === 'blocked by a hook';
    expect(toAgent !== undefined, JSON.stringify(facts)).toBe(answer === 'no' && !hooksOwn);
  }
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
  for (const facts of everyCell()) {
    const { answer, asks, by } = decidePermission({ ...facts, onlyUser: true });
    expect(answer, JSON.stringify(facts)).not.toBe('yes');
    if (answer === 'ask') expect(asks, by).toBe('rule');
  }
});
