import type { Wrapper } from './wrapper.ts';

/** Those of package managers and the like, and others that we know no options of. */
export const RUNNERS: Readonly<Record<string, Wrapper>> = {
  asdf: { own: true, verbs: 'exec' },
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
  opam: { own: true, verbs: 'exec' },
  pdm: { own: true, verbs: 'run' },
  perf: { own: true, verbs: 'stat record trace' },
  pipenv: { own: true, verbs: 'run' },
  pipx: { own: true, verbs: 'run' },
  pnpm: { own: true, verbs: 'exec dlx', opaque: '-c --shell-mode' },
  poetry: { own: true, verbs: 'run' },
  pyenv: { own: true, verbs: 'exec' },
  rbenv: { own: true, verbs: 'exec' },
  rustup: { own: true, verbs: 'run', operands: 1 },
  rye: { own: true, verbs: 'run' },
  stack: { own: true, verbs: 'exec' },
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
  gosu: { own: true, operands: 1 },
  ...Object.fromEntries(
    (
      'arch bunx bwrap catatonit catchsegv cgexec choom chpst chronic concurrently ' +
      'coresched cpulimit daemon daemonize dbus-launch dbus-run-session dotenv dumb-init eatmydata entr ' +
      'envdir envuidgid faketime gdb genv gnice gnohup gstdbuf gtime ' +
      'gtimeout gxargs heaptrack hyperfine idprio ifne lckdo lldb lockf nodemon ' +
      'numactl pgrphack pipesz proxychains proxychains4 rlwrap rtprio runcon setlock ' +
      'setpriv setuidgid softlimit ssh-agent systemd-cat systemd-inhibit taskpolicy tini torify ' +
      'torsocks uclampset unbuffer uvx valgrind xcrun xinit xterm xvfb-run zrun'
    )
      .split(' ')
      .map((name) => [name, { own: true }]),
  ),
};
