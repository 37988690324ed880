import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { approve } from '../../src/trust/approve.ts';
import { type OpenOptions, openSettings } from '../../src/trust/open.ts';

function place() {
  const root = tempDir();
  const write = (path: string, content: unknown) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  const options = { home: join(root, 'home'), projectDir: join(root, 'project') };
  mkdirSync(options.home);
  mkdirSync(options.projectDir);
  const servers = (more: Partial<OpenOptions> = {}) =>
    openSettings({ ...options, ...more }).servers.map(
      ({ name, from, trust }) => `${name} ${from} ${trust}`,
    );
  const approveAll = () => approve(options.home, options.projectDir, openSettings(options).items);
  return { root, write, options, servers, approveAll };
}

const one = (name: string, server: object = { command: 'x' }) => ({
  mcpServers: { [name]: server },
});

test('every source in its order, and what of it may be started', async () => {
  const p = place();
  p.write('home/.wave/settings.json', one('user'));
  p.write('project/.mcp.json', one('shared'));
  p.write('project/.wave/settings.json', one('project'));
  p.write('project/.wave/settings.local.json', one('local'));
  const settings = p.write('flag.json', one('flag'));
  const rows = (theirs: string) => [
    'user user trusted',
    `shared project ${theirs}`,
    `project project ${theirs}`,
    `local local ${theirs}`,
    'flag flag trusted',
  ];
  expect(p.servers({ settings })).toEqual(rows('unapproved'));
  expect(p.servers({ settings, projectHooks: 'off' })).toEqual(rows('off'));
  expect(p.servers({ settings, projectHooks: 'trusted' })).toEqual(rows('trusted'));
  await p.approveAll();
  expect(p.servers({ settings })).toEqual(rows('trusted'));
  expect(p.servers({ settings, which: ['user'] })).toEqual([
    'user user trusted',
    'flag flag trusted',
  ]);
});

test.each([
  { command: 'x', args: ['more'] },
  { command: 'x', env: { A: 'b' } },
  { command: 'y' },
  { url: 'http://127.0.0.1:1' },
])('an approval is for what was shown, not for %j', async (changed) => {
  const p = place();
  p.write('project/.mcp.json', one('a'));
  await p.approveAll();
  p.write('project/.mcp.json', one('a', changed));
  expect(p.servers()).toEqual(['a project unapproved']);
});

test('the files it runs are pinned, also those named from another directory', async () => {
  for (const server of [
    { command: 'node', args: ['run.js'] },
    { command: 'node', args: ['run.js'], cwd: 'sub' },
    { command: './run.js', cwd: 'sub' },
  ]) {
    const p = place();
    const dir = 'cwd' in server ? 'project/sub' : 'project';
    p.write(`${dir}/run.js`, 'one');
    p.write('project/.mcp.json', one('a', server));
    await p.approveAll();
    expect(p.servers()).toEqual(['a project trusted']);
    p.write(`${dir}/run.js`, 'two');
    expect(p.servers()).toEqual(['a project changed']);
  }
});

test('.mcp.json without its one field is told', () => {
  const p = place();
  const file = p.write('project/.mcp.json', { memory: { command: 'x' } });
  expect(openSettings(p.options).problems).toEqual([
    {
      level: 'warning',
      source: `${file}:1`,
      hook: '',
      text: '"mcpServers": expected an object of servers by name, got nothing; none is started',
    },
  ]);
});

test('servers on one line are told apart: by what they say, not by where they stand', async () => {
  const p = place();
  const [a, b] = ['a', 'b'].map((name) => p.write(`project/${name}.mjs`, `// ${name}`));
  const node = (name: string) => ({ command: 'node', args: [`${name}.mjs`] });
  p.write('project/.mcp.json', one('a', node('a')));
  await p.approveAll();
  p.write('project/.mcp.json', { mcpServers: { a: node('a'), b: node('b') } });
  expect(p.servers()).toEqual(['a project trusted', 'b project unapproved']);
  await p.approveAll();
  writeFileSync(a ?? '', '// another');
  expect(p.servers()).toEqual(['a project changed', 'b project trusted']);
  await p.approveAll();
  writeFileSync(b ?? '', '// another');
  expect(p.servers()).toEqual(['a project trusted', 'b project changed']);
});

test.each([
  { args: ['${DIR:-sub}/b.mjs'], env: {} },
  { args: ['${DIR}/b.mjs'], env: { DIR: 'sub' } },
  { args: ['b.mjs'], cwd: '${DIR}', env: { DIR: 'sub' } },
  { args: ['b.mjs'], cwd: '${SET}', env: {} },
])('a script that is named through a variable is pinned: %j', async ({ env, ...rest }) => {
  const p = place();
  p.write('home/.wave/settings.json', { env: { SET: 'sub' } });
  const file = p.write('project/sub/b.mjs', '// one');
  p.write('project/.mcp.json', one('b', { command: 'node', ...rest }));
  const items = () => openSettings({ ...p.options, env }).items;
  expect(items()[0]?.scripts.coverage).toBe('full');
  await approve(p.options.home, p.options.projectDir, items());
  expect(p.servers({ env })).toEqual(['b project trusted']);
  writeFileSync(file, '// two');
  expect(p.servers({ env })).toEqual(['b project changed']);
});

test('a variable that leads to another script leads to one that nobody approved', async () => {
  const p = place();
  p.write('project/one/b.mjs', '//');
  p.write('project/two/b.mjs', '//');
  p.write('project/.mcp.json', one('b', { command: 'node', args: ['${DIR}/b.mjs'] }));
  const open = (env: Record<string, string>) => openSettings({ ...p.options, env });
  await approve(p.options.home, p.options.projectDir, open({ DIR: 'one' }).items);
  expect(p.servers({ env: { DIR: 'one' } })).toEqual(['b project trusted']);
  expect(p.servers({ env: { DIR: 'two' } })).toEqual(['b project changed']);
});

test('where a variable is not set, nothing is said to be covered', async () => {
  const p = place();
  p.write('project/b.mjs', '//');
  p.write('project/.mcp.json', one('b', { command: 'node', args: ['${DIR}/b.mjs'] }));
  const open = (env: Record<string, string>) => openSettings({ ...p.options, env });
  const [item] = open({}).items;
  expect(item).toMatchObject({ pins: [], scripts: { files: [], coverage: 'none' } });
  await approve(p.options.home, p.options.projectDir, open({}).items);
  expect(p.servers({ env: { DIR: '.' } })).toEqual(['b project changed']);
});
