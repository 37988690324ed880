import type { Wrapper } from './wrapper.ts';

/** Those of package managers and the like, and others that we know no options of. */
export const RUNNERS: Readonly<Record<string, Wrapper>> = {
  asdf: { own: true, verbs: 'exec' },
  'aws-vault': { own: true, verbs: 'exec', operands: 1 },
  bun: { own: true, verbs: 'x' },
  bundle: { own: true, verbs: 'exec' },
  cabal: { own: true, verbs: 'exec' },
  conda: { own: true, verbs: 'run' },
  direnv: { own: true, verbs: 'exec', operands: 1 },
  doppler: { own: true, verbs: 'run' },
  dotenvx: { own: true, verbs: 'run' },
  fnm: { own: true, verbs: 'exec' },
  git: { own: true, verbs: 'bisect submodule', operands: 1 },
  hatch: { own: true, verbs: 'run' },
  lerna: { own: true, verbs: 'exec' },
  micromamba: { own: true, verbs: 'run' },
  mise: { own: true, verbs: 'exec x' },
  nix: { own: true, verbs: 'develop shell', opaque: '-c --command' },
  npm: {
    own: true,
    verbs: 'exec x explore',
    valued: '-w --package --workspace',
    opaque: '-c --call',
  },
  npx: {
    own: true,
    valued: '-p --package -w --workspace',
    flags: '-y --yes -q --quiet --no --no-install',
    opaque: '-c --call',
  },
  op: { own: true, verbs: 'run' },
  opam: { own: true, verbs: 'exec' },
  pdm: { own: true, verbs: 'run' },
  perf: { own: true, verbs: 'stat record trace' },
  pipenv: { own: true, verbs: 'run' },
  pipx: { own: true, verbs: 'run' },
  pnpm: { own: true, verbs: 'exec dlx', opaque: '-c --shell-mode' },
  poetry: { own: true, verbs: 'run' },
  pueue: { own: true, verbs: 'add', line: '' },
  pyenv: { own: true, verbs: 'exec' },
  rbenv: { own: true, verbs: 'exec' },
  rr: { own: true, verbs: 'record' },
  rustup: { own: true, verbs: 'run', operands: 1 },
  rye: { own: true, verbs: 'run' },
  samply: { own: true, verbs: 'record' },
  sops: { own: true, verbs: 'exec-env exec-file', operands: 1, line: '' },
  stack: { own: true, verbs: 'exec' },
  uftrace: { own: true, verbs: 'record live' },
  uv: { own: true, verbs: 'run', valued: '-p --python --with --extra --group --directory' },
  volta: { own: true, verbs: 'run' },
  yarn: { own: true, verbs: 'exec dlx' },
  'cross-env': { own: true, assigns: true },
  'su-exec': { own: true, operands: 1 },
  'sandbox-exec': { own: true, valued: '-p -f -n -D' },
  ...Object.fromEntries(
    'aa-exec capsh fakechroot screen tmux firejail i386 linux32 linux64 proot uname26 x86_64'
      .split(' ')
      .map((name) => [name, { own: true, shell: true }]),
  ),
  'gnome-terminal': { own: true, opaque: '-e -x --command --execute' },
  cgexec: { own: true, valued: '-g' },
  gtimeout: { own: true, operands: 1, valued: '-k -s --kill-after --signal' },
  'systemd-nspawn': {
    own: true,
    valued: '-D -i -M -u -E -p -U --directory --image --machine --user --setenv --bind',
    shell: true,
  },
  'xvfb-run': { own: true, valued: '-e -f -n -p -s -w', flags: '-a -l' },
  ...Object.fromEntries(
    'proxychains proxychains4'.split(' ').map((name) => [name, { own: true, valued: '-f' }]),
  ),
  // Like watch.
  ...Object.fromEntries(
    'hwatch viddy'
      .split(' ')
      .map((name) => [name, { own: true, line: '-x --exec', valued: '-n -s --interval --shell' }]),
  ),
  // A directory, a file to lock, a user, a time or a socket stands before the other program.
  ...Object.fromEntries(
    (
      'abduco dtach envdir envuidgid faketime gosu lckdo lockf runcon s6-envdir s6-envuidgid s6-setlock ' +
      's6-setuidgid setlock setuidgid with-lock-ex'
    )
      .split(' ')
      .map((name) => [name, { own: true, operands: 1 }]),
  ),
  ...Object.fromEntries(
    (
      'annotate-output arch bunx bwrap catatonit catchsegv choom chpst chronic concurrently ' +
      'coresched cpulimit cronic daemon daemonize dbus-launch dbus-run-session dotenv dumb-init ' +
      'eatmydata entr gamemoderun gdb genv gnice gnohup gstdbuf gtime gxargs heaptrack hyperfine ' +
      'idprio ifne keep-one-running lldb mangohud nocache nodemon noti nq numactl optirun pgrphack ' +
      'pipesz prime-run primusrun retry rlwrap rtprio run-one run-one-constantly ' +
      'run-one-until-failure run-one-until-success run-this-one setpriv softlimit ssh-agent ' +
      'systemd-cat systemd-inhibit taskpolicy timelimit tini torify torsocks trickle tsp uclampset ' +
      'unbuffer uvx valgrind vglrun xcrun xinit xterm zrun'
    )
      .split(' ')
      .map((name) => [name, { own: true }]),
  ),
};
