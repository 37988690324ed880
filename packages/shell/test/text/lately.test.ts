import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lately } from '../../src/text/lately.ts';

test('as a list of the last keys has it, whatever is asked for', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6 })), (keys) => {
      const sought: number[] = [];
      const find = lately(3, (key: number) => {
        sought.push(key);
        return { key };
      });
      let last: number[] = [];
      for (const key of keys) {
        const before = sought.length;
        expect(find(key)).toEqual({ key });
        expect(sought.length - before).toBe(last.includes(key) ? 0 : 1);
        last = [key, ...last.filter((one) => one !== key)].slice(0, 3);
      }
    }),
  ));

test('what could not be found out is asked again', () => {
  let asked = 0;
  const find = lately(2, () => {
    asked += 1;
    if (asked === 1) throw new Error('once');
    return asked;
  });
  expect(() => find('x')).toThrow('once');
  expect(find('x')).toBe(2);
  expect(find('x')).toBe(2);
});
