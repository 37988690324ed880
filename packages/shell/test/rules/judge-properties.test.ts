import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyCommandRule } from '../../src/rules/judge-command.ts';
import { quote } from '../quote.ts';
import { anyCommandRule } from './held.ts';

const rules = (...patterns: string[]) =>
  patterns.map((pattern) => ({ rule: `Bash(${pattern})`, pattern }));

const harmless = fc.constantFrom(
  'git status',
  'git log -1',
  "git commit -m 'a; b'",
  'git diff "$X"',
);
const denied = fc.constantFrom(
  'rm x',
  'rm -rf "$X"',
  '\\rm x',
  "'rm' y",
  '/bin/rm x',
  "$'rm' x",
  'r""m z',
);

type Form = (inner: string) => string;

/** Ways to put a command into another that keep what it does. */
const FORMS: readonly Form[] = [
  (c) => `( ${c}\n)`,
  (c) => `{ ${c}\n}`,
  (c) => `git log $( ${c}\n)`,
  (c) => `git log "$( ${c}\n)"`,
  (c) => `git diff <( ${c}\n)`,
  (c) => `if ${c}\nthen git status; fi`,
  (c) => `if git status; then ${c}\nfi`,
  (c) => `while ${c}\ndo git status; done`,
  (c) => `for f in a b; do ${c}\ndone`,
  (c) => `case a in a) ${c}\n;; esac`,
  (c) => `f() { ${c}\n}`,
  (c) => `sh -c ${quote(c)}`,
  (c) => `bash -lc ${quote(c)}`,
  (c) => `eval ${quote(c)}`,
  (c) => `nice bash -c ${quote(c)}`,
  (c) => `git commit -F - <<E${c.length}\n$( ${c}\n)\nE${c.length}`,
  (c) => `git log \${X:-$( ${c}\n)}`,
  (c) => `x=$( ${c}\n)`,
  (c) => `! ${c}`,
];
const JOINS = ['; ', ' && ', ' || ', ' | ', ' & ', '\n', ' |& '];

/** Compositions of commands, nested in each other and side by side. */
const composed = (leaf: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      leaf,
      fc.tuple(fc.constantFrom(...FORMS), tie('node')).map(([form, inner]) => form(inner)),
      fc
        .tuple(tie('node'), fc.constantFrom(...JOINS), tie('node'))
        .map(([one, join, other]) => `${one}${heredocSafe(one, join)}${other}`),
    ),
  })).node;

/** After a here-document only a line break is one. */
const heredocSafe = (before: string, join: string) => (before.includes('<<E') ? '\n' : join);

describe('whatever a command is composed of', () => {
  test('a denied one in it is found, and the whole is not allowed', () => {
    fc.assert(
      fc.property(
        composed(harmless),
        denied,
        fc.array(fc.constantFrom(...FORMS), { maxLength: 4 }),
        composed(harmless),
        (before, bad, forms, after) => {
          const inner = forms.reduce<string>((text, form) => form(text), bad);
          const whole = `${before}\n${inner}\n${after}`;
          expect(anyCommandRule(rules('rm *'), whole)).toBe('Bash(rm *)');
          expect(everyCommandRule(rules('git *'), whole)).toBeUndefined();
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('nothing is denied that is not there', () => {
    fc.assert(
      fc.property(composed(harmless), (whole) => {
        expect(anyCommandRule(rules('rm *'), whole)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  test('it is allowed when all its parts are, however they are put together', () => {
    fc.assert(
      fc.property(composed(harmless), (whole) => {
        expect(everyCommandRule(rules('git *'), whole) ?? whole).toBe('Bash(git *)');
        expect(everyCommandRule(rules('git status'), whole.replace('git', 'hg'))).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});
