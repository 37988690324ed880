import { expect, test } from 'vitest';
import { usageOf } from '../src/cli/usage.ts';
import { place, wave } from './helpers.ts';

test('the help of a command is printed from the table of its options', () => {
  const options = {
    n: { type: 'string', short: 'n', value: 'N', about: 'how many' },
    follow: { type: 'boolean', short: 'f', about: 'go on' },
    settings: { type: 'string', value: 'FILE', about: 'a file' },
  } as const;
  expect(usageOf({ forms: ['a [options]', 'a b'], about: 'Does it.', options })).toBe(
    [
      'usage: a [options]',
      '       a b',
      '',
      'Does it.',
      '',
      '  -n N             how many',
      '  -f, --follow     go on',
      '  --settings FILE  a file',
    ].join('\n'),
  );
  expect(usageOf({ forms: ['a'] })).toBe('usage: a');
});

/** Commands whose options were not explained. */
test.each([
  [['hooks', 'list'], '--only'],
  [['hooks', 'run'], '--trust-project-hooks'],
  [['hooks', 'test'], '--junit FILE'],
  [['hooks', 'init'], '-l, --language LANGUAGE'],
  [['hooks', 'import'], '--guards-block'],
  [['hooks', 'approve'], '-y, --yes'],
  [['mcp', 'remove'], '--project-settings'],
])('wave %j --help explains %s', async (args, option) => {
  const { code, stdout } = await wave([...args, '--help'], place());
  expect(code).toBe(0);
  const line = stdout.split('\n').find((one) => one.startsWith(`  ${option}`)) ?? '';
  expect(line.slice(option.length + 2).trim()).toMatch(/\w{2,},? \w+/);
});
