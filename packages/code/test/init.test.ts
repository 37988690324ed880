import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EVENT_NAMES } from '../../hooks/src/events.ts';
import { type Place, place, wave } from './helpers.ts';

const KIT = fileURLToPath(new URL('../../hook-kit', import.meta.url));
const LANGUAGES = ['bash', 'javascript', 'typescript'];
const hasPython = spawnSync('python3', ['--version']).status === 0;

const init = (where: Place, ...args: string[]) => wave(['hooks', 'init', ...args], where);
const read = (where: Place, path: string) => readFileSync(join(where.project, path), 'utf8');

/** Every language and every event, then all their scenarios at once. */
async function writeAll(where: Place, languages: readonly string[]): Promise<void> {
  for (const language of languages)
    for (const event of EVENT_NAMES) {
      const args = [`${language}-${event}`, '--language', language, '--event', event];
      expect(await init(where, ...args)).toMatchObject({ code: 0, stderr: '' });
    }
}

test('what it writes passes its own scenarios, and the engine takes it', async () => {
  const where = place();
  await writeAll(where, LANGUAGES);
  const tested = await wave(['hooks', 'test'], where);
  expect(tested.stdout).toMatch(/\n27 passed, 0 failed, 0 skipped\n/);
  const listed = await wave(['hooks', 'list', '--json'], where);
  expect(listed.stdout).toContain('typescript-Stop');
  const doctor = await wave(['hooks', 'run', 'Stop', '--json', '--trust-project-hooks'], where, {
    stdin: '{}',
  });
  expect(JSON.parse(doctor.stdout)).toMatchObject({ decision: 'none', toUser: [] });
});

test.each([
  ['PreToolUse', '{"tool_input": {"command": "echo \\"a\\"; git push --force"}}', 2, ''],
  ['PostToolUse', '{"tool_input": {"file_path": "/a \\"b\\"/c.js"}}', 0, 'Run the tests'],
])('in bash, %s takes JSON with spaces and escaped quotes', async (event, input, status, says) => {
  const where = place();
  await init(where, 'g', '--event', event);
  const ran = spawnSync('bash', [join(where.project, 'hooks/g.sh')], { input });
  expect([ran.status, String(ran.stdout)]).toEqual([status, expect.stringContaining(says)]);
});

test.skipIf(!hasPython)('also in Python', async () => {
  const where = place();
  await writeAll(where, ['python']);
  const { stdout } = await wave(['hooks', 'test', '--no-skip'], where);
  expect(stdout).toMatch(/\n9 passed, 0 failed, 0 skipped\n/);
});

test('with the kit installed, it uses the kit', async () => {
  const where = place();
  mkdirSync(join(where.project, 'node_modules'));
  symlinkSync(KIT, join(where.project, 'node_modules/wave-hook-kit'));
  await writeAll(where, ['javascript', 'typescript']);
  expect(read(where, 'hooks/typescript-Stop.ts')).toContain("from 'wave-hook-kit'");
  const { stdout } = await wave(['hooks', 'test'], where);
  expect(stdout).toMatch(/\n18 passed, 0 failed, 0 skipped\n/);
});

test('settings keep every byte, and get the entry', async () => {
  const where = place();
  const old = '// ours\r\n{\r\n\t"hooks": {\r\n\t\t"Stop": [], // none\r\n\t},\r\n}';
  where.write('project/.wave/settings.json', old);
  const { stdout } = await init(where, 'guard');
  const now = read(where, '.wave/settings.json');
  expect(now).toContain('// ours\r\n');
  expect(now).toContain('"Stop": [], // none');
  expect(now).toContain('bash \\"$WAVE_PROJECT_DIR\\"/hooks/guard.sh');
  expect(stdout).toMatch(/wrote hooks\/guard\.sh.*wave hooks test hooks\/guard\.scenario\.json/s);
});

test('--to, --dir and --matcher', async () => {
  const where = place();
  await init(where, 'g', '--to', 'local', '--dir', 'tools/h', '--matcher', 'Edit', '-l', 'python');
  const settings = JSON.parse(read(where, '.wave/settings.local.json'));
  expect(settings.hooks.PreToolUse).toMatchObject([
    { matcher: 'Edit', hooks: [{ command: 'python3 "$WAVE_PROJECT_DIR"/tools/h/g.py' }] },
  ]);
  expect(existsSync(join(where.project, 'tools/h/g.scenario.json'))).toBe(true);
});

test.each(['bash', 'typescript'])(
  '--to user in %s: below ~/.wave, for every project',
  async (language) => {
    const where = place();
    const { code, stdout } = await init(where, 'mine', '--to', 'user', '-l', language);
    const file = language === 'bash' ? 'mine.sh' : 'mine.mjs';
    expect([code, existsSync(join(where.project, 'hooks'))]).toEqual([0, false]);
    expect(stdout).toContain('wave hooks test ~/.wave/hooks/mine.scenario.json');
    expect(stdout).not.toContain('approve');
    const { hooks } = JSON.parse(readFileSync(join(where.home, '.wave/settings.json'), 'utf8'));
    const runs = language === 'bash' ? 'bash' : 'node';
    expect(hooks.PreToolUse[0].hooks[0].command).toBe(`${runs} "$HOME"/.wave/hooks/${file}`);
    const stdin = JSON.stringify({
      tool_name: 'Bash',
      tool_input: { command: 'git push --force' },
    });
    const elsewhere = { home: where.home, project: join(where.project, '../other') };
    mkdirSync(elsewhere.project);
    const fired = await wave(['hooks', 'run', 'PreToolUse', '--json'], elsewhere, { stdin });
    expect(JSON.parse(fired.stdout).decision).toBe('block');
    const scenario = join(where.home, '.wave/hooks/mine.scenario.json');
    expect((await wave(['hooks', 'test', scenario], elsewhere)).stdout).toContain(
      '3 passed, 0 failed',
    );
  },
);

test('what is there is not replaced, and then nothing is written', async () => {
  const where = place();
  where.write('project/hooks/g.scenario.json', '{}');
  const { code, stderr } = await init(where, 'g');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/g\.scenario\.json is there already/)]);
  expect(readdirSync(join(where.project, 'hooks'))).toEqual(['g.scenario.json']);
  expect(existsSync(join(where.project, '.wave'))).toBe(false);
});

test('settings that cannot be read stop it before anything is written', async () => {
  const where = place();
  where.write('project/.wave/settings.json', '{');
  const { code, stderr } = await init(where, 'g');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/settings\.json:1:2: not valid JSON/)]);
  expect(existsSync(join(where.project, 'hooks'))).toBe(false);
});

test.each([
  [['../x'], /name: expected letters, digits, "-" and "_", got "..\/x"/],
  [['x', '--event', 'PreTool'], /event: expected .*got "PreTool"/],
  [
    ['x', '-l', 'ruby'],
    /language: expected one of bash, python, javascript, typescript, got "ruby"/,
  ],
  [['x', 'y'], /one hook at a time, got also: y/],
  [['x', '--to', 'user', '--dir', 'h'], /--dir is for hooks of a project/],
  [['x', '--to', 'nowhere'], /--to: expected one of user, project, local/],
])('%j is told', async (args, says) => {
  const { code, stderr } = await init(place(), ...args);
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
});
