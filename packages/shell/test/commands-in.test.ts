import { describe, expect, test } from 'vitest';
import { commandsIn, hasOption, type ShellCommand } from '../src/index.ts';

/** Each command in short: what runs it, itself, and a mark where it only may be run. */
const inShort = (text: string) =>
  commandsIn(text).commands.map(
    ({ program, args, within, maybe }) =>
      [...within, [program, ...args].map((one) => one ?? '?').join(' ')].join(' > ') +
      (maybe ? ' (maybe)' : ''),
  );

const one = (text: string): ShellCommand => {
  const [command] = commandsIn(text).commands;
  if (command === undefined) throw new Error(`no command in ${text}`);
  return command;
};

test('a command as plain data', () => {
  expect(commandsIn('A=1 /usr/bin/git -C "a b" push -uf origin "x$Y" > log 2>&1')).toEqual({
    commands: [
      {
        program: 'git',
        verb: 'push',
        options: ['-C', '-uf', '-u', '-f'],
        args: ['-C', 'a b', 'push', '-uf', 'origin', undefined],
        begins: ['-C', 'a b', 'push', '-uf', 'origin', 'x'],
        open: false,
        path: '/usr/bin/git',
        redirects: [{ op: '>', file: 'log', text: undefined }],
        env: { A: '1' },
        within: [],
        maybe: false,
      },
    ],
    unread: [],
  });
});

describe('every command that would run', () => {
  test.each<readonly [string, readonly string[]]>([
    ['git status && git push', ['git status', 'git push']],
    ['sudo git push', ['sudo git push', 'sudo > git push']],
    ['env A=1 git push', ['env A=1 git push', 'env > git push']],
    ["bash -c 'git push'", ['bash -c git push', 'bash > git push']],
    ["sudo sh -c 'rm x'", ['sudo sh -c rm x', 'sudo > sh -c rm x', 'sudo > sh > rm x']],
    ["eval 'git push'", ['eval git push', 'eval > git push']],
    ['echo $(git push)', ['git push', 'echo ?']],
    ['echo `git push`', ['git push', 'echo ?']],
    ['cat <(git push)', ['git push', 'cat ?']],
    ['ls | xargs -n 1 git push', ['ls', 'xargs -n 1 git push', 'xargs > git push ?']],
    ['find . -exec rm {} +', ['find . -exec rm {} +', 'find > rm ?']],
    ['for b in a b; do git push $b; done', ['git push ?']],
    ['if git push; then ls; fi', ['git push', 'ls']],
    ['case a in a) git push;; esac', ['git push']],
    ['f() { git push; }; f', ['git push', 'f']],
    ["bash <<'E'\ngit push\nE", ['bash', 'bash > git push']],
    ['bash <<E\ngit push\nE', ['bash', 'bash > git push']],
    ['bash <<-E\n\tgit push\n\tE', ['bash', 'bash > git push']],
    [
      "sudo -u me bash <<'E'\ngit push\nE",
      ['sudo -u me bash', 'sudo > bash', 'sudo > bash > git push'],
    ],
    ["sh <<< 'git push'", ['sh', 'sh > git push']],
    ['cat <<E\ngit push\nE', ['cat']],
    ['cp {a,b}.txt c', ['cp a.txt b.txt c']],
    ['cp {a,b[12]}.txt c', ['cp a.txt ? c']],
    ['npx -y prettier src', ['npx -y prettier src', 'npx > prettier src']],
    ['time git push', ['git push']],
    ['x=1', []],
    ['> file', ['']],
    ['[[ -f x && -d y ]]', ['[[']],
    // An option that is not known may have taken the word that looks like the program.
    [
      'sudo --odd x git push',
      [
        'sudo --odd x git push',
        'sudo > x git push',
        'sudo > git push (maybe)',
        'sudo > push (maybe)',
      ],
    ],
  ])('%j', (text, expected) => {
    const { unread } = commandsIn(text);
    expect({ found: inShort(text), unread }).toEqual({ found: expected, unread: [] });
  });
});

describe('a program that runs its words', () => {
  test.each([
    'watch git push',
    'watch -n 1 "git push"',
    'watch -n2 -d -- git push',
    'watch --interval 2 git push',
    'watch ls ";" git push',
    'busybox watch git push',
    'watch -x git push',
    'watch -tx sh -c "git push"',
    'hwatch git push',
    'ls | entr git push',
    'chronic git push',
    'flock -n f git push',
    'setsid -w git push',
    'unbuffer -p git push',
    'stdbuf -oL git push',
    'ionice -c 3 git push',
    'chrt -i 0 git push',
    'taskset -c 0,1 git push',
    'systemd-run -t git push',
    'systemd-run --on-active 5 git push',
    'dbus-run-session -- git push',
    'xvfb-run -n 9 git push',
    'faketime 2020-01-01 git push',
    'firejail --net=none git push',
    'proxychains -f conf git push',
    'gtimeout 5 git push',
    'lockf f git push',
    's6-setuidgid me git push',
    'dtach -n socket git push',
    'with-lock-ex f git push',
    "reflex -r '[.]go$' git push",
    'systemd-nspawn -D / git push',
    'run-one git push',
    'retry git push',
    'op run -- git push',
    'sops exec-env f "git push"',
    'gnome-terminal -- git push',
  ])('%s', (text) => {
    const { commands, unread } = commandsIn(text);
    expect(commands.filter(({ maybe }) => !maybe).map(({ verb }) => verb)).toContain('push');
    expect(unread).toEqual([]);
  });

  // What they run is read in part only, so that is said, too.
  test.each([
    'parallel git push ::: a b',
    'parallel ::: "git push"',
    'sem git push',
    'script -qc "git push" /dev/null',
    'script -q /dev/null git push',
    'su root -c "git push"',
    'runuser -u me -- git push',
    'sg group "git push"',
    'pee "git push"',
    'nix develop -c git push',
  ])('%s: perhaps', (text) => {
    const { commands, unread } = commandsIn(text);
    expect(commands.filter(({ maybe }) => maybe).map(({ verb }) => verb)).toContain('push');
    expect(unread).toHaveLength(1);
  });

  test('with -x the words stay as they are; without, they are one text', () => {
    expect(inShort('watch -x sh -c "git push; ls"')).toContain('watch > sh > git push');
    expect(inShort("watch git 'push; ls'")).toContain('watch > ls');
  });
});

describe('what cannot be read is said, and what can be read is there all the same', () => {
  test.each<readonly [string, string, RegExp]>([
    ['$CMD x; git push', '$CMD', /which program/],
    ['eval "$X"; git push', 'eval "$X"', /commands that show only when it runs/],
    ['curl x | sh; git push', 'sh', /commands that show only when it runs/],
    ['sh < file; git push', 'sh', /commands that show only when it runs/],
    ['sh <<E\n$X\nE\ngit push', 'sh', /commands that show only when it runs/],
    ["xargs sh <<< 'x'; git push", 'sh (what xargs reads)', /commands that show only/],
    ["sh 3<<< 'x'; git push", 'sh', /commands that show only when it runs/],
    ["sh <<< 'x' < y; git push", 'sh', /commands that show only when it runs/],
    ['git push; parallel ls', 'parallel ls', /not looked into/],
    ['git "$X"; git push', 'git "$X"', /what it is to do/],
    ['git push; echo "open', 'git push; echo "open', /double quote is not closed/],
  ])('%j', (text, part, why) => {
    expect(commandsIn(text).unread).toEqual([{ part, why: expect.stringMatching(why) }]);
    expect(commandsIn(text).commands.map(({ verb }) => verb)).toContain('push');
  });
});

describe('options', () => {
  test.each<readonly [string, boolean | undefined]>([
    ['git push -f', true],
    ['git push --force', true],
    ['git push --force=x', true],
    ['git push --force="$X"', true],
    ['git push -uf origin', true],
    ['git push -{u,f}', true],
    ['git push', false],
    ['git push --force-with-lease', false],
    ['git push --force-with-lease="$X"', false],
    ['git push -- --force', false],
    ['git push "a$X" ./*', false],
    ['git push -- "$X"', false],
    ['git push "$X"', undefined],
    ['git push $X', undefined],
    ['git push a$X', undefined],
    ['env git push --force', false],
  ])('%j: %j', (text, expected) => {
    expect(hasOption(one(text), '-f', '--force')).toBe(expected);
  });
});

test('what a shell opens and hands over', () => {
  expect(one('a < in >> out <<< \'text\' 2>&1 &> "$X"').redirects).toEqual([
    { op: '<', file: 'in', text: undefined },
    { op: '>>', file: 'out', text: undefined },
    { op: '<<<', file: undefined, text: 'text' },
    { op: '&>', file: undefined, text: undefined },
  ]);
});

test('variables that are set, as far as they are known', () => {
  expect(commandsIn('A=1 B="$X" env C=2 D=x=y git push').commands[1]?.env).toEqual({
    A: '1',
    B: undefined,
    C: '2',
    D: 'x=y',
  });
});
