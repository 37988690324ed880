import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { resolvePath } from '../../../src/files/paths.ts';
import { commandWritesGuarded } from '../../../src/permissions/facts/guard.ts';
import { matchRules } from '../../../src/permissions/rules/match.ts';
import { tempDir, toolNamed } from '../../tools/helpers.ts';

const dir = tempDir();
const home = tempDir();
vi.stubEnv('HOME', home);
vi.stubEnv('ZDOTDIR', join(home, 'zsh'));
vi.stubEnv('XDG_CONFIG_HOME', undefined);
const place = { projectDir: dir, cwd: dir };
mkdirSync(join(dir, 'secrets'));
mkdirSync(join(dir, 'src'));
writeFileSync(join(dir, 'secrets/key'), '');
writeFileSync(join(dir, 'secrets/.env'), '');
symlinkSync('secrets', join(dir, 'open'));
mkdirSync(join(home, 'dotfiles'));
symlinkSync(join(home, 'dotfiles/bashrc'), join(home, '.bashrc'));
symlinkSync(home, join(dir, 'my-home'));

const matched = (list: 'deny' | 'ask', rule: string, command: string) =>
  matchRules(
    { allow: [], ask: [], deny: [], [list]: [rule] },
    toolNamed('Bash'),
    { command },
    place,
  );

describe('rules about files hold for what a shell opens by itself', () => {
  test.each<readonly [string, string]>([
    ['Edit(secrets/**)', 'echo x > secrets/key'],
    ['Edit(secrets/**)', 'echo x >> secrets/key'],
    ['Edit(secrets/**)', 'echo x >| secrets/key'],
    ['Edit(secrets/**)', 'echo x &> secrets/key'],
    ['Edit(secrets/**)', 'echo x >& secrets/key'],
    ['Edit(secrets/**)', 'cat <> secrets/key'],
    ['Read(secrets/**)', 'cat <> secrets/key'],
    ['Read(secrets/**)', 'cat < secrets/key'],
    ['Write(secrets/**)', 'echo x > secrets/key'],
    ['Edit(secrets/**)', 'echo x 2> secrets/key'],
    ['Edit(secrets/**)', 'echo x > open/key'],
    ['Edit(secrets/**)', 'echo x > ./src/../secrets/key'],
    ['Edit(secrets/**)', `echo x > ${join(dir, 'secrets/key')}`],
    ['Edit(secrets/**)', 'echo x > "$PWD/secrets/key"'],
    ['Edit(secrets/**)', 'd=secrets; echo x > "$d/key"'],
    ['Edit(secrets/**)', 'cd secrets && echo x > key'],
    ['Edit(secrets/**)', 'cd src; cd ../secrets; echo x > key'],
    ['Edit(secrets/**)', 'cd -- secrets && echo x > key'],
    ['Edit(secrets/**)', 'cd -P -- secrets && echo x > key'],
    ['Edit(secrets/**)', 'cd -L secrets && echo x > key'],
    ['Edit(secrets/**)', 'cd {secrets,} && echo x > key'],
    ['Edit(secrets/**)', 'pushd secrets; popd; cd - && echo x > key'],
    ['Edit(secrets/**)', 'pushd -n secrets; cd ~1; echo x > key'],
    ['Read(secrets/**)', 'cd -- secrets && cat < key'],
    ['Edit(secrets/**)', '{ echo a; echo b; } > secrets/key'],
    ['Edit(secrets/**)', "sh -c 'echo x > secrets/key'"],
    ['Edit(secrets/**)', 'for i in 1 2; do echo $i; done > secrets/key'],
    ['Edit(~/notes/**)', 'echo x > ~/notes/a'],
    ['Edit(~/notes/**)', 'echo x > $HOME/notes/a'],
    ['Edit(*)', 'echo x > a'],
    ['Edit({a,b})', 'echo x > a'],
  ])('%s and %j', (rule, command) => {
    expect(matched('deny', rule, command)).toEqual({ deny: rule });
    expect(matched('ask', rule, command)).toEqual({ ask: rule });
  });

  test.each<readonly [string, string]>([
    ['Edit(secrets/**)', 'cat < secrets/key'],
    ['Read(secrets/**)', 'echo x > secrets/key'],
    ['Edit(secrets/**)', 'echo x > src/key'],
    ['Edit(secrets/**)', 'echo secrets/key > src/a'],
    ['Edit(secrets/**)', 'echo x > /dev/null 2>&1'],
    ['Edit(*)', 'echo x > /dev/null 2>&1'],
    ['Edit', 'echo x > a'],
    ['Read(secrets/**)', 'cat <<E\nsecrets/key\nE'],
    ['Read(secrets/**)', 'cat <<< secrets/key'],
    ['Edit(secrets/**)', 'echo x > "$OUT"'],
  ])('not %s and %j', (rule, command) => {
    expect(matched('deny', rule, command)).toEqual({});
  });

  test('where a change of directory may have failed, the rule might', () => {
    expect(matched('deny', 'Edit(/secrets/**)', 'cd src; echo x > secrets/key')).toEqual({
      mayDeny: {
        rule: 'Edit(/secrets/**)',
        what: '`secrets/key` does (which file it is depends on whether a change of directory holds)',
      },
    });
  });

  test.each([
    ['Edit(secrets/**)', 'cd "$X" && echo x > key'],
    ['Edit(secrets/**)', 'cd sec* && echo x > key'],
    ['Edit(secrets/)', 'cd "$X" && echo x > key'],
    ['Edit(/secrets/*.pem)', 'cd "$X" && echo x > a/key.pem'],
    ['Edit(secrets/**)', 'cd ~1; echo x > key'],
    ['Edit(secrets/**)', 'CDPATH=/x; cd src; echo x > key'],
    ['Edit(~/notes/a)', `${'cd a;'.repeat(100)} echo x > a`],
    [
      'Edit(/s/a)',
      `${'cd a; cd ..;'.repeat(10)} cd /b; cd /c; cd /d; cd /e; cd /f; cd /g; cd /h; cd /s; cd /i; cd /j; echo x > a`,
    ],
  ])('%s might hold for %j, which runs nobody knows where', (rule, command) => {
    expect(matched('deny', rule, command)).toMatchObject({ mayDeny: { rule } });
  });

  test.each([
    ['Read(secrets/**)', 'cat < sec*/key'],
    ['Read(secrets/**)', 'cat < secrets/ke?'],
    ['Read(secrets/**)', 'cat < secrets/[a-z]ey'],
    ['Read(secrets/**)', 'cat < op*/key'],
    ['Read(secrets/**)', 'for f in sec*/*; do cat < "$f"; done'],
    ['Read(secrets/**)', "f='sec*/key'; cat < $f"],
    ['Read(secrets/**)', 'cd sr* && cat < *'],
    ['Read(secrets/**)', 'cat < {sec*,a}/key'],
    ['Read(secrets/.env)', 'shopt -s dotglob; cat < secrets/*'],
    ['Edit(secrets/**)', 'echo x > sec*/key'],
    ['Edit(secrets/**)', `echo x > ${dir}/*/key`],
  ])('%s might hold for %j, by a wildcard', (rule, command) => {
    expect(matched('deny', rule, command)).toMatchObject({
      mayDeny: { rule, what: expect.stringContaining('wildcards') },
    });
    expect(matched('ask', rule, command)).toMatchObject({ mayAsk: { rule } });
  });

  test.each([
    ['Read(secrets/**)', 'cat < ${PWD%/}/secrets/key'],
    ['Read(secrets/**)', 'cat < "$X/secrets/key"'],
    ['Edit(.env)', 'echo x > "$X/.env"'],
    ['Edit(~/notes/**)', 'echo x > "${HOME%/}"/notes/a'],
    ['Edit(//srv/a)', 'echo x > "$X/srv/a"'],
  ])('%s might hold for %j, by its end', (rule, command) => {
    expect(matched('deny', rule, command)).toMatchObject({
      mayDeny: { rule, what: expect.stringContaining('begins') },
    });
  });

  test.each([
    ['Edit(secrets/**)', 'echo x > "$X/src/key"'],
    ['Edit(.env)', 'echo x > "$X.env"'],
    ['Edit(/.env)', 'd=src; echo x > "$d/.env"'],
    ['Read(secrets/**)', 'cat < sr*/key'],
    ['Read(secrets/**)', 'cat < *.md'],
    ['Read(secrets/.env)', 'cat < secrets/*'],
    ['Edit(secrets/**)', 'cat < sec*/key'],
  ])('not %s for %j', (rule, command) => {
    expect(matched('deny', rule, command)).toEqual({});
  });

  test.each([
    ['Edit(/secrets/*.pem)', 'cd "$X" && echo x > key'],
    ['Edit(secrets/**)', 'cd "$X" && echo x > /tmp/key'],
    ['Edit(secrets/**)', 'cd src && echo x > key'],
    ['Edit(secrets/**)', 'cd src && cd - && echo x > key'],
  ])('not %s for %j', (rule, command) => {
    expect(matched('deny', rule, command)).toEqual({});
  });

  test('a rule about commands that matches comes first, one that might comes last', () => {
    const rules = { allow: [], ask: [], deny: ['Bash(curl *)', 'Edit(secrets/**)'] };
    const tried = (command: string) => matchRules(rules, toolNamed('Bash'), { command }, place);
    expect(tried('curl x > secrets/key')).toEqual({ deny: 'Bash(curl *)' });
    expect(tried('$CMD > secrets/key')).toEqual({ deny: 'Edit(secrets/**)' });
    expect(tried('$CMD > src/key')).toMatchObject({ mayDeny: { rule: 'Bash(curl *)' } });
  });

  test('an allow of Edit does not open the shell', () => {
    const rules = { allow: ['Edit(src/**)', 'Bash(echo *)'], ask: [], deny: [] };
    expect(matchRules(rules, toolNamed('Bash'), { command: 'echo x > src/a' }, place)).toEqual({});
  });
});

describe('start files in the home directory guard the agent', () => {
  test.each([
    '.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin',
    '.kshrc .cshrc .tcshrc .login .inputrc .gitconfig .envrc .config/git/config .config/fish/config.fish',
    'zsh/.zshrc dotfiles/bashrc .config/fish/functions/ls.fish',
  ])('%s', (names) => {
    for (const name of names.split(' ')) {
      expect(resolvePath(place, join(home, name)).guarded, name).toBe(true);
      expect(resolvePath(place, `~/${name}`).guarded, name).toBe(true);
      expect(resolvePath(place, `my-home/${name}`).guarded, name).toBe(true);
    }
  });

  test('of a project they do not, nor what has other names', () => {
    for (const name of ['.bashrc', '.gitconfig', 'home/.zshrc', '.config/git/config', '.envrc'])
      expect(resolvePath(place, name).guarded, name).toBe(false);
    for (const name of ['.vimrc', '.config/x', 'notes/.bashrc', '.bashrc.bak', 'zsh/x'])
      expect(resolvePath(place, `~/${name}`).guarded, name).toBe(false);
  });

  test.each([
    'echo x >> ~/.bashrc',
    'echo x >> $HOME/.bashrc',
    'echo x >> "${HOME}/.bashrc"',
    `echo x >> ${join(home, '.bashrc')}`,
    'echo x >> my-home/.bashrc',
    'echo x >> ~/dotfiles/bashrc',
    'cd ~ && echo x >> .bashrc',
    'cd; echo x >> .zshrc',
    'echo x >> ${HOME:-/root}/.bashrc',
    'echo x >> ${HOME-/root}/dotfiles/bashrc',
    'echo x >> ${HOME:=/root}/dotfiles/bashrc',
    'echo x >> "${HOME:?}"/dotfiles/bashrc',
    'cd "${HOME:-/root}" && echo x >> dotfiles/bashrc',
    'echo x >> "${HOME%/}"/.bashrc',
    'echo x >> ${HOME:?}/.bashrc',
    'echo x >> "${HOME//x/x}/.bashrc"',
    'echo x >> "${PWD%/*}/home/.bashrc"',
    'echo x >> "$X/.bashrc"',
    'echo x >> /home/$USER/.profile',
    'echo x >> "$X/.config/git/config"',
    'rm "${HOME%/}"/.bash*',
    'dd if=x of="$X/.zshenv"',
    "bash -c 'echo x >> $0/.bashrc' ~",
    'find ~ -maxdepth 1 -name .bashrc -exec sed -i 1d {} \\;',
    "find ~ -maxdepth 1 -name '.bash*' -exec sed -i 1d {} +",
    "find ~ -name '.bash*' -delete",
    "find -L my-home -name '.z*' -delete",
    'find / -iname .BASHRC -delete',
    'find "$X" -name .bashrc -delete',
    'cd ~ && find . -name .bashrc -delete',
    'find ~ -type f -delete',
    'find ~ ! -name x -delete',
    'find ~ -name x -o -name .profile -ok rm {} \\;',
    'cd -- ~ && echo x >> .bashrc',
    'cd -P -- ~ && echo x >> .bashrc',
    'cd -L ~ && echo x >> .bashrc',
    'cd -- && echo x >> .bashrc',
    'for d in ~; do cd -- "$d" && echo x >> .bashrc; done',
    'o=--; cd $o ~ && echo x >> .bashrc',
    'pushd -n ~; cd ~1; echo x >> .bashrc',
    'pushd ~; pushd /; popd; echo x >> .bashrc',
    'cd "$X" && echo x >> .bashrc',
    'cd "$X" && rm .bash*',
    'cd ~root/.. && tee .profile',
    'CDPATH=/; cd home; cp x .profile',
    'cd "$HOME" && tee -a .profile',
    '(cd ~; echo x > .profile)',
    'tee -a ~/.zshrc',
    'cp x ~/.profile',
    'cp .bashrc ~',
    'cp .bashrc .zshrc ~/',
    'mv src/.gitconfig "$HOME"',
    'cp -t ~ a b .bashrc',
    'cp --target-directory="$HOME" .zshrc a',
    'ln -sf "$PWD/.zshrc" ~/.zshrc',
    'install -m 644 x ~/.bash_profile',
    'sed -i s/a/b/ ~/.bashrc',
    'dd if=x of=~/.bashrc',
    'dd if=x of=$HOME/.zshenv',
    'curl -o ~/.config/fish/config.fish x',
    'git config --file ~/.gitconfig a.b c',
    'git config --global core.pager x',
    'git config --global alias.x list',
    'git config --glob core.pager x',
    'git "$X" --global core.pager x',
    'git config --global --unset user.name',
    'git -C . config --global alias.x "$Y"',
    'rm ~/.bash*',
    'rm $HOME/.z*',
    'cd ~ && rm .bash*',
    `python3 -c "open('${join(home, '.bashrc')}', 'a')"`,
    "sh -c 'echo x >> ~/.bashrc'",
    'f=~/.bashrc; echo x >> $f',
    'f=.bashrc; echo x >> ~/$f',
    'eval "$X" ~/.bashrc',
    'echo x > $ZDOTDIR/../.zshrc; echo y > ~/zsh/.zshrc',
  ])('%j asks', (command) => {
    expect(commandWritesGuarded(command, place)).toBe(true);
  });

  test.each([
    'cat ~/.bashrc',
    'grep x ~/.gitconfig',
    'git config --global user.name',
    'git config --global --get user.name',
    'git config --global --list',
    'git config user.name x',
    'git commit -m "config --global a b"',
    'source ~/.bashrc',
    '. "$HOME/.profile" && npm test',
    'echo x >> .bashrc',
    'tee -a dotfiles/.zshrc',
    'cp .bashrc backup/',
    'cp .bashrc .zshrc /tmp',
    'rm .bash*',
    'echo "see ~/.bashrc"',
    'cp ~/.bashrc.bak x',
    'cd ~ && echo x > notes',
    'cat "$X/.bashrc"',
    'echo x > "$X/notes"',
    'echo x > "src/$X/.bashrc"',
    'echo x > "${HOME:-/root}/notes"',
    'find ~ -name .bashrc',
    'find ~ -name .bashrc -exec cat {} +',
    "find ~ -name '*.log' -delete",
    'find . -name .bashrc -delete',
    'find src -type f -delete',
    'find "$X" -type f -delete',
    'cd -- src && echo x >> .bashrc',
    'cd src && cd - && echo x >> .bashrc',
    'cd "$X" && echo x > notes',
    'cd "$X" && cat .bashrc',
    'mkdir -p ~/.cache/x',
  ])('%j does not', (command) => {
    expect(commandWritesGuarded(command, place)).toBe(false);
  });
});
