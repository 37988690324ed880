import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the entry for the registry is about this package', () => {
  const page = read('../../../../docs/editors.md').split('## The registry entry')[1] ?? '';
  const entry = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '{}');
  const { name, version, description, license } = JSON.parse(read('../../package.json'));
  expect(entry).toMatchObject({
    ...{ id: 'wave', version, description, license },
    distribution: { npx: { package: `${name}@${version}`, args: ['acp'] } },
  });
});
