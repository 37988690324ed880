import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decidePermission } from '../../../src/permissions/decide.ts';
import { permissionFacts } from '../../../src/permissions/facts/facts.ts';
import { commandWritesGuarded } from '../../../src/permissions/facts/guard.ts';
import type { PermissionMode } from '../../../src/permissions/rules/rule.ts';
import { tempDir, toolNamed } from '../../tools/helpers.ts';

const dir = tempDir();
const outside = tempDir();
mkdirSync(join(dir, '.wave'));
mkdirSync(join(dir, '.git'));
symlinkSync('.wave', join(dir, 'harmless'));
symlinkSync(outside, join(dir, 'out'));
writeFileSync(join(dir, 'a'), '');
const place = { projectDir: dir, cwd: dir };

function answer(
  name: string,
  input: Record<string, unknown>,
  mode: PermissionMode = 'default',
  allow: string[] = [],
) {
  const facts = permissionFacts({
    tool: toolNamed(name),
    input,
    place,
    rules: { allow, ask: [], deny: [] },
    mode,
    verdict: 'none',
    canAsk: true,
    readable: [join(outside, 'kept')],
  });
  return decidePermission(facts).answer;
}

describe('a call', () => {
  test.each<readonly [string, Record<string, unknown>, PermissionMode, string]>([
    ['Read', { file_path: 'a' }, 'default', 'yes'],
    ['Read', { file_path: '.wave/settings.json' }, 'default', 'yes'],
    ['Read', { file_path: '/etc/passwd' }, 'default', 'ask'],
    ['Read', { file_path: 'out/x' }, 'default', 'ask'],
    ['Read', { file_path: join(outside, 'kept/x') }, 'default', 'yes'],
    ['Read', { file_path: 'out/kept/../x' }, 'default', 'ask'],
    ['Glob', { pattern: '**/*' }, 'default', 'yes'],
    ['Glob', { pattern: '../**' }, 'default', 'ask'],
    ['Glob', { pattern: '/etc/*' }, 'default', 'ask'],
    ['Glob', { pattern: '*', path: 'out' }, 'default', 'ask'],
    ['Grep', { pattern: 'x' }, 'plan', 'yes'],
    ['Grep', { pattern: 'x', path: '..' }, 'default', 'ask'],
    ['TodoWrite', { todos: [] }, 'plan', 'yes'],
    ['AskUserQuestion', { questions: [] }, 'default', 'yes'],
    ['BashOutput', { bash_id: 'x' }, 'default', 'yes'],
    ['Edit', { file_path: 'a' }, 'default', 'ask'],
    ['Edit', { file_path: 'a' }, 'acceptEdits', 'yes'],
    ['Edit', { file_path: 'a' }, 'plan', 'no'],
    ['Write', { file_path: 'new/b' }, 'acceptEdits', 'yes'],
    ['Write', { file_path: 'out/b' }, 'acceptEdits', 'ask'],
    ['Write', { file_path: '../b' }, 'acceptEdits', 'ask'],
    ['Write', { file_path: '../b' }, 'bypassPermissions', 'yes'],
    ['Write', { file_path: '.wave/settings.json' }, 'bypassPermissions', 'ask'],
    ['Write', { file_path: 'harmless/settings.json' }, 'bypassPermissions', 'ask'],
    ['Write', { file_path: '.git/hooks/pre-commit' }, 'acceptEdits', 'ask'],
    ['Write', { file_path: '.mcp.json' }, 'bypassPermissions', 'ask'],
    ['Write', { file_path: '~/.wave/settings.json' }, 'bypassPermissions', 'ask'],
    ['Write', { file_path: '.wave/settings.json' }, 'dontAsk', 'no'],
    ['Bash', { command: 'touch x' }, 'default', 'ask'],
    ['Bash', { command: 'ls' }, 'default', 'yes'],
    ['Bash', { command: 'ls /etc' }, 'default', 'ask'],
    ['Bash', { command: 'ls' }, 'bypassPermissions', 'yes'],
    ['Bash', { command: 'echo > .wave/settings.json' }, 'bypassPermissions', 'ask'],
    ['Bash', { command: 'a=.gi b=t/config; echo x > $a$b' }, 'bypassPermissions', 'ask'],
    ['Bash', { command: 'touch x' }, 'plan', 'no'],
    ['Bash', { command: 'ls' }, 'plan', 'yes'],
    ['Bash', { command: 'ls /etc' }, 'plan', 'no'],
  ])('%s %j in %s: %s', (name, input, mode, expected) => {
    expect(answer(name, input, mode)).toBe(expected);
  });

  test('an allow rule does not open what guards the agent', () => {
    expect(answer('Write', { file_path: 'x' }, 'default', ['Write'])).toBe('yes');
    expect(answer('Write', { file_path: '.wave/x' }, 'default', ['Write'])).toBe('ask');
    expect(answer('Bash', { command: 'rm -r .git' }, 'default', ['Bash'])).toBe('ask');
  });
});

describe('a command', () => {
  test.each([
    'echo {} > .wave/settings.json',
    'echo {} >> ./.wave/settings.json',
    'tee .wave/settings.json',
    'cp x .wave/',
    'rm -rf .git',
    'rm -rf .gi*',
    'rm -rf .wav?',
    'mv .w[a]ve x',
    'cd .wave && echo {} > settings.json',
    "sh -c 'echo > .wave/x'",
    'echo x | tee ".wa"ve/x',
    'echo > harmless/x',
    'sed -i s/a/b/ .mcp.json',
    "python3 -c \"open('.mcp.json', 'w')\"",
    'git config --file .git/config a.b c',
    'echo > ~/.wave/settings.json',
    'echo > $HOME/.wave/settings.json',
    'cp x "$PWD/.git/hooks/pre-commit"',
    'if true; then echo > .git/config; fi',
    'D=.wave; echo > $D/x',
    'a=.gi b=t/config; echo x > $a$b',
    'a=.gi; a+=t; echo x > "$a/config"',
    'a=.gi; b=$a; cp x ${b}t/config',
    "a=.gi; b='t/config'; sh -c 'true'; tee \"$a$b\"",
    "bash -c 'a=.gi; echo x > ${a}t/config'",
    'f() { local d=.gi; rm -rf ${d}t; }; f',
    'for d in .git; do echo x > $d/config; done',
    'a=(.git); echo x > ${a[0]}/config',
    'echo x > .gi$(echo t)/config',
    'rm -rf .w$X',
    'coproc true; echo x > .git/config',
    'coproc true; touch .wa{ve,x}/y',
    `${'true;'.repeat(3000)} touch .wa{ve,x}/y`,
    'ln -s .wave w',
    'touch .wave/x{7,8}',
    'echo {} | tee {.wave,.}/x2',
    'tee .{wave,}/x3',
    'touch {,}.wave/x9',
    'touch {.,}wave/x',
    'touch .{x,{y,wa}}{ve,}/x',
    'touch .{"wa"ve,x}/y',
    "touch .{$'wa\\x76e',x}/y",
    'touch .wav{e..e}/x',
    'touch .{w..w}ave/x',
    'rm -rf .{g,h}i[t]',
    'rm -rf .{gi,hi}?',
    'd=wave; touch .{$d,x}/y',
    'd=.wa; touch {${d}ve,x}/y',
    'touch {.wave/x',
    'echo x > {.wave,x}/y',
    'cp x --target-directory={.wave,.}',
    'for d in .{wave,git}; do rm -rf $d; done',
    'for d in .wav*; do rm -rf $d; done',
    'd=.wav*; touch $d/x',
    'a=({.wa,x}); touch ${a}ve/x',
    'printf -v d .wave; touch $d/x',
    'read d <<< .wave; touch $d/x',
    'shopt -s dotglob; touch *ave/x',
    'shopt -s dotglob; rm -rf *',
    "shopt -s dot''glob; rm -rf *",
    'x=dotglob; shopt -s $x; rm -rf *',
    'a=dot b=glob; shopt -s $a$b; rm -rf *',
    'source <(echo shopt -s dotglob); rm -rf *',
    'GLOBIGNORE=x; rm -rf *',
    'echo x > "${nope:-".git/config"}"',
    'echo x > ${nope:-${no:-.git/config}}',
    'echo x > ${nope:-.gi?/config}',
    `touch .${'{a,w}'.repeat(10)}/x`,
    'true; a=(b)#c; echo {} > .wave/x5',
    '{fd}>/dev/null touch .wave/x',
    `touch ${join(dir, '.wave', 'x')}`,
    'echo x >> ${nope:-.git/config}',
    'echo x > "${nope-.wave/settings.json}"',
    'shopt -u dotglob; shopt -s dotglob; rm -rf *',
    `touch {${'a,'.repeat(300)}b}/.git/x`,
    `touch {${',a'.repeat(300)}}.git/x`,
  ])('%j asks', (command) => {
    expect(commandWritesGuarded(command, place)).toBe(true);
  });

  test.each([
    'ls .wave',
    'cat .git/config',
    'grep -r x .wave',
    'git status',
    'git commit -m x',
    'git clone https://example.com/x.git',
    'echo x > .gitignore',
    'rm .github/x',
    'rm -rf build',
    'echo > a.wave',
    'rm .env*',
    'npm test',
    'a=bui b=ld; rm -rf $a$b',
    'out=$(mktemp); echo x > $out',
    'echo x > "$OUT"',
    'for f in a b; do echo x > $f; done',
    'mkdir -p src/{a,b}/{c,d}',
    'touch {a,b}.txt .{x,y}rc {1..9}.log x{a..z}',
    'mv file.{js,ts}',
    'cp .env{,.bak}',
    'touch .github/{a,b}.yml .gitignore{,.bak}',
    'rm -rf *',
    'cat {.wave,.git}/x',
    'printf "%s" .wave/x',
    'd=src*; rm $d',
    `mkdir ${'{a,b}'.repeat(10)}`,
    'url=https://h/a/b.git; repo="${url%.git}"; mkdir "$repo"',
    'git commit -m "$(cat <<\'E\'\nRead .git/config once (or not)\nE\n)"',
    'tag=$(cat .git/HEAD); touch "$tag"',
    'git show "$(cat .git/ORIG_HEAD)"',
    'name=$(basename "$url" .git); mkdir "$name"',
    'touch `ls .wave`',
    'shopt -u dotglob; rm -rf build/*',
    'rm -rf build/* # no dotglob here',
    'shopt -u nullglob dotglob; rm -rf *',
    'touch src/{a,b,c,d,e,f}/{1,2,3,4,5,6}/{x,y,z,u,v,w}.ts',
  ])('%j does not', (command) => {
    expect(commandWritesGuarded(command, place)).toBe(false);
  });
});

describe('what a hook runs is guarded by a wildcard, too', () => {
  const project = tempDir();
  mkdirSync(join(project, 'hooks'));
  mkdirSync(join(project, 'src'));
  const pinned = join(project, 'hooks/guard.py');
  for (const file of [pinned, join(project, 'hooks/notes.md'), join(project, 'src/a.ts')])
    writeFileSync(file, '');
  const isLoaded = (path: string) => path === pinned || path === join(project, 'hooks');
  const asks = (command: string) =>
    commandWritesGuarded(command, { projectDir: project, cwd: project, isLoaded });

  test.each([
    'echo x > hooks/g*.py',
    'rm -f hooks/gu*',
    'rm -r ./hook*',
    'rm -r *',
    'cp x */guard.py',
    'cp x hooks/[f-h]uard.py',
    'for f in hooks/*; do echo x >> "$f"; done',
    'for f in hooks/*; do sed -i 1d "$f"; done',
    "f='hooks/g*'; rm $f",
    'cd hooks && rm *.py',
    'rm {hooks/g*,a}',
    `rm ${project}/*/guard.p?`,
  ])('%j asks', (command) => {
    expect(asks(command)).toBe(true);
  });

  test.each([
    'cat hooks/g*.py',
    'for f in hooks/*; do cat "$f"; done',
    'echo x > hooks/n*.md',
    'rm -f src/*',
    'rm hooks/*.md',
    "sed -i 's/a*/b/' src/a.ts",
    "find . -name 'hook*'",
  ])('%j does not', (command) => {
    expect(asks(command)).toBe(false);
  });
});
