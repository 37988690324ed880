import { expect, test } from 'vitest';
import { generated, read } from '../scripts/generate.ts';

test.each([...(await generated())])(
  '%s is what the code prints (npm run generate)',
  (path, content) => {
    expect(read(path)).toBe(content);
  },
);
