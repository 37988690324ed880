import type { Wrapper } from './wrapper.ts';

/** Those of package managers and the like, and others that we know no options of. */
export const RUNNERS: Readonly<Record<string, Wrapper>> = {
  asdf: { own: true, verbs: 'exec' },
  bun: { own: true, verbs: 'x' },
  bundle: { own: true, verbs: 'exec' },
  direnv: { own: true, verbs: 'exec', operands: 1 },
  git: { own: true, verbs: 'bisect submodule', operands: 1 },
  mise: { own: true, verbs: 'exec x' },
  npm: { own: true, verbs: 'exec x', valued: '-w --package --workspace', opaque: '-c --call' },
  npx: { own: true, valued: '-p --package -w --workspace', opaque: '-c --call' },
  perf: { own: true, verbs: 'stat record trace' },
  pipenv: { own: true, verbs: 'run' },
  pipx: { own: true, verbs: 'run' },
  pnpm: { own: true, verbs: 'exec dlx', opaque: '-c --shell-mode' },
  poetry: { own: true, verbs: 'run' },
  uv: { own: true, verbs: 'run', valued: '-p --python --with --extra --group --directory' },
  yarn: { own: true, verbs: 'exec dlx' },
  'cross-env': { own: true, assigns: true },
  'su-exec': { own: true, operands: 1 },
  'sandbox-exec': { own: true, valued: '-p -f -n -D' },
  gosu: { own: true, operands: 1 },
  ...Object.fromEntries(
    (
      'arch bunx bwrap catchsegv cgexec chpst chronic concurrently cpulimit daemonize dotenv entr ' +
      'fakechroot firejail gdb hyperfine nodemon numactl proot proxychains proxychains4 screen setpriv ' +
      'softlimit tmux torify torsocks unbuffer valgrind'
    )
      .split(' ')
      .map((name) => [name, { own: true }]),
  ),
};
