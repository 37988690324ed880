import { expect, test } from 'vitest';
import { place, wave } from '../helpers.ts';
import { openTerminal } from './terminal.ts';

/** What the user wrote wrongly, and how it is told: which file, where, expected, found. */
const WRONG: readonly [
  name: string,
  files: Record<string, string>,
  args: string[],
  says: RegExp,
][] = [
  [
    'settings that are no JSON',
    { 'home/.wave/settings.json': '{"hooks": {},\n  oops' },
    [],
    /home\/\.wave\/settings\.json:2:3: not valid JSON: invalid symbol/,
  ],
  [
    "a project's settings that are a list",
    { 'project/.wave/settings.json': '[]' },
    [],
    /project\/\.wave\/settings\.json:1:1: expected an object, got \[\]/,
  ],
  [
    'approvals that are no JSON',
    { 'home/.wave/approvals.json': '{x' },
    [],
    /approvals\.json: not valid JSON: .*move it away/,
  ],
  [
    'servers that are no JSON',
    { 'project/.mcp.json': '{x' },
    [],
    /\.mcp\.json:1:2: not valid JSON/,
  ],
  [
    'a file of --settings that is missing',
    {},
    ['--settings', 'no.json'],
    /no\.json: there is no such file/,
  ],
  ['a --settings without a value', {}, ['--settings', ''], /--settings: expected a file, got ""/],
  [
    'servers of --mcp-config as a list',
    { 'project/m.json': '{\n"mcpServers": []}' },
    ['--mcp-config', 'm.json'],
    /m\.json:2: "mcpServers": expected an object of servers by name, got \[\]/,
  ],
];

test.each(
  WRONG.flatMap(([name, files, args, says]) =>
    [[], ['--plain']].map(
      (mode) => [`${name} (${mode[0] ?? 'screen'})`, files, [...mode, ...args], says] as const,
    ),
  ),
)('%s is told as what it is', async (_name, files, args, says) => {
  const where = place();
  for (const [file, text] of Object.entries(files)) where.write(file, text);
  const screen = openTerminal({ where, args: ['--model', 'practice', ...args], columns: 300 });
  expect(await screen.exit()).toBe(1);
  expect(screen.all()).toMatch(says);
  expect(screen.all()).not.toContain('should not have happened');
});

test('a file that the system does not give out is no fault of ours', async () => {
  const where = place();
  where.write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  });
  // As on a disk that is read-only, which root would not notice.
  const preload = where.write(
    'locked.cjs',
    `const fs = require('node:fs');
    const { symlinkSync } = fs;
    fs.symlinkSync = (target, path, ...more) => {
      if (!String(path).endsWith('.lock')) return symlinkSync(target, path, ...more);
      const text = "EACCES: permission denied, symlink '" + path + "'";
      throw Object.assign(new Error(text), { code: 'EACCES', syscall: 'symlink', path });
    };
    require('node:module').syncBuiltinESMExports();`,
  );
  const { code, stderr } = await wave(['hooks', 'approve'], where, {
    env: { NODE_OPTIONS: `--require=${preload}` },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^wave: EACCES: permission denied, symlink '.*approvals\.json\.lock'\n$/);
});

test('a fault of ours still says so', async () => {
  const where = place();
  const preload = where.write(
    'break.cjs',
    "require('node:tty').ReadStream.prototype.setRawMode = () => { throw new TypeError('broken'); };",
  );
  const screen = openTerminal({ where, env: { NODE_OPTIONS: `--require=${preload}` } });
  expect(await screen.exit()).toBe(1);
  expect(screen.all()).toContain('wave: this should not have happened: broken');
});
