import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { approve, openSettings } from '@wavehooks/settings';
import { describe, expect, test } from 'vitest';
import { openAgent } from '../open-agent.ts';
import { delegate, said } from '../subagent/delegate.ts';
import { blocksOf, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const skillFile = (head = '', body = 'BODY of the skill: $ARGUMENTS') =>
  `---\nname: pdf\ndescription: reads PDFS\n${head}---\n${body}\n`;

function place() {
  const [home, dir] = [tempDir(), tempDir()];
  const write = (root: string) => (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return { home, dir, inHome: write(home), inProject: write(dir) };
}

type Where = ReturnType<typeof place>;

const approveAll = async ({ home, dir }: Where) =>
  approve(home, dir, openSettings({ home, projectDir: dir }).items);

const open = ({ home, dir }: Where, more: Parameters<typeof openAgent>[0] = {}) =>
  openAgent({
    home,
    workdir: dir,
    settingSources: ['user', 'project', 'local'],
    permissionMode: 'default',
    ...more,
  });

const problemTexts = ({ agent }: Awaited<ReturnType<typeof open>>) =>
  agent.problems.map(({ text }) => text);

const useSkill = call('Skill', { skill: 'pdf', args: 'the ARGS' });
const touch = (name: string) => call('Bash', { command: `touch ${name}` });

describe.each(['anthropic', 'chat'] as const)('over %s', (protocol) => {
  test('the model knows names first, reads the body when it calls, and the files beside it', async () => {
    const where = place();
    where.inHome('.wave/skills/pdf/SKILL.md', skillFile());
    where.inHome('.wave/skills/pdf/more.md', 'MORE words');
    const { agent, server } = await open(where, { protocol });
    const file = join(where.home, '.wave/skills/pdf/more.md');
    server.script(useSkill, call('Read', { file_path: file }), say('done'));
    const { ended } = await agent.sendMessage('go');
    expect(ended).toBe('done');
    expect(server.faults).toEqual([]);
    const [first, second, third] = server.requests.map((request) => said(request));
    expect(first).toContain('- pdf: reads PDFS');
    expect(first).not.toContain('BODY of');
    expect(second).toContain('BODY of the skill: the ARGS');
    expect(second).toContain(join(where.home, '.wave/skills/pdf'));
    expect(third).toContain('MORE words');
  });
});

test("a project's skill is offered only once its whole folder is approved", async () => {
  const where = place();
  where.inProject('.wave/skills/pdf/SKILL.md', skillFile('allowed-tools: Bash\n'));
  where.inProject('.wave/skills/pdf/run.sh', 'true');
  const before = await open(where);
  before.server.script(useSkill, touch('ran'), say('x'));
  await before.agent.sendMessage('go');
  expect(before.sent()).not.toContain('PDFS');
  expect(before.sent()).not.toContain('BODY');
  expect(existsSync(join(where.dir, 'ran'))).toBe(false);
  expect(problemTexts(before)).toEqual([
    "this project's skill pdf waits for your approval and is not offered to the model (see: wave hooks review)",
  ]);
  await expect(before.agent.expand('/pdf x')).rejects.toThrow('/pdf is not approved');
  await approveAll(where);
  const after = await open(where);
  after.server.script(useSkill, touch('ran'), say('x'));
  await after.agent.sendMessage('go');
  expect(after.sent()).toContain('BODY of the skill');
  expect(existsSync(join(where.dir, 'ran'))).toBe(true);
  where.inProject('.wave/skills/pdf/sub/added.sh', 'true');
  const added = await open(where);
  added.server.script(say('x'));
  await added.agent.sendMessage('go');
  expect(added.sent()).not.toContain('PDFS');
  expect(problemTexts(added)[0]).toContain('skill pdf (changed) waits');
});

test('what it allows ends with the turn, and denies and asks stay above it', async () => {
  const where = place();
  where.inHome(
    '.wave/skills/pdf/SKILL.md',
    skillFile('allowed-tools: Bash(touch *), Read({a,b})\n'),
  );
  const opened = await open(where, { permissions: { deny: ['Bash(touch denied)'] } });
  const { agent, server } = opened;
  server.script(touch('early'), useSkill, touch('now'), touch('denied'), say('x'));
  await agent.sendMessage('go');
  server.script(touch('later'), say('x'));
  await agent.sendMessage('go');
  const there = (name: string) => existsSync(join(where.dir, name));
  expect(['early', 'now', 'denied', 'later'].filter(there)).toEqual(['now']);
  expect(problemTexts(opened)).toEqual([
    '"allowed-tools": the rule "Read({a,b})": braces are not supported; write one rule for each; it grants nothing',
  ]);
});

test('what it allows is not for subagents', async () => {
  const where = place();
  where.inHome('.wave/skills/pdf/SKILL.md', skillFile('allowed-tools: Bash(touch *)\n'));
  const { agent, server } = await open(where);
  server.script(useSkill, delegate('DO'), touch('sub'), say('done'), touch('own'), say('x'));
  await agent.sendMessage('go');
  const there = (name: string) => existsSync(join(where.dir, name));
  expect(['sub', 'own'].filter(there)).toEqual(['own']);
});

test('a subagent takes up skills of its own', async () => {
  const where = place();
  where.inHome('.wave/skills/pdf/SKILL.md', skillFile('allowed-tools: Bash(touch *)\n'));
  const { agent, server } = await open(where);
  server.script(delegate('DO'), useSkill, touch('sub'), say('done'), touch('own'), say('x'));
  await agent.sendMessage('go');
  expect(server.faults).toEqual([]);
  const there = (name: string) => existsSync(join(where.dir, name));
  expect(['sub', 'own'].filter(there)).toEqual(['sub']);
});

const GUARD = `hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: echo GUARDED >&2; exit 2
`;

test('its hooks run once it is in use, for subagents and in a resumed session as well', async () => {
  const where = place();
  where.inHome('.wave/skills/pdf/SKILL.md', skillFile(GUARD));
  const options = { permissionMode: 'bypassPermissions', session: { keep: true } } as const;
  const { agent, server } = await open(where, options);
  server.script(touch('a'), useSkill, touch('b'), delegate('DO'), touch('c'), say('s'), say('x'));
  await agent.sendMessage('go');
  const there = (name: string) => existsSync(join(where.dir, name));
  expect(['a', 'b', 'c'].filter(there)).toEqual(['a']);
  await agent.close();
  const resumed = await open(where, {
    ...options,
    session: { keep: true, resume: agent.sessionId },
  });
  resumed.server.script(touch('d'), say('x'));
  await resumed.agent.sendMessage('go');
  expect(there('d')).toBe(false);
});

test('/name is a prompt of the user, takes it up, and its expansion has its event', async () => {
  const where = place();
  where.inHome('.wave/skills/pdf/SKILL.md', skillFile(GUARD));
  const { agent, server } = await open(where, {
    permissionMode: 'bypassPermissions',
    hooks: {
      UserPromptExpansion: [
        { matcher: 'pdf', hooks: [{ type: 'command', command: 'echo EXPANDING' }] },
      ],
    },
  });
  const prompt = await agent.expand('/pdf one two');
  expect(prompt).toContain('BODY of the skill: one two');
  server.script(touch('ran'), say('x'));
  await agent.sendMessage(prompt ?? '');
  expect(said(server.requests[0])).toContain('EXPANDING');
  expect(existsSync(join(where.dir, 'ran'))).toBe(false);
  expect(agent.commands.map(({ name, about }) => [name, about])).toContainEqual([
    'pdf',
    'reads PDFS',
  ]);
});

test('who may call it is as its file says', async () => {
  const where = place();
  where.inHome('.wave/skills/pdf/SKILL.md', skillFile('disable-model-invocation: true\n'));
  where.inHome(
    '.wave/skills/quiet/SKILL.md',
    '---\ndescription: QUIET\nuser-invocable: false\n---\nQ',
  );
  const { agent, server } = await open(where);
  server.script(useSkill, say('x'));
  await agent.sendMessage('go');
  expect(said(server.requests[0])).toContain('- quiet: QUIET');
  expect(said(server.requests[0])).not.toContain('PDFS');
  expect(blocksOf(agent.messages, 'tool')[0]?.result).toBe(
    'Only the user can call the skill "pdf".',
  );
  expect(await agent.expand('/quiet')).toBeUndefined();
  expect(await agent.expand('/pdf x')).toContain('BODY');
});

test('a deny rule keeps a skill away, and disallowedTools all of them', async () => {
  const where = place();
  where.inHome('.wave/skills/pdf/SKILL.md', skillFile());
  const denied = await open(where, { permissions: { deny: ['Skill(pdf)'] } });
  denied.server.script(useSkill, say('x'));
  await denied.agent.sendMessage('go');
  expect(denied.sent()).not.toContain('BODY of');
  const other = await open(where, { permissions: { deny: ['Skill(other)'] } });
  other.server.script(useSkill, say('x'));
  await other.agent.sendMessage('go');
  expect(other.sent()).toContain('BODY of');
  const without = await open(where, { disallowedTools: ['Skill'] });
  without.server.script(say('x'));
  await without.agent.sendMessage('go');
  expect(without.sent()).not.toContain('PDFS');
});

test('a skill that a rule denies is not in the list, from the moment of the rule', async () => {
  const where = place();
  where.inHome('.wave/skills/pdf/SKILL.md', skillFile());
  where.inHome('.wave/skills/doc/SKILL.md', '---\ndescription: reads DOCS\n---\nOTHER\n');
  const { agent, server } = await open(where, { permissions: { deny: ['Skill(p*)'] } });
  server.script(delegate('LOOK', 'general'), say('seen'), useSkill, say('x'));
  await agent.sendMessage('go');
  for (const request of server.requests) {
    expect(said(request)).toContain('- doc: reads DOCS');
    expect(said(request)).not.toContain('PDFS');
  }
  expect(blocksOf(agent.messages, 'tool').at(-1)?.result).toContain('A permission rule denies');
  // You can still load it.
  expect(await agent.expand('/pdf x')).toContain('BODY');
  await agent.addRule('deny', 'Skill');
  server.script(say('y'));
  await agent.sendMessage('go');
  expect(said(server.requests.at(-1))).toContain('These tools are not available: Skill.');
});

interface Body {
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}

test('the list is bounded', async () => {
  const where = place();
  for (let at = 0; at < 60; at++)
    where.inHome(
      `.wave/skills/s${at}/SKILL.md`,
      `---\ndescription: ${'long '.repeat(1000)}\n---\nBODY\n`,
    );
  const { agent, server } = await open(where);
  server.script(say('x'));
  await agent.sendMessage('go');
  const body = server.requests[0]?.body as unknown as Body;
  const { description = '' } = body.tools.find(({ name }) => name === 'Skill') ?? {};
  expect(description.length).toBeLessThan(18_000);
  expect(description).toContain('and by name only:');
  expect(description).toContain('s9');
});

test("Claude Code's skills count when its files are read; a folder with a link cannot be approved", async () => {
  const where = place();
  where.inHome('.claude/skills/pdf/SKILL.md', skillFile('model: opus\n'));
  where.inHome('.wave/settings.json', '{"readClaudeCode":true}');
  const opened = await open(where);
  opened.server.script(say('x'));
  await opened.agent.sendMessage('go');
  expect(opened.sent()).toContain('- pdf: reads PDFS');
  expect(opened.agent.settings?.notTaken.map(({ field }) => field)).toEqual(['model']);
});

test("Claude Code's commands are called by their names, and a project's once its file is approved", async () => {
  const where = place();
  where.inHome('.wave/settings.json', '{ "readClaudeCode": true }');
  where.inHome('.claude/commands/look.md', 'LOOK at $1.');
  where.inProject('.claude/commands/team/review.md', 'REVIEW it.');
  where.inProject('.claude/commands/team/notes/more.md', 'MORE of it.');
  const before = await open(where);
  expect(await before.agent.expand('/look src')).toBe('LOOK at src.');
  await expect(before.agent.expand('/team:review')).rejects.toThrow(/is not approved/);
  await approveAll(where);
  const { agent } = await open(where);
  expect(await agent.expand('/team:review')).toBe('REVIEW it.');
  where.inProject('.claude/commands/team/review.md', 'SEND it.');
  const after = await open(where);
  await expect(after.agent.expand('/team:review')).rejects.toThrow(/changed since it/);
  expect(await after.agent.expand('/team:notes:more')).toBe('MORE of it.');
});
