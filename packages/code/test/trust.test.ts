import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { place, wave } from './helpers.ts';

const TOOL = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';

function guarded() {
  const where = place();
  where.write('project/guard.sh', 'echo guarded >&2; exit 2\n');
  where.write('project/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', name: 'guard', command: 'sh "$WAVE_PROJECT_DIR"/guard.sh' }],
        },
      ],
    },
  });
  const hooks = (args: string[], stdin = TOOL) => wave(['hooks', ...args], where, { stdin });
  return { ...where, hooks };
}

test('without approval nothing starts, and the ways out are named', async () => {
  const { hooks, project } = guarded();
  const { code, stdout, stderr } = await hooks(['run', 'PreToolUse', '--json']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const part of [
    `PreToolUse  guard  ${project}/.wave/settings.json:1`,
    'wave hooks approve',
    '--trust-project-hooks',
    '--no-project-hooks',
  ])
    expect(stderr).toContain(part);
});

test('each way out works', async () => {
  const { hooks } = guarded();
  const decision = async (...flags: string[]) => {
    const { stdout, stderr } = await hooks(['run', 'PreToolUse', '--json', ...flags]);
    return stdout === '' ? stderr : JSON.parse(stdout).decision;
  };
  expect(await decision('--trust-project-hooks')).toBe('block');
  expect(await decision('--no-project-hooks')).toBe('none');
  expect(await decision()).toContain('waiting for your approval');
  expect(await hooks(['approve'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Approved 1'),
  });
  expect(await decision()).toBe('block');
});

test('--settings needs no approval, and --only leaves the project out', async () => {
  const { hooks, write } = guarded();
  const file = write('mine.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
  });
  const { code, stdout } = await hooks([
    'run',
    'PreToolUse',
    '--settings',
    file,
    '--only',
    '--json',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).runs).toHaveLength(1);
});

test('list shows every state with its place, as text and as JSON', async () => {
  const { hooks, write, project } = guarded();
  const command = (fields: object) => ({ type: 'command', command: 'true', ...fields });
  write('home/.wave/settings.json', {
    hooks: {
      Stop: [
        {
          hooks: [
            command({ name: 'fine' }),
            command({ name: 'off', enabled: false }),
            command({ name: 'nowhere', command: 'no-such-program --x' }),
            command({ name: 'wrong', timeout: 'x' }),
          ],
        },
      ],
    },
  });
  const rows = async () => {
    const { stdout } = await hooks(['list', '--json']);
    return JSON.parse(stdout).hooks.map((row: { name: string; state: string }) => [
      row.name,
      row.state,
    ]);
  };
  expect(await rows()).toEqual([
    ['fine', 'active'],
    ['off', 'disabled'],
    ['nowhere', 'command not found'],
    ['guard', 'unapproved'],
    ['wrong', 'invalid'],
  ]);
  await hooks(['approve']);
  expect(await rows()).toContainEqual(['guard', 'active']);
  writeFileSync(join(project, 'guard.sh'), 'exit 0\n');
  expect(await rows()).toContainEqual(['guard', 'changed']);
  const { stdout } = await hooks(['list']);
  expect(stdout).toContain('~/.wave/settings.json:1');
  expect(stdout).toContain('no-such-program is not in the PATH');
});

test('content that an approval does not cover is said to be so', async () => {
  const { hooks, write } = guarded();
  write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', name: 'inline', command: 'cd x && ./y.sh' }] }] },
  });
  expect((await hooks(['list'])).stdout).toContain('content not covered');
  expect((await hooks(['review'])).stdout).toContain('content not covered');
});

test('explain says which fire and why the others do not', async () => {
  const { hooks, write } = guarded();
  await hooks(['approve']);
  const command = (fields: object) => ({ type: 'command', command: 'true', ...fields });
  write('home/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'bash', hooks: [command({ name: 'lower' })] },
        { matcher: 'mcp__.*', hooks: [command({ name: 'mcp' })] },
        { hooks: [command({ name: 'off', enabled: false }), command({ name: 'all' })] },
      ],
      Stop: [{ hooks: [command({ name: 'stop' })] }],
    },
  });
  const { stdout } = await hooks(['explain', 'PreToolUse', 'Bash']);
  expect(stdout).toContain('On PreToolUse of Bash: 2 of 6 hooks fire.');
  expect(stdout).toContain('fires  all: it matches every tool');
  expect(stdout).toContain('fires  guard: "Bash" matches Bash');
  expect(stdout).toContain(
    'does not  lower: "bash" does not match Bash (names are case-sensitive: "bash")',
  );
  expect(stdout).toContain('does not  mcp: "mcp__.*" does not match Bash');
  expect(stdout).toContain('does not  off: disabled');
  expect(stdout).toContain('does not  stop: it is for Stop');
  const json = JSON.parse((await hooks(['explain', 'PreToolUse', 'Bash', '--json'])).stdout);
  expect(json.hooks.filter((row: { fires: boolean }) => row.fires)).toHaveLength(2);
});

test('doctor finds what will not work, says what to do, and fails when something will not fire', async () => {
  const { hooks, write, project } = guarded();
  const command = (fields: object) => ({ type: 'command', command: 'true', ...fields });
  write('home/one.sh', 'grep -q x && exit 1\nexit 0\n');
  write('home/windows.sh', 'exit 2\r\n');
  write('home/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'bash', hooks: [command({ name: 'dead' })] },
        { hooks: [command({ name: 'ms', timeout: 5000 })] },
        { hooks: [command({ name: 'one', command: 'sh ~/one.sh' })] },
        { hooks: [command({ name: 'relative', command: 'sh ./guard.sh' })] },
        { hooks: [command({ name: 'missing', command: './no.sh' })] },
        { hooks: [command({ name: 'plain', command: `${project}/guard.sh` })] },
        { hooks: [command({ name: 'cut', command: 'if true; then exit 2' })] },
        { hooks: [command({ name: 'bash', shell: 'bash', command: 'a=(1 2); exit 0' })] },
        { hooks: [command({ name: 'windows', command: 'sh ~/windows.sh' })] },
        { hooks: [command({ name: 'more', command: "jq -e '.session_crons == []'" })] },
      ],
    },
  });
  chmodSync(join(project, 'guard.sh'), 0o644);
  const { code, stdout } = await hooks(['doctor', '--json']);
  expect(code).toBe(1);
  const findings: [string, string, string][] = JSON.parse(stdout).findings.map(
    (f: { hook: string; text: string; fix: string }) => [f.hook, f.text, f.fix],
  );
  const about = (hook: string) =>
    findings
      .filter(([name]) => name === hook)
      .flat()
      .join('\n');
  expect(about('dead')).toMatch(/no tool is called "bash"[\s\S]*did you mean "Bash"/);
  expect(about('ms')).toMatch(/5000 seconds[\s\S]*if you meant milliseconds, write 5:/);
  expect(about('one')).toMatch(/exits 1 but never 2[\s\S]*exit 2 to block/);
  expect(about('relative')).toMatch(/which may change[\s\S]*WAVE_PROJECT_DIR/);
  expect(about('missing')).toMatch(/there is no .*no\.sh/);
  expect(about('plain')).toMatch(/is not executable/);
  expect(about('cut')).toMatch(/the shell cannot read it: .*syntax error/i);
  expect(about('bash')).not.toContain('cannot read it');
  expect(about('windows')).toMatch(/has Windows line endings[\s\S]*sed -i/);
  expect(about('more')).toMatch(/reads "session_crons", which only Claude Code passes/);
  expect(about('guard')).toMatch(/unapproved[\s\S]*wave hooks approve/);
});

test.each([
  ['bash', 1, 'error', /no tool is called "bash"/, /did you mean "Bash"/],
  ['mcp__memory', 1, 'error', /no tool is called "mcp__memory"/, /write "mcp__memory__\.\*"/],
  ['B[x]sh', 1, 'error', /the matcher "B\[x\]sh" fits no tool/, /check the name/],
  ['Edit|MultiEdit', 0, 'warning', /no tool is called "MultiEdit"/, /check the name/],
])('a matcher that fits no tool is found: %s', async (matcher, code, level, text, fix) => {
  const { home, project, write } = place();
  const entry = { type: 'command', name: 'g', command: 'true', onError: 'block' };
  write('home/.wave/settings.json', { hooks: { PreToolUse: [{ matcher, hooks: [entry] }] } });
  const hooks = (...args: string[]) => wave(['hooks', ...args], { home, project });
  const doctor = await hooks('doctor', '--json');
  expect(doctor.code).toBe(code);
  expect(JSON.parse(doctor.stdout).findings).toMatchObject([
    { level, hook: 'g', text: expect.stringMatching(text), fix: expect.stringMatching(fix) },
  ]);
  expect((await hooks('list')).stdout).toMatch(text);
});

test.each([
  [['list', 'nosense'], /unexpected words: nosense\nusage: wave hooks list/],
  [['review', 'it'], /unexpected words: it\nusage: wave hooks review/],
  [['doctor', 'who'], /unexpected words: who\nusage: wave hooks doctor/],
  [['explain', 'Stop', 'Bash'], /Stop has no tool, got "Bash"\nusage: wave hooks explain/],
  [['explain', 'PreToolUse', 'Bash', 'x'], /unexpected words: x\n/],
  [['log', '-n', '-3'], /-n: expected a value, got "-3"\nusage/],
])('words that nobody reads are refused: %j', async (args, says) => {
  const { hooks } = guarded();
  expect(await hooks(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
});

test('a wrong entry that blocks is told once, with its place', async () => {
  const { home, project, write } = place();
  const entry = { type: 'command', name: 'g', command: 'true', timeout: 'x', onError: 'block' };
  const file = write('home/.wave/settings.json', { hooks: { Stop: [{ hooks: [entry] }] } });
  const { stdout } = await wave(
    ['hooks', 'run', 'Stop', '--json'],
    { home, project },
    { stdin: '{}' },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    decision: 'block',
    toUser: [{ hook: 'g', tone: 'error', text: expect.stringContaining(`${file}:1: Stop[0]`) }],
  });
});

test('doctor is content with what is right', async () => {
  const { hooks, write } = guarded();
  const guard = { type: 'command', name: 'guard', command: 'sh "$WAVE_PROJECT_DIR"/guard.sh' };
  write('project/.wave/settings.json', {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ ...guard, onError: 'block' }] }] },
  });
  await hooks(['approve']);
  expect(await hooks(['doctor'])).toMatchObject({
    code: 0,
    stdout: '1 hook, no problems found.\n',
  });
});

test('review shows what was added, removed and changed, line by line, and accepts it', async () => {
  const { hooks, write, project } = guarded();
  await hooks(['approve']);
  expect((await hooks(['review'])).stdout).toContain('Nothing differs');
  writeFileSync(join(project, 'guard.sh'), 'echo changed >&2; exit 2\n');
  const changed = await hooks(['review']);
  expect(changed.stdout).toMatch(/changed {2}hook guard/);
  expect(changed.stdout).toContain('-echo guarded >&2; exit 2');
  expect(changed.stdout).toContain('+echo changed >&2; exit 2');
  expect(changed.stdout).toContain('Not accepted');
  write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', name: 'other', command: 'true' }] }] },
    permissions: { allow: ['Bash(ls)'] },
  });
  const { stdout } = await hooks(['review', '--accept']);
  expect(stdout).toMatch(
    /added {2}hook other[\s\S]*added {2}allow rule Bash\(ls\)[\s\S]*removed {2}hook guard[\s\S]*Accepted/,
  );
  expect((await hooks(['review'])).stdout).toContain('Nothing differs');
});

test('a guard that was taken away is told at the next run', async () => {
  const { hooks, write } = guarded();
  await hooks(['approve']);
  write('project/.wave/settings.json', '{}');
  const { stdout } = await hooks(['run', 'PreToolUse', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    decision: 'none',
    toUser: [
      { tone: 'warning', text: expect.stringContaining('"guard" was removed from the project') },
    ],
  });
});

test('approving an edited entry retires its earlier version, and no other', async () => {
  const { hooks, write } = guarded();
  const entry = (name: string, timeout: number) => ({
    type: 'command',
    name,
    command: ':',
    timeout,
  });
  const settings = (...entries: object[]) =>
    write('project/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: entries }] } });
  const warned = async () => {
    const { stdout } = await hooks(['run', 'PreToolUse', '--json']);
    return JSON.parse(stdout).toUser.map(({ text }: { text: string }) => /".*?"/.exec(text)?.[0]);
  };
  settings(entry('edited', 1), entry('twin', 1), entry('twin', 2), entry('removed', 1));
  await hooks(['approve']);
  settings(entry('edited', 3), entry('twin', 1), entry('twin', 4));
  await hooks(['approve']);
  expect(await warned()).toEqual(['"removed"']);
  expect((await hooks(['review', '--json'])).stdout).not.toContain('"edited"');
});

test('approve says which hooks of the file are off', async () => {
  const { hooks, write, project } = guarded();
  write('project/.wave/settings.json', {
    hooks: {
      PreToolUze: [{ hooks: [{ type: 'command', command: 'exit 2' }] }],
      Stop: [{ hooks: [{ type: 'command', comand: 'exit 2' }] }],
    },
  });
  const { code, stdout } = await hooks(['approve']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Off: .*PreToolUze.*PreToolUse.*settings\.json:1$/m);
  expect(stdout).toMatch(/^Off: .*comand.*settings\.json:1$/m);
  expect(JSON.parse((await hooks(['approve', '--json'])).stdout)).toMatchObject({
    projectDir: project,
    approved: [],
    off: [{ event: 'PreToolUze' }, { event: 'Stop' }],
  });
});

test.each([
  'n=$(cat .count 2>/dev/null); echo $((n+1)) > .count',
  'cat .count 2>/dev/null; echo x >> ./.count',
  'cat "$WAVE_PROJECT_DIR/.count" 2>/dev/null; echo x | tee -a "$WAVE_PROJECT_DIR"/.count',
  'read n < .count; echo $((n+1)) > .new && mv .new .count',
  'f=.count; cat $f; date > "$f"',
  'test -f .count || touch .count; wc -c .count',
  '{ cat .count 2>/dev/null; echo x; } > .new; cp .new .count',
])('a hook may write a state file of its own: %s', async (command) => {
  const { hooks, write } = guarded();
  const entry = { type: 'command', name: 'counts', command, onError: 'block' };
  write('project/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [entry] }] } });
  await hooks(['approve']);
  for (let call = 0; call < 3; call++) {
    const { stdout } = await hooks(['run', 'PreToolUse', '--json']);
    expect(stdout).not.toContain('approv');
  }
  expect((await hooks(['review'])).stdout).toContain('Nothing differs');
});

test('what a hook runs stays pinned, also where it writes to it', async () => {
  const { hooks, write, project } = guarded();
  const command = '. ./state.sh; echo : > state.sh';
  write('project/state.sh', ':\n');
  const entry = { type: 'command', name: 'sources', command, onError: 'block' };
  write('project/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [entry] }] } });
  await hooks(['approve']);
  writeFileSync(join(project, 'state.sh'), 'touch ran\n');
  const { stdout } = await hooks(['run', 'PreToolUse', '--json']);
  expect(JSON.parse(stdout).decision).toBe('block');
  expect(existsSync(join(project, 'ran'))).toBe(false);
});

test('approving by name approves only that, and an unknown name is told', async () => {
  const { hooks, write } = guarded();
  const entry = (name: string) => ({ type: 'command', name, command: `: ${name}` });
  write('project/.wave/settings.json', { hooks: { Stop: [{ hooks: [entry('a'), entry('b')] }] } });
  expect(await hooks(['approve', 'nope'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no item called "nope" waits for approval; waiting: "a", "b"'),
  });
  await hooks(['approve', 'b']);
  const { stderr } = await hooks(['run', 'Stop'], '{}');
  expect(stderr).toContain('Stop  a');
  expect(stderr).not.toContain('Stop  b');
});

test('what is printed of a project cannot move the cursor', async () => {
  const { hooks, write } = guarded();
  write('project/.wave/settings.json', {
    hooks: {
      Stop: [{ hooks: [{ type: 'command', name: 'x\u001b[2J\u202e', command: 'true\u001b[1A' }] }],
    },
  });
  for (const args of [['list'], ['review'], ['run', 'Stop'], ['explain', 'Stop'], ['doctor']]) {
    const { stdout, stderr } = await hooks(args, '{}');
    expect(stdout + stderr).not.toMatch(/[\u001b\u202e]/);
  }
});

test('approvals are private and outside the project', async () => {
  const { hooks, home, project } = guarded();
  await hooks(['approve']);
  const file = join(home, '.wave/approvals.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8')).projects[project]).toHaveLength(1);
  expect(existsSync(join(project, '.wave/approvals.json'))).toBe(false);
});

test('disable and enable change one field, keep every other byte, and need no new approval', async () => {
  const { hooks, write } = guarded();
  const text = `{
  // keep me
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "type": "command", "name": "guard", "onError": "continue", "command": "sh \\"$WAVE_PROJECT_DIR\\"/guard.sh" /* and me */ } ] },
    ],
  },
}
`;
  const file = write('project/.wave/settings.json', text);
  await hooks(['approve']);
  const decision = async () =>
    JSON.parse((await hooks(['run', 'PreToolUse', '--json'])).stdout).decision;
  expect(await decision()).toBe('block');
  expect(await hooks(['disable', 'guard'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('guard is now off'),
  });
  expect(readFileSync(file, 'utf8')).toContain('"enabled": false');
  expect(readFileSync(file, 'utf8')).toContain('// keep me');
  expect(await decision()).toBe('none');
  expect((await hooks(['disable', 'guard'])).stdout).toContain('already off');
  const content = { code: 0, stdout: '1 hook, no problems found.\n' };
  expect(await hooks(['doctor'])).toMatchObject(content);
  await hooks(['enable', 'guard']);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(await decision()).toBe('block');
  expect(await hooks(['doctor'])).toMatchObject(content);
  expect((await hooks(['run', 'PreToolUse'])).stdout).not.toContain('no longer');
});

test('a switch approves nothing else, although it stands in the same line', async () => {
  const { hooks, write } = guarded();
  const hook = (name: string) => ({ type: 'command', name, command: `echo ${name} >&2; exit 2` });
  write('project/.wave/settings.json', { hooks: { Stop: [{ hooks: [hook('a'), hook('b')] }] } });
  expect((await hooks(['approve', 'a'])).code).toBe(0);
  await hooks(['disable', 'a']);
  const rows = JSON.parse((await hooks(['list', '--json'])).stdout);
  expect(
    (rows.hooks ?? rows).map(({ name, state }: Record<string, string>) => [name, state]),
  ).toEqual([
    ['a', 'disabled'],
    ['b', 'unapproved'],
  ]);
});

test('a name that is none, or that several have, is told with the places', async () => {
  const { hooks, write } = guarded();
  const entry = { type: 'command', name: 'same', command: 'true' };
  write('home/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [entry, { ...entry, command: ':' }] }] },
  });
  expect((await hooks(['disable', 'nope'])).stderr).toContain(
    'no hook is called "nope"; there is:',
  );
  expect((await hooks(['disable', 'same'])).stderr).toContain('several hooks are called "same"');
});

test('doctor knows from the log who exits 1 and who is slow', async () => {
  const { hooks, write } = guarded();
  const command = (fields: object) => ({ type: 'command', ...fields });
  write('home/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        {
          hooks: [
            command({ name: 'one', command: 'n=1; exit $n' }),
            command({ name: 'slow', command: 'sleep 1.2' }),
          ],
        },
      ],
    },
  });
  await hooks(['approve']);
  await hooks(['run', 'PreToolUse']);
  const { findings } = JSON.parse((await hooks(['doctor', '--json'])).stdout);
  const about = (hook: string) =>
    findings
      .filter((f: { hook: string }) => f.hook === hook)
      .map((f: { text: string }) => f.text)
      .join();
  expect(about('one')).toContain('it exited 1 in 1 of its last 1 runs');
  expect(about('slow')).toContain('it is slow');
});

describe('prompts that a project brings', () => {
  const TEXT = '---\ndescription: tidies up\n---\nFirst line.\n\nLast line: $1.\n';

  test.each(['review', 'approve'])('wave hooks %s shows all of their text', async (name) => {
    const where = place();
    where.write('project/.wave/commands/team/tidy.md', TEXT);
    where.write('project/.wave/SUPERVISOR.md', 'Be strict.\nAnd fair.\n');
    const { stdout } = await wave(['hooks', name], where);
    const shown = TEXT.trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '' : `  ${line}`));
    expect(stdout.replace(/[ \t]+$/gm, '')).toContain(shown.join('\n'));
    expect(stdout).toContain('  Be strict.\n  And fair.\n');
  });

  test('wave -p says that a command is not approved, and sends nothing', async () => {
    const where = place();
    where.write('project/.wave/commands/tidy.md', TEXT);
    const run = () => wave(['-p', '/tidy up', '--model', 'practice'], where);
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the project's command /tidy is not approved"),
    });
    await wave(['hooks', 'approve', '--yes'], where);
    expect((await run()).code).toBe(0);
    where.write('project/.wave/commands/tidy.md', `${TEXT}And more.`);
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/tidy changed since it was approved'),
    });
  });
});

test('what an approval does not cover is named, and how Python is kept to its library', async () => {
  const { hooks, write, project } = guarded();
  const command = (name: string, text: string) => ({ type: 'command', name, command: text });
  write(
    'project/hooks/n.mjs',
    "import 'lodash'; import './a.mjs'; await import(process.argv[2]);\n",
  );
  write('project/hooks/a.mjs', '');
  write('project/hooks/p.py', 'import json\n');
  write('project/hooks/i.py', 'import json\n');
  write('project/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        {
          hooks: [
            command('packages', 'node "$WAVE_PROJECT_DIR"/hooks/n.mjs'),
            command('python', 'python3 "$WAVE_PROJECT_DIR"/hooks/p.py'),
            command('alone', 'python3 -I "$WAVE_PROJECT_DIR"/hooks/i.py'),
          ],
        },
      ],
    },
  });
  const gaps =
    'content not fully covered: it loads packages from node_modules (lodash); it may load more than its text names (import()';
  for (const word of ['list', 'review']) expect((await hooks([word])).stdout, word).toContain(gaps);
  const { stdout } = await hooks(['approve', '--yes']);
  expect(stdout).toContain(gaps);
  expect(stdout).toContain(`file: ${project}/hooks/a.mjs`);
  expect(stdout.match(/start it with "python3 -I"/g)).toHaveLength(1);
  const rows = JSON.parse((await hooks(['list', '--json'])).stdout).hooks;
  expect(rows.map((row: { coverage: string }) => row.coverage)).toEqual([
    'partial',
    'full',
    'full',
  ]);
  const { findings } = JSON.parse((await hooks(['doctor', '--json'])).stdout);
  expect(
    findings.map(({ hook, fix }: { hook: string; fix: string }) => [hook, fix]),
  ).toContainEqual(['python', 'start it with "python3 -I", which looks only in the library']);
  // A module that appears is no longer what was approved, and a review says so.
  write('project/hooks/re.py', '');
  expect((await hooks(['review'])).stdout).toContain(
    '  hooks/re.py was not there when it was approved\n',
  );
});

test('a relative script, seen from a subdirectory, is not called changed', async () => {
  const where = guarded();
  const { write, project } = where;
  write('project/.git/HEAD', 'ref: refs/heads/main\n');
  write('project/sub/x', '');
  write('project/guard.sh', 'exit 0\n');
  write('project/.wave/settings.json', {
    hooks: {
      UserPromptSubmit: [{ hooks: [{ type: 'command', name: 'guard', command: 'sh guard.sh' }] }],
    },
  });
  await where.hooks(['approve', '--yes']);
  const { stdout } = await wave(
    ['hooks', 'run', 'UserPromptSubmit', '--json'],
    { ...where, project: join(project, 'sub') },
    { stdin: '{"prompt":"hello"}' },
  );
  const { decision, erasePrompt, toUser } = JSON.parse(stdout);
  expect({ decision, erasePrompt }).toEqual({ decision: 'none', erasePrompt: false });
  expect(toUser.map(({ text }: { text: string }) => text).join()).toContain(
    `guard.sh cannot be found from ${join(project, 'sub')}`,
  );
});
