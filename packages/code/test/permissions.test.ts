import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { type Place, place, wave } from './helpers.ts';

const permissions = (where: Place, ...args: string[]) => wave(['permissions', ...args], where);

const LOCAL = 'project/.wave/settings.local.json';
const localFile = ({ project }: Place) => join(project, '.wave', 'settings.local.json');
const userFile = ({ home }: Place) => join(home, '.wave', 'settings.json');
const textOf = (file: string) => readFileSync(file, 'utf8');

describe('add, list and remove', () => {
  test('for the project: its local file, in force without a further approval', async () => {
    const where = place();
    const added = await permissions(where, 'add', 'allow', 'Bash(npm test *)');
    expect(added).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: `Bash(npm test *) is now in "allow" of ${localFile(where)}\n`,
    });
    expect(textOf(localFile(where))).toBe(
      '{\n  "permissions": {\n    "allow": [\n      "Bash(npm test *)"\n    ]\n  }\n}\n',
    );
    const again = await permissions(where, 'add', 'allow', 'Bash(npm test *)', '--project');
    expect(again.stdout).toContain('is already in');
    expect((await permissions(where, 'list')).stdout).toBe(
      `Mode: default\nallow:\n  Bash(npm test *)  ${localFile(where)}:4\n`,
    );
    const { stdout } = await permissions(where, 'explain', 'Bash', 'npm test', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'allow', rule: 'Bash(npm test *)' });
    const removed = await permissions(where, 'remove', 'Bash(npm test *)');
    expect(removed.code).toBe(0);
    expect((await permissions(where, 'list')).stdout).toContain('No rules.');
  });

  test('in a git repository it says that the new file is yours alone, once', async () => {
    const where = place();
    where.write('project/.git/HEAD', 'ref: refs/heads/main\n');
    const added = await permissions(where, 'add', 'allow', 'Bash(npm test *)');
    expect(added.stdout).toBe(
      `Bash(npm test *) is now in "allow" of ${localFile(where)}. It is yours alone: add .wave/settings.local.json to .gitignore\n`,
    );
    const next = await permissions(where, 'add', 'deny', 'Bash(rm *)');
    const user = await permissions(where, 'add', 'deny', 'Bash(rm *)', '--user');
    expect(next.stdout + user.stdout).not.toContain('.gitignore');
    const ignoring = place();
    ignoring.write('project/.git/HEAD', 'ref: refs/heads/main\n');
    ignoring.write('project/.gitignore', '.wave/settings.local.json\n');
    const quiet = await permissions(ignoring, 'add', 'allow', 'Bash(npm test *)');
    expect(quiet.stdout).not.toContain('.gitignore');
  });

  test("for all: the user's file, with its comments and every other byte", async () => {
    const where = place();
    const before = '{\n  // mine\n  "permissions": { "deny": ["Read(.env)"] } // end\n}\n';
    where.write('home/.wave/settings.json', before);
    expect((await permissions(where, 'add', 'deny', 'Bash(rm *)', '--user')).code).toBe(0);
    expect(textOf(userFile(where))).toBe(
      before.replace('["Read(.env)"]', '["Read(.env)", "Bash(rm *)"]'),
    );
    expect((await permissions(where, 'remove', 'deny', 'Bash(rm *)')).code).toBe(0);
    expect(textOf(userFile(where))).toBe(before);
    expect(existsSync(localFile(where))).toBe(false);
  });

  test.each([
    [['add', 'allow', 'Bsh(x)'], 'the rule "Bsh(x)": there is no tool Bsh; did you mean Bash?'],
    [['add', 'allow', 'Bash('], 'the rule "Bash(": expected Tool or Tool(pattern)'],
    [['add', 'deny', 'Edit(!a)'], 'a pattern cannot be negated; use the deny list'],
    [['add', 'permit', 'Bash'], 'which list, and which rule?'],
    [['add', 'allow', 'Bash(npm', 'test)'], 'unexpected words: test)'],
    [['add', 'allow', 'Bash', '--user', '--project'], '--user and --project exclude each other'],
    [['remove', 'Bash(x)'], 'no settings file has the rule Bash(x)'],
    [['remove'], 'which rule?'],
    [['explain', 'Bsh', 'ls'], 'there is no tool "Bsh"; did you mean Bash?'],
    [['explain', 'Bash'], 'which tool, and which input?'],
    [['explain', '--mode', 'open', 'Bash', 'ls'], '--mode: expected default, acceptEdits'],
    [['explain', '--deny', 'Bsh', 'Bash', 'ls'], '--deny: the rule "Bsh": there is no tool Bsh'],
    [['explain', 'Read', '{}'], 'file_path: expected'],
    [['lst'], 'did you mean "wave permissions list"?'],
  ])('wave permissions %j is refused in words, and nothing is written', async (args, says) => {
    const where = place();
    const { code, stdout, stderr } = await permissions(where, ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(says);
    expect([existsSync(localFile(where)), existsSync(userFile(where))]).toEqual([false, false]);
  });

  test('the same rule in two places has to be told apart', async () => {
    const where = place();
    for (const scope of ['--user', '--project'])
      await permissions(where, 'add', 'ask', 'Bash(git push *)', scope);
    const both = await permissions(where, 'remove', 'Bash(git push *)');
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('several places')]);
    expect((await permissions(where, 'remove', 'Bash(git push *)', '--user')).code).toBe(0);
    const { rules } = JSON.parse((await permissions(where, 'list', '--json')).stdout);
    expect(rules).toEqual([
      {
        ...{ list: 'ask', rule: 'Bash(git push *)', counts: true },
        source: `${localFile(where)}:4`,
      },
    ]);
  });

  test("a repository's wider mode is listed as off until it is approved", async () => {
    const where = place();
    where.write('project/.wave/settings.json', { permissions: { defaultMode: 'acceptEdits' } });
    expect((await permissions(where, 'list')).stdout).toMatch(
      /^Mode: default\n {2}acceptEdits {2}\S+settings\.json:1 {2}not approved, so it does not count \(wave hooks approve\)\n/,
    );
    const { stdout } = await permissions(where, 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ mode: 'default', unapprovedModes: [{ mode: 'acceptEdits' }] },
    });
    await wave(['hooks', 'approve', '--yes'], where);
    expect((await permissions(where, 'list')).stdout).toMatch(/^Mode: acceptEdits\n(?! )/);
  });

  test("a repository's rules are listed as off, and a link out of the project is not followed", async () => {
    const where = place();
    where.write('project/.wave/settings.json', { permissions: { allow: ['Bash'] } });
    expect((await permissions(where, 'list')).stdout).toMatch(
      /Bash {2}\S+settings\.json:1 {2}not approved, so it allows nothing/,
    );
    const { stdout } = await permissions(where, 'explain', 'Bash', 'make', '--json');
    expect(JSON.parse(stdout).decision).toBe('ask');
    const target = where.write('home/.wave/settings.json', '{}');
    symlinkSync(target, localFile(where));
    const { code, stderr } = await permissions(where, 'add', 'allow', 'Bash(make)');
    expect([code, stderr]).toEqual([1, expect.stringContaining('outside the project')]);
    expect(textOf(target)).toBe('{}');
  });
});

describe('explain', () => {
  test('says what decides, and that hooks are not asked', async () => {
    const where = place();
    where.write('home/.wave/settings.json', { permissions: { deny: ['Bash(rm *)'] } });
    const { code, stdout } = await permissions(where, 'explain', 'Bash', 'make && rm -r x');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^deny: it does not run\n {2}because: deny rule: Bash\(rm \*\) \(row 3 of the table: wave help permissions\)\n {2}mode: default\n {2}commands:\n {4}make\n {4}rm -r x\n {2}Hooks are not asked here/,
    );
  });

  test.each([
    ['cd src && npm test 2>&1 | tail -5', 'allow'],
    ['npm test; echo $?', 'allow'],
    ['cd .. && npm test', 'ask'],
    ['npm test | tee x', 'ask'],
    ['npm test && rm x', 'ask'],
  ])('with npm test allowed, %s: %s', async (command, decision) => {
    const where = place();
    where.write('project/src/a', '');
    where.write('home/.wave/settings.json', { permissions: { allow: ['Bash(npm test *)'] } });
    const { stdout } = await permissions(where, 'explain', 'Bash', command, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ decision });
  });

  test('rules and a mode of options, and an input as JSON', async () => {
    const where = place();
    const json = async (...args: string[]) => {
      const { decision, rule } = JSON.parse(
        (await permissions(where, 'explain', ...args, '--json')).stdout,
      );
      return [decision, rule];
    };
    expect(await json('Bash', '{"command":"make a"}', '--allow', 'Bash(make *)')).toEqual([
      'allow',
      'Bash(make *)',
    ]);
    expect(await json('Bash', 'make a', '--allow', 'Bash', '--ask', 'Bash(make a)')).toEqual([
      'ask',
      'Bash(make a)',
    ]);
    expect(await json('Edit', '{"file_path":"src/a.ts"}', '--mode', 'acceptEdits')).toEqual([
      'allow',
      null,
    ]);
    expect(await json('Bash', 'make a', '--mode', 'dontAsk')).toEqual(['deny', null]);
  });

  test('JSON lines: one answer for each, in order; a bad line says so and ends nothing', async () => {
    const where = place();
    where.write('home/.wave/settings.json', { permissions: { allow: ['Bash(make *)'] } });
    const lines = [
      '{"command":"make a"}',
      '{"command":"make a","deny":["Bash(rm *)"]}',
      '{"command":"rm x","allow":["Bash"],"deny":["Bash(rm *)"],"mode":"bypassPermissions","id":7}',
      'no json',
      '{"tool":"Edit","input":{"file_path":"a"},"mode":"acceptEdits"}',
      '{"command":"x","deni":["Bash"]}',
      '{"command":5}',
      '',
      '{"command":"x","mode":"open"}',
      '{"command":"x","allow":"Bash"}',
      '{"command":"make a","tool":"Bash"}',
      '{"command":"make a && make b"}',
    ];
    const { code, stdout } = await wave(['permissions', 'explain', '--stdin'], where, {
      stdin: lines.join('\n'),
    });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(answers.map(({ decision, error }) => decision ?? error)).toEqual([
      'allow',
      'ask',
      'deny',
      expect.stringContaining('not valid JSON'),
      'allow',
      '"deni" is not known; did you mean "deny"?',
      '"command": expected a text, got 5',
      expect.stringContaining('not valid JSON'),
      expect.stringContaining('"mode": expected one of default'),
      '"allow": expected a list of texts, got "Bash"',
      'expected "command", or "tool" and "input", got both',
      'allow',
    ]);
    expect(answers[2]).toEqual({
      decision: 'deny',
      rule: 'Bash(rm *)',
      why: 'deny rule: Bash(rm *)',
      commands: ['rm x'],
      row: 3,
    });
    expect(answers.at(-1)).toMatchObject({ commands: ['make a', 'make b'] });
  });

  test('thousands of lines, in order, and nothing of them is run', async () => {
    const where = place();
    const kinds = [
      'touch made-N',
      'make N | tee made',
      'for f in *; do rm "$f"; done',
      'sh -c "touch made"',
    ];
    const stdin = Array.from({ length: 2_000 }, (_, at) =>
      JSON.stringify({
        ...{ command: kinds[at % kinds.length]?.replace('N', `${at}`), deny: ['Bash(rm *)'] },
        mode: 'bypassPermissions',
      }),
    ).join('\n');
    const { code, stdout } = await wave(['permissions', 'explain', '--stdin'], where, { stdin });
    expect(code).toBe(0);
    expect(stdout.match(/\n/g)).toHaveLength(2_000);
    expect([
      existsSync(join(where.project, 'made')),
      existsSync(join(where.project, 'made-0')),
    ]).toEqual([false, false]);
  });
});

describe('wave -p', () => {
  async function printing(where: Place, args: string[], command: string) {
    const server = await startWire();
    onTestFinished(() => server.close());
    server.script(call('Bash', { command }), say('done'));
    await wave(['-p', 'PROMPT', ...args], where, { env: server.env('anthropic') });
    return existsSync(join(where.project, 'made'));
  }

  test('a rule that was kept for the project holds; one that the repository brings does not', async () => {
    const where = place();
    where.write(LOCAL, { permissions: { allow: ['Bash(touch made)'] } });
    expect(await printing(where, [], 'touch made')).toBe(false);
    await permissions(where, 'add', 'allow', 'Bash(touch made)');
    expect(await printing(where, [], 'touch made')).toBe(true);
  });

  test.each<[string, string, string[], boolean]>([
    ['home/.wave/settings.json', 'bypassPermissions', [], true],
    ['home/.wave/settings.json', 'bypassPermissions', ['--permission-mode', 'plan'], false],
    ['home/.wave/settings.json', 'plan', ['--permission-mode', 'bypassPermissions'], true],
    ['project/.wave/settings.json', 'bypassPermissions', [], false],
    [LOCAL, 'bypassPermissions', [], false],
  ])('the mode of %s is %s; with %j a command runs: %s', async (file, defaultMode, args, runs) => {
    const where = place();
    where.write(file, { permissions: { defaultMode } });
    expect(await printing(where, args, 'touch made')).toBe(runs);
  });
});
