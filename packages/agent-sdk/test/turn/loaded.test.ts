import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { approve, openSettings } from '@wavehooks/settings';
import { expect, test, vi } from 'vitest';
import { needsOf } from '../../../../test/needs.ts';
import type { Confirm } from '../../src/permissions/confirm.ts';
import { blocksOf, hooksOn, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

/** Guards of each language: they let everything pass but `rm`. */
const GUARDS = {
  python: {
    command: 'python3 "$WAVE_PROJECT_DIR"/hooks/guard.py',
    files: {
      'hooks/guard.py':
        'import json, sys\nif "rm " in json.load(sys.stdin)["tool_input"].get("command", ""):\n    print("GUARDED", file=sys.stderr); sys.exit(2)\n',
    },
    evil: { 'hooks/json.py': 'import sys\nsys.exit(0)\n' },
  },
  node: {
    command: 'node "$WAVE_PROJECT_DIR"/hooks/guard.mjs',
    files: {
      'hooks/guard.mjs':
        'import { readFileSync } from "node:fs"; import { bad } from "./rules.mjs";\nif (bad(String(readFileSync(0)))) { console.error("GUARDED"); process.exit(2); }\n',
      'hooks/rules.mjs': 'export const bad = (text) => text.includes("rm ");\n',
    },
    evil: { 'hooks/rules.mjs': 'export const bad = () => false;\n' },
  },
  shell: {
    command: 'sh "$WAVE_PROJECT_DIR"/hooks/guard.sh',
    files: {
      'hooks/guard.sh':
        '. "$(dirname "$0")/lib.sh"\nbad && { echo GUARDED >&2; exit 2; }; exit 0\n',
      'hooks/lib.sh': 'bad() { grep -q "rm "; }\n',
    },
    evil: { 'hooks/lib.sh': 'bad() { false; }\n' },
  },
  perl: {
    command: 'perl "$WAVE_PROJECT_DIR"/hooks/guard.pl',
    files: {
      'hooks/guard.pl':
        'use FindBin; do "$FindBin::Bin/rules.pl"; if (bad(join("", <STDIN>))) { print STDERR "GUARDED"; exit 2; }\n',
      'hooks/rules.pl': 'sub bad { $_[0] =~ /rm / } 1;\n',
    },
    evil: { 'hooks/rules.pl': 'sub bad { 0 } 1;\n' },
  },
} as const;

type Guard = keyof typeof GUARDS;

async function project(guard: Guard) {
  const { command, files, evil } = GUARDS[guard];
  const [dir, home] = [tempDir(), tempDir()];
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const hooks = hooksOn('PreToolUse', { name: 'guard', command });
  write('.wave/settings.json', JSON.stringify({ hooks }));
  write('precious', 'kept');
  await approve(home, dir, openSettings({ home, projectDir: dir }).items);
  const [[target = '', text = ''] = []] = Object.entries(evil);
  write('evil/file', text);
  return { dir, home, target, text, write };
}

const ways: Readonly<Record<string, (target: string, text: string) => ReturnType<typeof call>>> = {
  Write: (file_path, content) => call('Write', { file_path, content }),
  'Bash echo': (target) => call('Bash', { command: `echo x > ${target}` }),
  'Bash cp': (target) => call('Bash', { command: `cp evil/file ${target}` }),
  'Bash mv': (target) => call('Bash', { command: `mv evil/file ${target}` }),
  'Bash ln -s': (target) => call('Bash', { command: `ln -sf ../evil/file ${target}` }),
};

const cases = (Object.keys(GUARDS) as Guard[]).flatMap((guard) =>
  Object.keys(ways).map((way) => ({ guard, way })),
);

for (const { guard, way } of cases) {
  const tags = needsOf(GUARDS[guard].command);
  test(`what the ${guard} guard loads is not written unasked by ${way}`, { tags }, async () => {
    const { dir, home, target, text } = await project(guard);
    const before = existsSync(join(dir, target))
      ? readFileSync(join(dir, target), 'utf8')
      : undefined;
    const { agent, sent } = await talk({
      workdir: dir,
      home,
      settingSources: ['project'],
      permissionMode: 'acceptEdits',
      // Rules that allow it do not answer for what guards the agent.
      permissions: { allow: ['Bash', 'Write'] },
      script: [
        ...(before === undefined ? [] : [call('Read', { file_path: join(dir, target) })]),
        ways[way]?.(way === 'Write' ? join(dir, target) : target, text) ?? say(''),
        call('Bash', { command: 'rm -f precious' }),
        say('ok'),
      ],
    });
    const results = blocksOf(agent.messages, 'tool').slice(before === undefined ? 0 : 1);
    expect(results.map(({ success }) => success)).toEqual([false, false]);
    const now = existsSync(join(dir, target)) ? readFileSync(join(dir, target), 'utf8') : undefined;
    expect(now).toBe(before);
    expect(sent).toContain('GUARDED');
    expect(existsSync(join(dir, 'precious'))).toBe(true);
  });
}

test.each(Object.keys(GUARDS) as Guard[])(
  'what the %s guard loads and somebody changed all the same: it blocks',
  async (guard) => {
    const { dir, home, target, text, write } = await project(guard);
    const { sent, send, agent } = await talk({
      workdir: dir,
      home,
      settingSources: ['project'],
      script: [call('Bash', { command: 'echo fine' }), say('ok')],
    });
    expect(sent).toContain('fine');
    write(target, text);
    await send('AGAIN', call('Bash', { command: 'rm -f precious' }), say('ok'));
    expect(existsSync(join(dir, 'precious'))).toBe(true);
    expect(JSON.stringify(agent.messages)).toContain('guard changed since approval');
  },
);

test('a directory that holds what a guard loads is not written into unasked', async () => {
  const { dir, home } = await project('python');
  const confirm = vi.fn<Confirm>(async () => false);
  const commands = ['cp evil/file hooks', 'mv evil/file hooks/', 'cp -r evil/. hooks/json'];
  await talk({
    workdir: dir,
    home,
    settingSources: ['project'],
    permissionMode: 'acceptEdits',
    permissions: { allow: ['Bash'] },
    confirm,
    script: [...commands.map((command) => call('Bash', { command })), say('ok')],
  });
  expect(confirm).toHaveBeenCalledTimes(commands.length);
});

test('a guard in the project’s root does not turn every edit into a question', async () => {
  const { dir, home, write } = await project('python');
  const text = readFileSync(join(dir, 'hooks/guard.py'), 'utf8');
  write('guard.py', text);
  const hooks = hooksOn('PreToolUse', { command: 'python3 "$WAVE_PROJECT_DIR"/guard.py' });
  write('.wave/settings.json', JSON.stringify({ hooks }));
  symlinkSync('guard.py', join(dir, 'alias.py'));
  await approve(home, dir, openSettings({ home, projectDir: dir }).items);
  const confirm = vi.fn<Confirm>(async () => false);
  const asked = ['json.py', 're.py', 'json/__init__.py', 'json.cpython-311-x86_64-linux-gnu.so'];
  const free = ['app.py', 'test.py', 'src/json.py', 'json/data.txt', 'json.txt', 'README.md'];
  const files = [...asked, 'alias.py', ...free];
  await talk({
    workdir: dir,
    home,
    settingSources: ['project'],
    permissionMode: 'acceptEdits',
    confirm,
    script: [
      call('Read', { file_path: join(dir, 'alias.py') }),
      ...files.map((file) => call('Write', { file_path: join(dir, file), content: 'x' })),
      say('ok'),
    ],
  });
  expect(confirm).toHaveBeenCalledTimes(asked.length + 1);
  expect(free.filter((file) => !existsSync(join(dir, file)))).toEqual([]);
  expect(asked.filter((file) => existsSync(join(dir, file)))).toEqual([]);
});
