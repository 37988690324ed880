import { expect, test } from 'vitest';
import { place, wave } from './helpers.ts';

const HOOKS = `hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          name: seers
          command: sh "$WAVE_PROJECT_DIR"/guard.sh
  Stop:
    - hooks:
        - type: command
          name: ends
          command: 'true'
`;

function withFiles() {
  const where = place();
  where.write('project/guard.sh', 'echo GUARDED >&2; exit 2\n');
  where.write(
    'project/.wave/agents/seer.md',
    `---\nname: seer\ndescription: sees things\ntools: Read, Grep\n${HOOKS}---\nYou are the SEER.\n`,
  );
  where.write('home/.wave/agents/bad.md', '---\ndescription: 5\ntools: {a: b}\n---\nx\n');
  where.write('project/.wave/skills/pdf/SKILL.md', '---\ndescription: reads\n---\nDo it.\n');
  where.write('project/.wave/skills/pdf/tool.sh', 'echo beside\n');
  const run = (...args: string[]) => wave(args, where);
  return { ...where, run };
}

test('list, show, approve: agents and skills with their source and state', async () => {
  const { run, write } = withFiles();
  const { stdout: before } = await run('agents');
  expect(before).toContain('faulty  bad  ~/.wave/agents/bad.md');
  expect(before).toContain('"tools": expected names of tools');
  expect(before).toMatch(/waits for approval {2}seer {2}.*project\/\.wave\/agents\/seer\.md/);
  expect((await run('skills')).stdout).toMatch(/waits for approval {2}pdf/);
  const { stdout: shown } = await run('agents', 'approve', 'seer');
  for (const part of ['agent seer', 'You are the SEER.', 'GUARDED', 'Approved 1'])
    expect(shown).toContain(part);
  expect((await run('agents')).stdout).toMatch(/active {2}seer/);
  expect((await run('skills')).stdout).toMatch(/waits for approval {2}pdf/);
  const { stdout: full } = await run('agents', 'show', 'seer');
  for (const part of [
    'tools: Read, Grep',
    'hook: PreToolUse seers',
    'hook: SubagentStop ends',
    'You are the SEER.',
  ])
    expect(full).toContain(part);
  const skills = await run('hooks', 'approve', '--yes');
  for (const part of ['skill pdf', 'echo beside', 'no file may be added here'])
    expect(skills.stdout).toContain(part);
  expect(JSON.parse((await run('skills', '--json')).stdout).skills).toMatchObject([
    { definition: { kind: 'skill', name: 'pdf' }, state: 'active', from: 'project' },
  ]);
  write('project/.wave/skills/pdf/tool.sh', 'echo other\n');
  expect((await run('skills')).stdout).toMatch(
    /changed since approval {2}pdf[\s\S]*tool\.sh is not what was approved/,
  );
  const { stdout: review } = await run('hooks', 'review');
  expect(review).toMatch(/changed {2}skill pdf[\s\S]*-echo beside\n +\+echo other/);
});

test('a faulty one is listed with the line of each fault', async () => {
  const { run, write } = withFiles();
  write(
    'home/.wave/agents/c.md',
    '---\nname: c\ndescription: d\ntools: Read, Bash(git log:*)\n---\nx\n',
  );
  const { stdout } = await run('agents');
  expect(stdout).toContain(
    'faulty  c  ~/.wave/agents/c.md:4\n  "tools": expected names of tools, got "Bash(git log:*)"',
  );
  write('home/.wave/agents/c.md', '---\nname: c d\ndescription: d\ntool: Read\n---\nx\n');
  const { stdout: two } = await run('agents');
  expect(two).toMatch(/c\.md:2\n {2}"name": expected .*; line 4: "tool" is not a field/);
});

const withHook = (event: string, entry: string) =>
  `---\nname: odd\ndescription: d\nhooks:\n  ${event}:\n    - hooks:\n        - ${entry}\n---\nx\n`;

test.each([
  ['agents', '.wave/agents/odd.md'],
  ['skills', '.wave/skills/odd/SKILL.md'],
] as const)('%s whose hooks are wrong are off, by file and line', async (kind, path) => {
  const where = place();
  const { write } = where;
  for (const [event, entry, line, text] of [
    ['PreTolUse', '{type: command, command: ./g.sh}', 5, '"PreTolUse" is not an event'],
    ['PreToolUse', '{type: command, comand: ./g.sh}', 7, '"command": expected'],
    ['PreToolUse', '{type: command, comand: ./g.sh, onError: block}', 7, '"command": expected'],
  ] as const) {
    write(`home/${path}`, withHook(event, entry));
    const { stdout } = await wave([kind], where);
    expect(stdout).toContain(`faulty  odd  ~/${path}:${line}`);
    expect(stdout).toContain(text);
    const { stderr } = await wave(['-p', 'say hello', '--model', 'practice'], where);
    expect(stderr).toContain(`${path}:${line}`);
    expect(stderr).toContain(`this ${kind.slice(0, -1)} is off`);
    expect(stderr).not.toContain('is blocked');
  }
  write(`project/${path}`, withHook('PreTolUse', '{type: command, command: ./g.sh}'));
  expect((await wave(['hooks', 'approve', '--yes'], where)).stdout).not.toContain('Approved');
  expect((await wave([kind], where)).stdout).not.toContain('active');
});

test('what is not there is said, with the nearest name', async () => {
  const { run } = withFiles();
  expect(await run('agents', 'show', 'seers')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no agent "seers" (did you mean seer?)'),
  });
  expect((await run('skills', 'wipe')).stderr).toContain('wave skills has no "wipe"');
});

test('hooks of front matter are listed with their source and when they are in force', async () => {
  const { run, project } = withFiles();
  await run('hooks', 'approve', '--yes');
  const { stdout } = await run('hooks', 'list');
  expect(stdout).toContain('active  seers  on Bash');
  expect(stdout).toContain(`${project}/.wave/agents/seer.md:9`);
  expect(stdout).toContain('only while the agent seer works');
  const { stdout: explained } = await run('hooks', 'explain', 'PreToolUse', 'Bash');
  expect(explained).toContain('only while the agent seer works');
});

test('an event of that agent runs them, another does not', async () => {
  const { run, home, project } = withFiles();
  await run('hooks', 'approve', '--yes');
  const decided = async (more: object) => {
    const stdin = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' }, ...more });
    const { stdout } = await wave(
      ['hooks', 'run', 'PreToolUse', '--json'],
      { home, project },
      { stdin },
    );
    return JSON.parse(stdout).decision;
  };
  expect(await decided({})).toBe('none');
  expect(await decided({ agent_id: 'a', agent_type: 'seer' })).toBe('block');
  expect(await decided({ agent_id: 'a', agent_type: 'general' })).toBe('none');
});

test('doctor says how to approve them; enable and disable leave front matter alone', async () => {
  const { run, project } = withFiles();
  const { stdout } = await run('hooks', 'doctor');
  expect(stdout).toMatch(
    /agent seer, skill pdf wait for your approval[^\n]*\n +fix: look at it with "wave hooks review"/,
  );
  const { code, stderr } = await run('hooks', 'disable', 'seers');
  expect(code).toBe(1);
  expect(stderr).toContain(`${project}/.wave/agents/seer.md:9 is front matter`);
});
