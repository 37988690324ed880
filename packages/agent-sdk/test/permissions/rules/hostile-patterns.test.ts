import { ruleOver } from '@wavehooks/shell/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandWritesGuarded } from '../../../src/permissions/facts/guard.ts';
import { matchesFile, type Reading } from '../../../src/permissions/rules/file-pattern.ts';
import { hiddenBy, matchRules } from '../../../src/permissions/rules/match.ts';
import { matchesResource } from '../../../src/permissions/rules/resource-pattern.ts';
import { toolNamed } from '../../tools/helpers.ts';

const ruleNamed = (...call: Parameters<typeof ruleOver>) => ruleOver(...call)?.rule;

/** Minutes and years, where every way to share the text out among the stars is tried. */
const GENEROUS_US = 5_000_000;

function answersAtOnce(ask: () => unknown, expected: unknown): void {
  const from = process.cpuUsage();
  expect(ask()).toEqual(expected);
  expect(process.cpuUsage(from).user).toBeLessThan(GENEROUS_US);
}

const fileMatches = (pattern: string, name: string, reading: Reading = 'wide') =>
  matchesFile(pattern, { path: `/p/${name}`, real: `/p/${name}` }, '/p', reading);

describe('a pattern that is made to take for ever', () => {
  test.each([
    ['stars', '*a'.repeat(14)],
    ['many stars', '*a'.repeat(100)],
    ['stars side by side', `${'*'.repeat(50)}a`],
    ['single characters', '*?'.repeat(50)],
    ['sets', '*[ab]'.repeat(50)],
    ['directories', `${'**/'.repeat(50)}a`],
    ['directories and stars', '**/*a/'.repeat(20)],
  ])('of files is answered at once: %s', (_, pattern) => {
    for (const reading of ['wide', 'strict'] as const) {
      answersAtOnce(() => fileMatches(`${pattern}*b`, 'a'.repeat(200), reading), false);
      answersAtOnce(() => fileMatches(`${pattern}*b`, 'a/'.repeat(100), reading), false);
    }
  });

  test('in a rule of any list, for a call of a tool', () => {
    const rule = `Read(${'*a'.repeat(14)}*b)`;
    const rules = { allow: [rule], ask: [rule], deny: [rule] };
    const place = { projectDir: '/p', cwd: '/p' };
    const call = { file_path: 'a'.repeat(200) };
    answersAtOnce(() => matchRules(rules, toolNamed('Read'), call, place), {});
    answersAtOnce(() => hiddenBy(rules, place)(call.file_path), false);
  });

  test('is answered rightly, too', () => {
    answersAtOnce(() => fileMatches('*a'.repeat(14), 'a'.repeat(200)), true);
    answersAtOnce(() => fileMatches(`${'*a'.repeat(14)}*b`, `${'a'.repeat(200)}b`), true);
    answersAtOnce(() => fileMatches(`${'**/'.repeat(50)}a`, `${'b/'.repeat(100)}a`), true);
  });

  test('of resources', () => {
    for (const reading of ['wide', 'strict'] as const) {
      const means = (pattern: string) => matchesResource(pattern, `m:${'a'.repeat(200)}`, reading);
      answersAtOnce(() => means(`m:${'*a'.repeat(14)}*b`), false);
      answersAtOnce(() => means(`${'*a'.repeat(14)}*b:*`), false);
      answersAtOnce(() => means(`m:${'*'.repeat(100)}b`), false);
      answersAtOnce(() => means(`m:${'*a'.repeat(14)}*`), true);
    }
  });

  test('of commands, also where nothing is known of them', () => {
    const rule = (pattern: string) => [{ rule: 'deny', pattern }];
    const stars = `${'*a'.repeat(2000)}*b`;
    answersAtOnce(() => ruleNamed(rule(stars), `echo ${'a'.repeat(1000)}`), undefined);
    answersAtOnce(() => ruleNamed(rule(stars), `cp ${'"$x" '.repeat(50)}`), 'deny');
    answersAtOnce(() => ruleNamed(rule('*'.repeat(10_000)), 'echo a'), 'deny');
  });

  test('in a command, of what guards the agent', () => {
    const place = { projectDir: '/p', cwd: '/p' };
    answersAtOnce(() => commandWritesGuarded(`rm .${'*'.repeat(3000)}x`, place), false);
    answersAtOnce(() => commandWritesGuarded(`rm .${'*'.repeat(3000)}n`, place), true);
    answersAtOnce(() => commandWritesGuarded(`rm .${'*a'.repeat(3000)}`, place), false);
    answersAtOnce(() => commandWritesGuarded(`rm '${'$('.repeat(300_000)}'`, place), false);
    answersAtOnce(() => commandWritesGuarded(`rm ${'{a,'.repeat(30_000)}`, place), false);
    answersAtOnce(
      () => commandWritesGuarded(`rm ${'{,'.repeat(30_000)}${'}'.repeat(30_000)}`, place),
      false,
    );
    answersAtOnce(() => commandWritesGuarded(`rm .${'{a,b}'.repeat(30_000)}`, place), true);
  });
});

test('a range that goes backwards permits nothing, and denies all', () => {
  expect(fileMatches('x[z-a]', 'xb', 'wide')).toBe(true);
  expect(fileMatches('x[z-a]', 'xb', 'strict')).toBe(false);
});

/** The same rules for names as a regular expression, which is as good for short patterns. */
function expression(glob: string, reading: Reading): RegExp {
  const names = glob.split('/').filter(Boolean);
  const body = names.map((name, at) => {
    const last = at === names.length - 1;
    if (name === '**') return last ? '.*' : '(?:.*/)?';
    const source = name.replace(/\[!?\w+\]|[\s\S]/g, (part) => {
      if (part.length > 1) return part.replace('[!', '[^');
      return part === '*'
        ? '[^/]*'
        : part === '?'
          ? '[^/]'
          : `\\u{${part.charCodeAt(0).toString(16)}}`;
    });
    return last ? source : `${source}/`;
  });
  const below = reading === 'wide' || !/[*?[]/.test(names.at(-1) ?? '');
  return new RegExp(`^${body.join('')}${below ? '(/.*)?' : ''}$`, 'su');
}

test('short patterns mean what they say', { tags: 'linux' }, () => {
  const parts = fc.constantFrom('*', '**', '?', 'a', 'b', '.', '/', '/', '[ab]', '[!a]');
  const pattern = fc
    .array(parts, { minLength: 1, maxLength: 8 })
    .map((list) => `*/*${list.join('')}`);
  const file = fc.array(fc.constantFrom('a', 'b', '.x', '/'), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(pattern, file, fc.constantFrom('wide', 'strict'), (glob, list, reading) => {
      const name = list.join('').split('/').filter(Boolean).join('/');
      fc.pre(name !== '');
      expect(fileMatches(glob, name, reading)).toBe(expression(glob, reading).test(name));
    }),
    { numRuns: 3000 },
  );
});
