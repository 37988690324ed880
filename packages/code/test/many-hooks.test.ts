import { expect, test } from 'vitest';
import { type Place, place, wave } from './helpers.ts';
import { openTerminal } from './screen/terminal.ts';

const COUNT = 300;
const SOME = 'guard-0, guard-1, guard-2 and 297 more';

/** A project with hundreds of hooks that nobody has approved. */
function crowded(fields: object = {}): Place {
  const where = place();
  where.write('project/.wave/settings.json', {
    hooks: {
      PreToolUse: Array.from({ length: COUNT }, (_, at) => ({
        matcher: 'Bash',
        hooks: [{ type: 'command', name: `guard-${at}`, command: `exit 2 # ${at}`, ...fields }],
      })),
    },
  });
  return where;
}

const event = { stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}' };

test.each([[['-p', 'hello', '--model', 'practice']], [['hooks', 'run', 'PreToolUse']]])(
  '%j: hundreds of hooks that wait for approval are one line',
  async (args) => {
    const { code, stdout, stderr } = await wave(args, crowded(), event);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [first, second, ...choices] = stderr.trimEnd().split('\n');
    expect([first, second, choices.length]).toEqual([
      `wave: this project has ${COUNT} hooks waiting for your approval: ${SOME}`,
      'Look at them, then choose:',
      3,
    ]);
  },
);

test('list, explain and doctor tell them as one, and --all and --json each by itself', async () => {
  const where = crowded({ onError: 'block' });
  const hooks = async (...args: string[]) => (await wave(['hooks', ...args], where)).stdout;
  expect(await hooks('list')).toMatch(
    new RegExp(
      `^PreToolUse\\n {2}unapproved {2}${COUNT} hooks \\(${SOME}\\) {2}\\S+settings.json\\n.*run only after you approve them; "wave hooks review" shows them\\n$`,
    ),
  );
  expect(await hooks('explain', 'PreToolUse', 'Bash')).toMatch(
    new RegExp(`^On .*\\n {2}does not {2}${COUNT} hooks \\(${SOME}\\): unapproved: .*\\n$`),
  );
  expect(await hooks('doctor')).toMatch(
    new RegExp(
      `^error {2}${COUNT} hooks \\(${SOME}\\) {2}\\S+\\n {2}unapproved: .*\\n {2}fix: .*\\n\\n${COUNT} hooks, ${COUNT} findings.\\n$`,
    ),
  );
  expect((await hooks('list', '--all')).match(/ {2}unapproved {2}guard-\d+ /g)).toHaveLength(COUNT);
  expect(JSON.parse(await hooks('list', '--json')).hooks).toHaveLength(COUNT);
});

test('those of which there is more to say stay by themselves', async () => {
  const where = crowded();
  const one = { type: 'command', name: 'odd', command: 'exit 2', timout: 5 };
  const groups = Array.from({ length: 9 }, (_, at) => ({
    matcher: 'Bash',
    hooks: [at === 4 ? one : { type: 'command', name: `g${at}`, command: `exit 2 # ${at}` }],
  }));
  where.write('project/.wave/settings.json', { hooks: { PreToolUse: groups } });
  const { stdout } = await wave(['hooks', 'list'], where);
  expect(stdout).toMatch(/unapproved {2}8 hooks \(g0, g1, g2 and 5 more\)/);
  expect(stdout).toMatch(/unapproved {2}odd {2}on Bash[\s\S]*did you mean "timeout"/);
});

test('the screen opens with some names of those that stay off', async () => {
  const screen = openTerminal({ where: crowded() });
  await screen.waitFor(`This project has ${COUNT} items waiting for your approval`);
  await screen.answer('n');
  await screen.waitFor(/are off: guard-0, guard-1, guard-2 and 297 more\.\s+\/hooks shows them\./);
});

test('in the plain mode they are shown on demand, and approved only then', async () => {
  const screen = openTerminal({ where: crowded(), args: ['--plain'] });
  await screen.waitFor(/has 300 items waiting for your approval, \d+ lines\.\nType show/);
  expect(screen.all()).not.toContain('guard-7');
  screen.type('approve\r');
  await screen.waitFor('"approve" is not one of the choices; nothing happened.');
  screen.type('show\r');
  await screen.waitFor(/guard-299[\s\S]*Type approve to approve (?:it|them), or n/);
  screen.type('approve\r');
  await screen.waitFor(/hooks {4}300 hooks/);
});
