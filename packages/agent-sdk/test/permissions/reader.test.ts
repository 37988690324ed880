import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dir = join(import.meta.dirname, '../../src/permissions/shell');

test('what reads shell commands knows nothing of the agent around it', () => {
  const files = readdirSync(dir);
  expect(files.length).toBeGreaterThan(20);
  const outside = files.flatMap((file) =>
    [...readFileSync(join(dir, file), 'utf8').matchAll(/from '([^']+)'/g)]
      .map(([, from = '']) => `${file}: ${from}`)
      .filter((line) => !/: (\.\/[\w-]+\.ts|node:path)$/.test(line)),
  );
  expect(outside).toEqual([]);
});
