import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { start } from '@wavehooks/process';
import type { SandboxPlan } from '@wavehooks/process/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSandbox, type SandboxOptions } from '../../src/sandbox/open-sandbox.ts';

const GIT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const git = (dir: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: dir,
    encoding: 'utf8',
    env: { ...process.env, ...GIT },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A repository and what is around it, with the sandbox that a session would have there. */
function scene(more: Partial<SandboxOptions> = {}) {
  // Not in /tmp, which is another directory inside.
  const root = realpathSync(mkdtempSync('/var/tmp/wave-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [project, outside, home] = ['project', 'outside', 'home'].map((name) => join(root, name));
  if (!project || !outside || !home) throw new Error('no place');
  for (const dir of [project, outside, home]) mkdirSync(dir);
  git(project, 'init', '-q', '.');
  git(project, 'commit', '-q', '--allow-empty', '-m', 'first');
  const sandboxIn = (projectDir: string) => {
    const sandbox = openSandbox({ projectDir, home, ...more });
    onTestFinished(() => sandbox.close());
    return sandbox;
  };
  const sandbox = sandboxIn(project);
  const plan = () => sandbox.plan('workspace');
  const carryOut = (command: string, made: SandboxPlan, cwd = project) =>
    start({
      file: '/bin/sh',
      args: ['-c', command],
      cwd,
      env: { ...process.env, ...GIT, HOME: home, OUTSIDE: outside },
      stdin: Buffer.alloc(0),
      timeoutMs: 20_000,
      maxBytes: 1_000_000,
      sandbox: made,
    }).ended;
  const run = async (command: string, dir = project) => {
    const made = await (dir === project ? sandbox : sandboxIn(dir)).plan('workspace');
    if ('fault' in made) throw new Error(made.fault);
    return carryOut(command, made, dir);
  };
  return { root, project, outside, home, plan, run, carryOut };
}

const DONE = { is: 'exit', code: 0 };
/** What git runs by itself as soon as anybody asks for the state of a repository. */
const EVIL = `printf '[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = touch %s/owned; false\\n' "$OUTSIDE"`;

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  describe('git outside runs nothing that a command inside left', () => {
    test('by another directory that .git leads to', async () => {
      const { run, project, outside } = scene();
      const { outcome } = await run(
        `cp -r .git evil && ${EVIL} > evil/config && echo ../evil > .git/commondir`,
      );
      expect(outcome).not.toEqual(DONE);
      git(project, 'status', '--short');
      expect(readdirSync(outside)).toEqual([]);
    });

    test('and git works inside meanwhile, with nothing left behind', async () => {
      const { run, project } = scene();
      const { outcome, stderr } = await run(
        'echo x > f && git add f && git -c user.name=a -c user.email=a@b commit -qm two && git status && git gc -q',
      );
      expect([outcome, stderr]).toEqual([DONE, '']);
      await expect
        .poll(() => readdirSync(join(project, '.git')).filter((name) => /common|wave/.test(name)))
        .toEqual([]);
      expect(git(project, 'log', '--format=%s')).toBe('two\nfirst\n');
    });

    test('two at once: the first that ends does not free it for the other', async () => {
      const { run, project } = scene();
      const long = run('sleep 1; rm -f .git/commondir; echo ../evil > .git/commondir');
      await run('rm -rf .git/commondir*');
      await new Promise((done) => setTimeout(done, 300));
      expect((await long).outcome).not.toEqual(DONE);
      await expect.poll(() => existsSync(join(project, '.git/commondir'))).toBe(false);
    });

    test('by a project that becomes a repository without .git', async () => {
      const { run, project, outside } = scene();
      rmSync(join(project, '.git'), { recursive: true });
      await run(
        `git init -q --bare b && mv b/* .; ${EVIL} > config; echo '	bare = false' >> config`,
      );
      await expect.poll(() => existsSync(join(project, 'HEAD'))).toBe(false);
      expect(() => git(project, 'status')).toThrow('not a git repository');
      expect(readdirSync(outside)).toEqual([]);
    });

    test('by a directory of hooks that settings name and nobody has made', async () => {
      const { run, project } = scene();
      git(project, 'config', 'core.hooksPath', 'my-hooks');
      expect((await run('mkdir my-hooks && echo x > my-hooks/post-commit')).outcome).not.toEqual(
        DONE,
      );
      await expect.poll(() => existsSync(join(project, 'my-hooks'))).toBe(false);
    });

    test('by a directory of hooks that the user names for all repositories', async () => {
      const { run, project, home } = scene();
      const before = process.env['HOME'];
      onTestFinished(() => {
        process.env['HOME'] = before;
      });
      process.env['HOME'] = home;
      writeFileSync(join(home, '.gitconfig'), '[core] hooksPath = .my-hooks\n');
      expect((await run('mkdir .my-hooks && echo x > .my-hooks/post-commit')).outcome).not.toEqual(
        DONE,
      );
      await expect.poll(() => existsSync(join(project, '.my-hooks'))).toBe(false);
    });

    test('by a directory of hooks that the settings of the main repository name', async () => {
      const { run, project, root } = scene();
      const tree = join(root, 'tree');
      git(project, 'config', 'core.hooksPath', 'my-hooks');
      git(project, 'worktree', 'add', '-q', tree);
      const { outcome } = await run('mkdir my-hooks && echo x > my-hooks/post-commit', tree);
      expect(outcome).not.toEqual(DONE);
      await expect.poll(() => existsSync(join(tree, 'my-hooks'))).toBe(false);
    });

    test('by what settings of the user name in their home directory, or include', async () => {
      const { run, home } = scene();
      const before = process.env['HOME'];
      onTestFinished(() => {
        process.env['HOME'] = before;
      });
      process.env['HOME'] = home;
      // Their home directory holds the project of another session, where the hooks are.
      mkdirSync(join(home, 'dot/hooks'), { recursive: true });
      git(home, 'init', '-q', 'dot');
      const config = '[core] hooksPath = ~/dot/hooks\n[include]\n\tpath = dot/team\n';
      writeFileSync(join(home, '.gitconfig'), config);
      writeFileSync(join(home, 'dot/team'), '[include] path = more\n');
      writeFileSync(join(home, 'dot/more'), '');
      for (const file of ['hooks/post-commit', 'team', 'more'])
        expect((await run(`echo x >> ${file}`, join(home, 'dot'))).outcome, file).not.toEqual(DONE);
      // Elsewhere, nothing stands for it in the project.
      expect((await run('ls -d "~"')).outcome).not.toEqual(DONE);
    });

    test('by what leads a worktree elsewhere to other settings', async () => {
      const { run, project, outside, root } = scene();
      const tree = join(root, 'tree');
      git(project, 'worktree', 'add', '-q', tree);
      const before = readFileSync(join(project, '.git/worktrees/tree/commondir'), 'utf8');
      const dir = '.git/worktrees/tree';
      for (const way of [
        `echo ../../../evil > ${dir}/commondir`,
        `rm ${dir}/commondir && echo ../../../evil > ${dir}/commondir`,
        `mv ${dir} ${dir}2 && mkdir ${dir} && cp ${dir}2/* ${dir} && echo ../../../evil > ${dir}/commondir`,
        'mv .git/worktrees .git/w2',
      ]) {
        await run(`cp -r .git evil; ${EVIL} > evil/config; ${way}`);
        git(tree, 'status', '--short');
        expect(readdirSync(outside), way).toEqual([]);
        expect(readFileSync(join(project, '.git/worktrees/tree/commondir'), 'utf8')).toBe(before);
      }
      expect(await run('git worktree list && git status && echo x > made')).toMatchObject({
        outcome: DONE,
      });
    });

    test.each(['', '/worktrees/tree'])(
      'by config.worktree, where settings have git read it: .git%s',
      async (dir) => {
        const { run, project, outside, root } = scene();
        const tree = join(root, 'tree');
        git(project, 'config', 'extensions.worktreeConfig', 'true');
        git(project, 'worktree', 'add', '-q', tree);
        await run(`${EVIL} > .git${dir}/config.worktree`);
        for (const at of [project, tree]) git(at, 'status', '--short');
        expect(readdirSync(outside)).toEqual([]);
        const { outcome, stderr } = await run('git status && git worktree list');
        expect([outcome, stderr]).toEqual([DONE, '']);
        await expect
          .poll(() => existsSync(join(project, `.git${dir}/config.worktree`)))
          .toBe(false);
      },
    );

    test('in a worktree, whose .git is a file: it can be read, and not be changed', async () => {
      const { run, project, root } = scene();
      const tree = join(root, 'tree');
      git(project, 'worktree', 'add', '-q', tree);
      const before = readFileSync(join(tree, '.git'), 'utf8');
      expect((await run('git status && echo x > made', tree)).outcome).toEqual(DONE);
      for (const command of ['echo x > .git', 'rm .git', 'mv .git g'])
        expect((await run(command, tree)).outcome, command).not.toEqual(DONE);
      expect(readFileSync(join(tree, '.git'), 'utf8')).toBe(before);
    });

    test('in a submodule, whose .git is a file, too', async () => {
      const { run, project } = scene();
      mkdirSync(join(project, 'sub'));
      writeFileSync(join(project, 'sub/.git'), 'gitdir: ../.git/modules/sub\n');
      expect((await run('echo x > sub/.git')).outcome).not.toEqual(DONE);
      expect((await run('mv sub sub2')).outcome).not.toEqual(DONE);
    });

    test('in a repository of the project, behind very many directories', async () => {
      const { run, project } = scene();
      git(project, 'init', '-q', 'vendor/lib');
      expect((await run('for n in $(seq 450); do mkdir d$n; done')).outcome).toEqual(DONE);
      expect((await run('echo x > vendor/lib/.git/hooks/pre-commit')).outcome).not.toEqual(DONE);
      expect((await run('mv vendor v2')).outcome).not.toEqual(DONE);
    });

    test.each(['inside', 'outside'])(
      'a .git that is a link to a place %s: nothing runs',
      async (where) => {
        const { plan, project, outside } = scene();
        const real = join(where === 'inside' ? project : outside, 'real');
        renameSync(join(project, '.git'), real);
        symlinkSync(real, join(project, '.git'));
        expect(await plan()).toEqual({
          fault: expect.stringContaining('.git is a symbolic link, which a sandbox cannot guard'),
        });
      },
    );
  });

  describe('what other programs run by themselves cannot be made', () => {
    const NAMES = [
      ...['.claude', '.codex', '.gemini', '.cursor', '.vscode', '.idea', '.devcontainer'],
      ...['.envrc', '.git/modules', '.qwen', '.opencode', '.zed', '.github/workflows', '.husky'],
      ...['lefthook.yml', 'lefthook-local.yml', '.pre-commit-config.yaml', '.mise.toml', '.exrc'],
      ...['.mise.local.toml', '.vimrc', '.gitlab-ci.yml'],
    ];

    test.each(NAMES)('%s', async (name) => {
      const { run, project } = scene();
      for (const way of [
        `mkdir -p ${name} && echo x > ${name}/tasks.json`,
        `echo x > ${name}`,
        `rm -rf ${name}; echo x > ${name}`,
        `mkdir d && echo x > d/tasks.json && mv -T d ${name}`,
        `ln -sfT /tmp ${name}`,
        `rmdir ${name}; mkdir ${name}; touch ${name}/x`,
      ])
        expect((await run(way)).outcome, way).not.toEqual(DONE);
      await expect.poll(() => existsSync(join(project, name))).toBe(false);
    });

    test('what is read together with a file that is there', async () => {
      const { run, project } = scene();
      writeFileSync(join(project, 'lefthook.yml'), 'pre-commit:\n');
      for (const name of ['lefthook-local.toml', '.lefthook-local.yaml'])
        expect((await run(`echo x > ${name}`)).outcome, name).not.toEqual(DONE);
    });

    test('nothing of it is left, and what the user makes meanwhile is', async () => {
      const { run, project } = scene();
      const running = run('sleep 1');
      await expect.poll(() => existsSync(join(project, '.vscode'))).toBe(true);
      writeFileSync(join(project, '.vscode/settings.json'), '{}');
      expect((await running).outcome).toEqual(DONE);
      await expect.poll(() => readdirSync(project)).toEqual(['.git', '.vscode']);
      expect(readFileSync(join(project, '.vscode/settings.json'), 'utf8')).toBe('{}');
      // By now it is there, so it can be read, and not be changed.
      expect((await run('cat .vscode/settings.json')).stdout).toBe('{}');
      expect((await run('echo x > .vscode/settings.json')).outcome).not.toEqual(DONE);
    });
  });

  test('what a rule denies to read cannot be moved to where no rule looks', async () => {
    const { run, project } = scene({ deny: () => ['Read(deep/secrets/**)'] });
    mkdirSync(join(project, 'deep/secrets'), { recursive: true });
    writeFileSync(join(project, 'deep/secrets/a'), 'THE-KEY');
    await run('mv deep d2');
    await run('mv deep/secrets d3');
    expect((await run('cat */a */*/a; exit 0')).stdout).toBe('');
    expect((await run('echo x > deep/made')).outcome).toEqual(DONE);
  });

  describe('a socket is hidden, too, that', () => {
    const SOCKETS: Readonly<Record<string, string>> = {
      'was named from a directory on': 's.bind("it")',
      'got another name since': 's.bind("new"); os.rename("new", "it")',
      'was linked to its name, and named in whole before':
        's.bind(os.getcwd() + "/new"); os.link("new", "it"); os.unlink("new")',
    };

    test.each(Object.entries(SOCKETS))('%s', async (_, bind) => {
      const { run, outside } = scene();
      const code = `import os, socket\ns = socket.socket(socket.AF_UNIX)\n${bind}\ns.listen()\nprint("ready", flush=True)\ns.accept()`;
      const child = spawn('python3', ['-c', code], {
        cwd: outside,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child.stdout, 'data');
      const connect = `python3 -c 'import os, socket; socket.socket(socket.AF_UNIX).connect(os.environ["OUTSIDE"] + "/it")'`;
      const { outcome, stderr } = await run(connect);
      expect([outcome, stderr]).toEqual([
        { is: 'exit', code: 1 },
        expect.stringMatching(/denied|refused/),
      ]);
    });
  });

  describe('the project changes between the plan and the start', () => {
    /** As another command of the session could do that runs meanwhile. */
    const swapped = async (command: string, back = false) => {
      const { plan, carryOut, project, outside } = scene();
      mkdirSync(join(project, 'sub/.git'), { recursive: true });
      const made = await plan();
      if ('fault' in made) throw new Error(made.fault);
      if (!back) {
        renameSync(join(project, 'sub'), join(project, 'was'));
        symlinkSync('../outside', join(project, 'sub'));
        mkdirSync(join(outside, '.git'));
      }
      const { outcome, stderr } = await carryOut(command, made);
      return { outcome, stderr, made: existsSync(join(dirname(project), 'outside/made')) };
    };

    test('a link in the place of a directory opens nothing', async () => {
      const { outcome, stderr, made } = await swapped('echo x > ../outside/made');
      expect([outcome, made]).toEqual([{ is: 'exit', code: 126 }, false]);
      expect(stderr).toContain('the project changed while the sandbox was set up');
    });

    test('where nothing changed, it runs', async () => {
      expect(await swapped('echo x > sub/made', true)).toMatchObject({ outcome: DONE, stderr: '' });
    });
  });
});
