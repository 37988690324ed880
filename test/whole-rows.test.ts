import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A copy of the sources, as somebody has it who is about to add something. */
function copyOfTree() {
  const dir = mkdtempSync(join(tmpdir(), 'wave-rows-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const isSource = (path: string) => !/\/(node_modules|dist|test|images)$/.test(path);
  for (const name of ['packages', 'scripts', 'docs', 'package.json'])
    cpSync(join(root, name), join(dir, name), { recursive: true, filter: isSource });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  const read = (file: string) => readFileSync(join(dir, file), 'utf8');
  const run = (file: string) => {
    const ended = spawnSync(process.execPath, [file], { cwd: dir, encoding: 'utf8' });
    expect(ended.stderr).toBe('');
    return ended.stdout;
  };
  return { dir, read, run };
}

/** Runs the copy's sources: our packages are looked up there. */
const PROBE = `
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (name, context, next) => {
    const [, folder, door = 'index'] = /^@wavehooks\\/([\\w-]+)(?:\\/(\\w+))?$/.exec(name) ?? [];
    if (!folder) return next(name, context);
    const file = new URL('packages/' + folder + '/src/' + door, import.meta.url).href;
    return next(existsSync(new URL(file + '.ts')) ? file + '.ts' : file + '/index.ts', context);
  },
});
const { checkSettings } = await import('./packages/settings/src/reading/settings.ts');
const file = (name, value) => ({
  ...{ name, file: name, text: '', value, hooks: {}, locate: () => name, locateIn: () => name },
});
const said = (...files) => {
  const { settings, problems } = checkSettings(files, () => false);
  return [settings.greeting ?? null, problems.map(({ text }) => text)];
};
console.log(JSON.stringify([
  said(file('user', { greeting: 'hello' })),
  said(file('user', { greeting: 'hello' }), file('project', { greeting: 'mine' })),
  said(file('user', { greeting: 7 })),
]));
`;

test('a settings field is one file: values, owner, problems, schema and docs follow', () => {
  const { dir, read, run } = copyOfTree();
  const table = 'packages/settings/src/values/settings-fields.ts';
  const row = "  greeting: last('user', 'text', 'what the screen says first'),\n";
  writeFileSync(join(dir, table), read(table).replace('  notify: last(', `${row}  notify: last(`));
  writeFileSync(join(dir, 'probe.ts'), PROBE);
  expect(JSON.parse(run('probe.ts'))).toEqual([
    ['hello', []],
    ['hello', ['"greeting" is never read from a project\'s file; set it in ~/.wave/settings.json']],
    [null, ['"greeting": expected a text, got 7; ignored']],
  ]);
  expect(run('scripts/generate.ts').trim().split('\n').toSorted()).toEqual([
    'wrote docs/settings.md',
    'wrote packages/hooks/schemas/settings.schema.json',
  ]);
  const schema = JSON.parse(read('packages/hooks/schemas/settings.schema.json'));
  expect(schema.properties.greeting).toEqual({
    type: 'string',
    description: "what the screen says first; the user's files only",
  });
  expect(read('docs/settings.md')).toContain(
    "| `greeting` | text | what the screen says first; the user's files only |",
  );
});
