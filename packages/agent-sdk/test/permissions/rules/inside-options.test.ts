import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { talk } from '../../talk.ts';
import { call, say } from '../../wire/reply.ts';

/** What becomes of a Bash call in the mode that permits most: whether it was asked about, and whether it ran. */
async function tried(rules: object, command: string) {
  const asked: string[] = [];
  const { dir, sent } = await talk({
    permissions: rules,
    script: [call('Bash', { command }), say('ok')],
    confirm: async ({ reasons }) => {
      asked.push(...reasons);
      return false;
    },
  });
  return {
    asked,
    ran: existsSync(join(dir, 'mark')),
    denied: sent.includes('A permission rule denies this call'),
  };
}

const NO_TOUCH = { deny: ['Bash(touch *)'] };

test.each([
  "git -c alias.x='!touch mark' x",
  "GIT_PAGER='touch mark' git -p log",
  "sed '1e touch mark' /etc/passwd",
  'awk \'BEGIN{system("touch mark")}\'',
  "tar cf /dev/null /dev/null --checkpoint=1 --checkpoint-action=exec='touch mark'",
])('a deny holds for a command inside: %s', async (command) => {
  expect(await tried(NO_TOUCH, command)).toEqual({ asked: [], ran: false, denied: true });
});

test.each([
  `node -e 'require("fs").writeFileSync("mark", "")'`,
  `node <<'E'\nrequire("fs").writeFileSync("mark", "")\nE`,
  'awk \'BEGIN{c="touch"; system(c " mark")}\'',
])('what cannot be read asks, even with bypassPermissions: %s', async (command) => {
  const { asked, ran } = await tried(NO_TOUCH, command);
  expect([asked.length > 0, asked.join(' ').includes('Bash(touch *) might apply'), ran]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each(['touch mark -c -m', 'touch --no-create mark -m', 'touch -cm mark'])(
  'a deny that names options means the options: %s',
  async (command) => {
    const rules = { deny: ['Bash(touch -m -c *)'] };
    expect(await tried(rules, command)).toMatchObject({ asked: [], denied: true });
  },
);

test('and what it does not name runs', async () => {
  const rules = { deny: ['Bash(touch -c *)'] };
  expect(await tried(rules, 'touch mark -m')).toEqual({ asked: [], ran: true, denied: false });
});
