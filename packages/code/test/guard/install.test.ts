import '../../../../test/built.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, WAVE, wave } from '../helpers.ts';

const FILES = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  'gemini-cli': '.gemini/settings.json',
  'qwen-code': '.qwen/settings.json',
  cursor: '.cursor/hooks.json',
  'copilot-cli': '.github/hooks/wave.json',
} as const;

const USER_FILES: Partial<Record<keyof typeof FILES, string>> = {
  'copilot-cli': '.copilot/hooks/wave.json',
};

type Agent = keyof typeof FILES;

const AGENTS = Object.keys(FILES) as Agent[];

/** Run no hook of a project before the user trusts it. */
const WAIT: readonly Agent[] = ['codex', 'gemini-cli', 'cursor', 'copilot-cli'];

const guard = (where: Place, verb: string, agent: string, ...more: string[]) =>
  wave(['guard', verb, '--agent', agent, ...more], where);

const textIn = (where: Place, file: string) => readFileSync(join(where.project, file), 'utf8');

/** Settings as people have them (comments, a comma at the end, hooks of their own), and who does not read them. */
const OLD: readonly (readonly [text: string, unreadBy: readonly Agent[]])[] = [
  [
    '\ufeff{\r\n\t// mine\r\n\t"model": "x", /* y */\r\n\t"hooks": {\r\n\t\t"PreToolUse": [],\r\n\t},\r\n}\r\n',
    AGENTS,
  ],
  ['{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}', []],
  ['{}', []],
  ['', []],
  ['{\n  "model": "x"\n}', ['codex']],
  ['{\n\t"z": [1,2, ],\n\t/* x */ "hooks": {"Stop": [ ] } }', AGENTS],
  ['// mine\n{ /* x */ }', ['claude-code', 'codex', 'copilot-cli']],
  ['\ufeff{}', ['codex', 'gemini-cli', 'cursor', 'copilot-cli']],
];

describe.each(AGENTS)('%s', (agent) => {
  test.each(OLD)('what was there comes back to the byte: %j', async (text, unreadBy) => {
    const where = place();
    where.write(`project/${FILES[agent]}`, text);
    // Entries in a file that the agent does not read guard nothing, whatever was added.
    const wanted = unreadBy.includes(agent)
      ? { code: 1, stderr: expect.stringMatching(/ does not read this file and runs none /) }
      : { code: 0, stderr: '' };
    expect(await guard(where, 'install', agent)).toMatchObject(wanted);
    const installed = textIn(where, FILES[agent]);
    expect(installed).toMatch(new RegExp(`\\.wave/guard\\.sh.* ${agent} \\|\\| exit 2"`));
    expect(await guard(where, 'install', agent)).toMatchObject({
      ...wanted,
      stdout: expect.stringContaining('nothing to do'),
    });
    expect((await wave(['guard', 'status'], where)).code).toBe(
      WAIT.includes(agent) ? 1 : wanted.code,
    );
    expect(textIn(where, FILES[agent])).toBe(installed);
    // With other options the entries are written anew, and back again.
    await guard(where, 'install', agent, '--permissions');
    expect(textIn(where, FILES[agent])).toContain('--permissions');
    await guard(where, 'install', agent);
    expect(textIn(where, FILES[agent])).toBe(installed);
    await guard(where, 'uninstall', agent);
    expect(textIn(where, FILES[agent])).toBe(text);
    expect((await guard(where, 'uninstall', agent)).stdout).toContain('nothing to do');
  });

  test('a file that was not there is gone again', async () => {
    const where = place();
    await guard(where, 'install', agent, '--user');
    const file = join(where.home, USER_FILES[agent] ?? FILES[agent]);
    expect(existsSync(file)).toBe(true);
    expect((await wave(['guard', 'status'], where)).stdout).toContain(file);
    await guard(where, 'uninstall', agent, '--user');
    expect(existsSync(file)).toBe(false);
  });

  test('what somebody changed meanwhile stays', async () => {
    const where = place();
    where.write(`project/${FILES[agent]}`, '{\n  "a": 1\n}\n');
    await guard(where, 'install', agent);
    const changed = textIn(where, FILES[agent]).replace('"a": 1,', '"a": 2, // mine');
    where.write(`project/${FILES[agent]}`, changed);
    await guard(where, 'uninstall', agent);
    const left = textIn(where, FILES[agent]);
    expect(left).toContain('// mine');
    expect(left).not.toContain('guard');
  });
});

test('status and doctor say why an agent does not read its entries', async () => {
  const where = place();
  where.write(`project/${FILES.codex}`, '{\n  // mine\n}');
  await guard(where, 'install', 'codex');
  const why =
    'Codex does not read this file and runs none of its hooks: 2:3: invalid comment token';
  const { stdout } = await wave(['guard', 'status'], where);
  expect(stdout).toContain('Codex is not guarded here: entries for this project');
  expect(stdout).toContain(why);
  const [found] = JSON.parse((await wave(['guard', 'status', '--json'], where)).stdout).agents;
  expect(found.why).toContain(why);
  expect((await wave(['hooks', 'doctor'], where)).stdout).toContain(why);
});

test.each<[Agent, object, object, string]>([
  [
    'claude-code',
    { disableAllHooks: true },
    { disableAllHooks: false },
    'disableAllHooks" is true',
  ],
  ['qwen-code', { disableAllHooks: true }, { disableAllHooks: false }, 'disableAllHooks" is true'],
  ['copilot-cli', { disableAllHooks: true }, {}, 'disableAllHooks" is true'],
  [
    'gemini-cli',
    { hooksConfig: { enabled: false } },
    { hooksConfig: { enabled: true } },
    'hooksConfig.enabled" is false',
  ],
])('%s: hooks that are switched off guard nothing', async (agent, off, on, why) => {
  const where = place();
  where.write(`project/${FILES[agent]}`, off);
  const { code, stderr } = await guard(where, 'install', agent);
  expect({ code, isSaid: stderr.includes(why) }).toEqual({ code: 1, isSaid: true });
  expect((await wave(['guard', 'status'], where)).stdout).toContain(why);
  await guard(where, 'uninstall', agent);
  where.write(`project/${FILES[agent]}`, on);
  expect(await guard(where, 'install', agent)).toMatchObject({ code: 0, stderr: '' });
});

const entryIn = (file: string, event: string): string =>
  JSON.parse(readFileSync(file, 'utf8')).hooks[event][0].hooks[0].command;

test('Cursor and Copilot CLI have no groups, and fail closed in their own way', async () => {
  const where = place();
  for (const agent of ['cursor', 'copilot-cli'] as const) await guard(where, 'install', agent);
  const cursor = JSON.parse(textIn(where, FILES.cursor));
  expect(cursor.version).toBe(1);
  expect(cursor.hooks.preToolUse).toEqual([
    { command: expect.stringMatching(/ cursor \|\| exit 2$/), timeout: 3600, failClosed: true },
  ]);
  expect(cursor.hooks.stop[0]).not.toHaveProperty('failClosed');
  // Its reader takes two slashes for a comment, even in a text.
  expect(textIn(where, FILES.cursor)).not.toContain('//');
  const copilot = JSON.parse(textIn(where, FILES['copilot-cli']));
  expect(copilot.version).toBe(1);
  expect(copilot.hooks.PreToolUse).toEqual([
    { type: 'command', bash: expect.stringMatching(/ copilot-cli \|\| exit 2$/), timeoutSec: 3600 },
  ]);
});

const EVENT = {
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'rm x' },
};

/** Runs an entry as an agent does: by a shell. */
function run(where: Place, command: string, env: object = {}, event: object = EVENT) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: where.project,
    env: { PATH: '/usr/bin:/bin', HOME: where.home, WAVE_GUARD_RESIDENT: 'off', ...env },
    input: JSON.stringify(event),
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

const refusing = (): Place => {
  const where = place();
  const hook = { type: 'command', command: 'echo "no rm" >&2; exit 2' };
  where.write('home/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [hook] }] } });
  return where;
};

const REFUSED = {
  status: 0,
  stderr: '',
  stdout: `${JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no rm',
    },
  })}\n`,
};

/** A Wave at another place, as a package manager would put it there. */
const waveAt = (folder: string): string => {
  mkdirSync(join(folder, '@wavehooks'), { recursive: true });
  symlinkSync(dirname(dirname(WAVE)), join(folder, '@wavehooks/wave'));
  return folder;
};

describe('the entry of a user names this Wave', () => {
  test('run as the agent runs it', async () => {
    const where = refusing();
    await guard(where, 'install', 'claude-code', '--user');
    const command = entryIn(join(where.home, '.claude/settings.json'), 'PreToolUse');
    expect(run(where, command)).toEqual(REFUSED);
  });

  test('and refuses where that is gone, except what must not be held for ever', async () => {
    const where = refusing();
    await guard(where, 'install', 'claude-code', '--user');
    const file = join(where.home, '.claude/settings.json');
    const gone = (event: string) => entryIn(file, event).replace('dist/wave-guard', 'gone');
    expect(run(where, gone('PreToolUse'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('/gone'),
    });
    expect(run(where, gone('Stop')).status).toBe(1);
  });
});

test.each(['--user', '--project'])('%s: a PATH without a shell opens nothing', async (level) => {
  const where = refusing();
  await guard(where, 'install', 'claude-code', level);
  const root = level === '--user' ? where.home : where.project;
  const command = entryIn(join(root, '.claude/settings.json'), 'PreToolUse');
  const { status, stdout } = run(where, command, { PATH: '/nowhere' });
  expect(level === '--user' ? stdout : status).toEqual(level === '--user' ? REFUSED.stdout : 2);
});

test('entries of a Wave before this one are known, and replaced', async () => {
  const where = place();
  await guard(where, 'install', 'claude-code');
  const now = textIn(where, FILES['claude-code']);
  const old = (code: string) =>
    `exec /bin/sh -c 'exit CODE' wave guard claude-code`.replace('CODE', code);
  where.write(
    `project/${FILES['claude-code']}`,
    now.replaceAll(/"\/bin\/sh [^\n]* exit (\d)"/g, (_, code) => JSON.stringify(old(code))),
  );
  expect(textIn(where, FILES['claude-code'])).not.toContain('guard.sh');
  expect((await wave(['guard', 'status'], where)).code).toBe(1);
  await guard(where, 'install', 'claude-code');
  expect(textIn(where, FILES['claude-code'])).toBe(now);
});

describe('the entry of a project finds the Wave that is there', () => {
  const NODE = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const installed = async () => {
    const where = refusing();
    const { stdout } = await guard(where, 'install', 'claude-code');
    // No such program is on the PATH of a test.
    expect(stdout).toContain('There is no Wave in this project, and none on your PATH: until');
    const file = join(where.project, '.claude/settings.json');
    expect(readFileSync(file, 'utf8')).not.toContain(dirname(WAVE));
    return { where, command: entryIn(file, 'PreToolUse'), stop: entryIn(file, 'Stop') };
  };

  test('in the project, also from below', async () => {
    const { where, command } = await installed();
    waveAt(join(where.project, 'node_modules'));
    expect((await guard(where, 'install', 'claude-code')).stdout).toMatch(/nothing to do\n$/);
    expect((await guard(where, 'install', 'claude-code')).stdout).not.toContain('no Wave');
    expect(run(where, command, NODE)).toEqual(REFUSED);
    const named = { ...NODE, CLAUDE_PROJECT_DIR: where.project };
    expect(run({ ...where, project: '/' }, command, named)).toEqual(REFUSED);
  });

  test('installed for all', async () => {
    const { where, command } = await installed();
    mkdirSync(join(where.home, 'bin'));
    const PATH = `${where.home}/bin:${NODE.PATH}`;
    const program = join(where.home, 'bin/wave-guard');
    // As npm puts it there: a link. And as pnpm does: a program that runs it.
    symlinkSync(join(dirname(WAVE), 'wave-guard'), program);
    expect(run(where, command, { PATH })).toEqual(REFUSED);
    rmSync(program);
    writeFileSync(program, `#!/bin/sh\nexec ${join(dirname(WAVE), 'wave-guard')} "$@"\n`, {
      mode: 0o755,
    });
    expect(run(where, command, { PATH })).toEqual(REFUSED);
    writeFileSync(join(where.home, 'bin/node'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
    expect(run(where, command, { PATH }).status).toBe(2);
  });

  test('nowhere: refused in one sentence', async () => {
    const { where, command, stop } = await installed();
    expect(run(where, command)).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'wave guard: there is no Wave here, so nothing is let through. Run npm ci in this project; if that brings none, put wave on your PATH.\n',
    });
    expect(run(where, stop)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'wave guard: there is no Wave here, so nothing is guarded. Run npm ci in this project; if that brings none, put wave on your PATH.\n',
    });
  });

  test('a directory that is no absolute path ends the search', async () => {
    const { where, command } = await installed();
    for (const dir of ['.', 'project', 'a/b', '-n'])
      expect(run(where, command, { CLAUDE_PROJECT_DIR: dir }).status).toBe(2);
  });

  // Gemini CLI and Qwen Code do this to their settings as they read them.
  test('variables of the environment that an agent puts into the text', async () => {
    const { where, command } = await installed();
    waveAt(join(where.project, 'node_modules'));
    const env = Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((one) => [one, '/x']));
    const filled = command.replaceAll(/\$(\w+)/g, (text, name) => env[name] ?? text);
    expect(run(where, filled, NODE)).toEqual(REFUSED);
  });

  test.each(['codex', 'copilot-cli'] as const)(
    '%s reads it from below, and so does its entry',
    async (agent) => {
      const { where } = await installed();
      await guard(where, 'install', agent);
      waveAt(join(where.project, 'node_modules'));
      const below = { ...where, project: join(where.project, 'deep/er') };
      mkdirSync(below.project, { recursive: true });
      const [entry] = JSON.parse(textIn(where, FILES[agent])).hooks.PreToolUse;
      const { command, bash } = entry.hooks?.[0] ?? entry;
      expect(run(below, command ?? bash, NODE).stdout).toContain('no rm');
      expect(run({ ...where, project: '/' }, command ?? bash, NODE).status).toBe(2);
    },
  );

  test('one line each, and one script, which goes with the last entry', async () => {
    const { where, command, stop } = await installed();
    expect(command).toBe('/bin/sh "${CLAUDE_PROJECT_DIR:-.}/.wave/guard.sh" claude-code || exit 2');
    expect(stop).toBe(
      '/bin/sh "${CLAUDE_PROJECT_DIR:-.}/.wave/guard.sh" --fail=1 claude-code || exit 1',
    );
    await guard(where, 'install', 'qwen-code');
    await guard(where, 'uninstall', 'claude-code');
    where.write('project/.wave/guard.sh', 'exit 0\n');
    const { code, stdout } = await wave(['guard', 'status'], where);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining('changed, or of another Wave: .wave/guard.sh'),
    });
    await guard(where, 'install', 'qwen-code');
    expect((await wave(['guard', 'status'], where)).code).toBe(0);
    await guard(where, 'uninstall', 'qwen-code');
    expect(existsSync(join(where.project, '.wave'))).toBe(false);
  });

  test('without the script: refused, and a stop is not held', async () => {
    const { where, command, stop } = await installed();
    rmSync(join(where.project, '.wave/guard.sh'));
    expect([run(where, command).status, run(where, stop).status]).toEqual([2, 1]);
  });
});

describe.each([
  ['opencode', '.opencode/plugin/wave.js', '.config/opencode/plugin/wave.js'],
  ['pi', '.pi/extensions/wave.js', '.pi/agent/extensions/wave.js'],
])('%s loads a program of ours', (agent, file, userFile) => {
  test('it comes, is looked after, and goes', async () => {
    const where = place();
    await guard(where, 'install', agent);
    const text = textIn(where, file);
    expect(text).toContain(`"PreToolUse": "/bin/sh -c 'd=$PWD;`);
    expect((await guard(where, 'install', agent)).stdout).toContain('nothing to do');
    where.write(`project/${file}`, text.replace('isHeld ?', 'false ?'));
    const { code, stdout } = await wave(['guard', 'status'], where);
    expect([code, stdout]).toEqual([1, expect.stringContaining('changed, or of another Wave')]);
    await guard(where, 'install', agent);
    expect(textIn(where, file)).toBe(text);
    await guard(where, 'uninstall', agent);
    expect(existsSync(join(where.project, file))).toBe(false);
    await guard(where, 'install', agent, '--user');
    expect(readFileSync(join(where.home, userFile), 'utf8')).toContain('--node=');
    expect((await wave(['guard', 'status'], where)).code).toBe(0);
  });

  test('a file of somebody else is left alone', async () => {
    const where = place();
    where.write(`project/${file}`, 'export default 1;\n');
    const { code, stderr } = await guard(where, 'install', agent);
    expect([code, stderr]).toEqual([1, expect.stringContaining('expected a file of Wave')]);
    expect(textIn(where, file)).toBe('export default 1;\n');
  });
});

test('its own entries are no hooks of Claude Code that wait to be read', async () => {
  const where = place();
  await guard(where, 'install', 'claude-code');
  expect((await wave(['hooks', 'doctor'], where)).stdout).not.toContain('are off');
});

test('entries that an older Wave has installed are replaced', async () => {
  const where = place();
  const old = { type: 'command', command: "/usr/bin/node '/opt/wave.cjs' guard codex || exit 2" };
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [old] }] } });
  where.write('project/.codex/hooks.json', text);
  await guard(where, 'install', 'codex');
  expect(textIn(where, '.codex/hooks.json')).not.toContain('/opt/wave.cjs');
  await guard(where, 'uninstall', 'codex');
  expect(textIn(where, '.codex/hooks.json')).not.toContain('guard');
});

test('status: what is guarded, what is missing, what becomes of what an agent cannot do', async () => {
  const where = place();
  const none = await wave(['guard', 'status'], where);
  expect([none.code, none.stdout]).toEqual([
    1,
    expect.stringContaining('No agent is guarded here'),
  ]);
  await guard(where, 'install', 'codex');
  const whole = await wave(['guard', 'status'], where);
  expect(whole.stdout).toContain('PreToolUse: as asked: deny, block, context, warn\n');
  expect(whole.stdout).toMatch(/^ +ask becomes deny, with what would do in the reason/m);
  const { hooks } = JSON.parse(textIn(where, '.codex/hooks.json'));
  const { Stop: _, ...rest } = hooks;
  where.write('project/.codex/hooks.json', { hooks: rest });
  const partial = await wave(['guard', 'status'], where);
  expect(partial.code).toBe(1);
  expect(partial.stdout).toContain('missing: Stop');
});

/** As Codex asks when a turn ends. */
const stop = (where: Place) =>
  wave(['guard', 'codex'], where, {
    stdin: JSON.stringify({
      ...{ hook_event_name: 'Stop', session_id: 's', turn_id: 't', cwd: where.project },
      ...{ transcript_path: null, stop_hook_active: false, permission_mode: 'default' },
    }),
  });

test('status: Codex waits for its user until it has asked', async () => {
  const where = place();
  const installed = await guard(where, 'install', 'codex');
  expect(installed.stdout).not.toContain('is guarded');
  expect(installed.stdout).toContain('Codex waits for you: start codex, type /hooks');
  const before = await wave(['guard', 'status'], where);
  expect([before.code, before.stdout]).toEqual([1, expect.stringContaining('Codex waits for you')]);
  expect((await wave(['hooks', 'doctor'], where)).stdout).toContain('Codex waits for you');
  expect((await stop(where)).code).toBe(0);
  const after = await wave(['guard', 'status'], where);
  expect(after.stdout).toMatch(/^Codex is guarded: .*\n {2}last asked \d+ seconds? ago\n/);
  expect(after.code).toBe(0);
  // Entries that changed since are others: the proof is of the old ones.
  await guard(where, 'install', 'codex', '--permissions');
  expect((await wave(['guard', 'status'], where)).code).toBe(1);
});

test('status: a hook that failed where nobody saw it', async () => {
  const where = place();
  const hooks = [{ type: 'command', name: 'broken', command: 'echo zebra >&2; exit 1' }];
  where.write('home/.wave/settings.json', { hooks: { Stop: [{ hooks }] } });
  await guard(where, 'install', 'codex');
  await stop(where);
  const { stdout } = await wave(['guard', 'status'], where);
  expect(stdout).toMatch(/^ {2}a hook failed \d+ seconds? ago: .*broken.*zebra/m);
  expect((await wave(['hooks', 'log'], where)).stdout).toMatch(/ broken .*exit 1.*zebra/);
});

test.each([
  ['claude-code', 1, 'Claude Code is not guarded here'],
  ['qwen-code', 1, 'Qwen Code is not guarded here'],
  ['gemini-cli', 1, 'Gemini CLI is not guarded here'],
])('status in a subdirectory: %s reads only its own settings', async (agent, code, words) => {
  const where = place();
  for (const dir of ['.git', '.wave', 'sub']) mkdirSync(join(where.project, dir));
  const { stdout } = await guard(where, 'install', agent);
  expect(stdout).toContain('With --user it is guarded wherever it starts.');
  const below = { ...where, project: join(where.project, 'sub') };
  const here = await wave(['guard', 'status'], below);
  expect([here.code, here.stdout]).toEqual([code, expect.stringContaining(words)]);
  expect(here.stdout).toContain(`wave guard install --agent ${agent} --user`);
  const doctor = await wave(['hooks', 'doctor'], below);
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringContaining('reads no settings of a directory above'),
  ]);
  await guard(where, 'install', agent, '--user');
  expect((await wave(['guard', 'status'], below)).code).toBe(0);
});

test('status: settings of another project that cannot be read are not for this one', async () => {
  const where = place();
  await guard(where, 'install', 'codex', '--user');
  await stop({ ...where, project: join(where.write('other/.codex/hooks.json', '{'), '../..') });
  const { code, stdout } = await wave(['guard', 'status'], where);
  expect([code, stdout]).toEqual([1, expect.stringContaining('Codex waits for you')]);
});

test('status: entries that somebody changed', async () => {
  const where = place();
  await guard(where, 'install', 'claude-code', '--user', '--permissions');
  const whole = await wave(['guard', 'status'], where);
  expect(whole).toMatchObject({ code: 0, stdout: expect.not.stringContaining('changed') });
  const file = join(where.home, '.claude/settings.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('/bin/sh ', "/bin/sh -c 'exit 0' "));
  const { code, stdout } = await wave(['guard', 'status'], where);
  expect(code).toBe(1);
  expect(stdout).toContain('changed, or of another Wave: PreToolUse (wave guard install');
  await guard(where, 'install', 'claude-code', '--user', '--permissions');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  [
    ['install'],
    /--agent: expected one of claude-code, codex, qwen-code, gemini-cli, cursor, copilot-cli, opencode, pi, got null/,
  ],
  [['install', '--agent', 'vi'], /--agent: expected one of .*, got "vi"/],
  [['install', '--agent', 'codex', '--user', '--project'], /exclude each other/],
])('%j is refused', async (args, why) => {
  const { code, stderr } = await wave(['guard', ...args], place());
  expect(code).toBe(1);
  expect(stderr).toMatch(why);
});

test('settings that cannot be read are left alone', async () => {
  const where = place();
  where.write('project/.claude/settings.json', '{"hooks": [}');
  const { code, stderr } = await guard(where, 'install', 'claude-code');
  expect(code).toBe(1);
  expect(stderr).toContain('.claude/settings.json:1:');
  expect(textIn(where, '.claude/settings.json')).toBe('{"hooks": [}');
});

describe('what an agent does with what a hook says', () => {
  const hook = { type: 'command', command: 'true' };
  const guardedPlace = async () => {
    const where = place();
    where.write('home/.wave/settings.json', {
      hooks: { PreToolUse: [{ hooks: [hook] }], PermissionRequest: [{ hooks: [hook] }] },
    });
    await guard(where, 'install', 'cursor');
    return where;
  };

  test('status: every moment, and that it was not tried', async () => {
    const where = await guardedPlace();
    const { stdout } = await wave(['guard', 'status'], where);
    expect(stdout).toContain('by its contract; it was not tried');
    expect(stdout).toContain('preToolUse: as asked: allow, deny, rewrite, block\n');
    expect(stdout).toMatch(/^ +ask becomes deny/m);
    const json = JSON.parse((await wave(['guard', 'status', '--json'], where)).stdout);
    expect(json.agents[0].effects.PreToolUse).toContainEqual({
      verb: 'ask',
      instead: 'becomes deny, with what would do in the reason',
    });
  });

  test('explain: the agents that are guarded here, or the one that is named', async () => {
    const where = await guardedPlace();
    const { stdout } = await wave(['hooks', 'explain', 'PreToolUse', 'Bash'], where);
    expect(stdout).toContain('In Cursor (by its contract, not tried):\n  as asked: allow, deny');
    const named = await wave(
      ['hooks', 'explain', 'PermissionRequest', '--agent', 'gemini-cli'],
      where,
    );
    expect(named.stdout).toContain('In Gemini CLI:\n  this agent has no such moment');
    const last = await wave(['hooks', 'explain', 'SessionEnd', '--agent', 'qwen-code'], where);
    expect(last.stdout).toContain('only on its screen: without a terminal');
    const wrong = await wave(['hooks', 'explain', 'Stop', '--agent', 'vi'], where);
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('--agent: expected one of'),
    ]);
  });

  test('doctor: what becomes of what hooks here may say, and what is missing', async () => {
    const where = await guardedPlace();
    const { stdout, code } = await wave(['hooks', 'doctor'], where);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'in Cursor (by its contract, not tried), on PreToolUse: ask becomes deny',
    );
    expect(stdout).toContain('Cursor has no PermissionRequest: hooks on it do not run there');
    where.write('home/.wave/settings.json', { hooks: { SessionEnd: [{ hooks: [hook] }] } });
    await guard(where, 'install', 'qwen-code');
    expect((await wave(['hooks', 'doctor'], where)).stdout).toContain(
      'in Qwen Code, on SessionEnd: it comes only on its screen',
    );
    where.write('home/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [hook] }] } });
    const { preToolUse: _, ...hooks } = JSON.parse(textIn(where, FILES.cursor)).hooks;
    where.write(`project/${FILES.cursor}`, { version: 1, hooks });
    const partial = await wave(['hooks', 'doctor'], where);
    expect(partial.code).toBe(1);
    expect(partial.stdout).toContain('Cursor is guarded, but not on preToolUse');
  });
});
