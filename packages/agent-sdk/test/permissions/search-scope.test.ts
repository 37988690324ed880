import { expect, test } from 'vitest';
import { searchScope } from '../../src/permissions/search-scope.ts';

const scope = (
  { allow = [], ask = [], deny = [] }: { allow?: string[]; ask?: string[]; deny?: string[] },
  judges: string[] = [],
) => {
  const found = searchScope({ allow, ask, deny }, judges);
  return found.is === 'on' ? found.scope : (found.why ?? 'off');
};
const A = 'WebSearch(domain:a.example)';
const B = 'WebSearch(domain:B.example)';

test.each<readonly [Parameters<typeof scope>[0], unknown]>([
  [{}, 'off'],
  [{ allow: ['Bash', 'WebFetch'] }, 'off'],
  [{ allow: ['WebSearch(a.example)'] }, 'off'],
  [{ allow: ['WebSearch'] }, {}],
  [{ allow: ['WebSearch(*)'] }, {}],
  [{ allow: ['WebSearch(domain:*)', A] }, {}],
  [{ allow: [A, B, A] }, { allowed: ['a.example', 'b.example'] }],
  [{ allow: ['WebSearch'], deny: [A] }, { blocked: ['a.example'] }],
  [{ allow: [A, B], deny: [A] }, { allowed: ['b.example'] }],
  [{ allow: ['WebSearch(domain:x.a.example)', B], deny: [A] }, { allowed: ['b.example'] }],
  [{ allow: [A], deny: [A] }, 'off'],
  [{ allow: ['WebSearch'], deny: ['WebSearch'] }, 'off'],
  [{ allow: ['WebSearch'], deny: ['WebSearch(a.example)'] }, 'off'],
  [{ allow: ['WebSearch'], deny: ['(?'] }, 'off'],
  [{ allow: ['WebSearch'], ask: [A] }, expect.stringMatching(/ask rule names it/)],
  [{ ask: ['WebSearch'] }, 'off'],
])('%j', (rules, expected) => expect(scope(rules)).toEqual(expected));

test('a hook that would judge it keeps it off', () => {
  expect(scope({ allow: ['WebSearch'] }, ['guard'])).toBe(
    'WebSearch is off: guard would judge it, and no hook sees it before it runs.',
  );
  expect(scope({}, ['guard'])).toBe('off');
});
