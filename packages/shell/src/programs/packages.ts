import type { Program } from './program.ts';

/** Options of npm that stand anywhere. */
const NPM =
  '--prefix= -C= -w|--workspace= --workspaces -ws --loglevel= --registry= --userconfig=loads --globalconfig=loads --cache= --tag= --otp= --access= --scope= --omit= --include= --location= --before= --depth= --proxy= --https-proxy= --script-shell=runs --node-options=code.flags --shell=runs --editor=runs --viewer=runs --browser=runs --git=runs -s|--silent -q|--quiet -d -dd --json --long -l -p|--parseable -y|--yes -f|--force --dry-run --ignore-scripts --if-present -g|--global';

/** Package managers. What the scripts of a package do is not looked at. */
export const PACKAGES: Readonly<Record<string, Program>> = {
  npm: {
    everywhere: NPM,
    options: '-v|--version! -h|--help!',
    verbs: {
      'exec|x': { options: '-c|--call=runs --package=' },
      '*': {
        options:
          '-D|--save-dev -S|--save -O|--save-optional -E|--save-exact --no-save --legacy-peer-deps --production --all -a --no-audit --no-fund --audit-level=',
      },
    },
  },
  npx: {
    options:
      '-c|--call=runs -p|--package= -y|--yes -q|--quiet --no --no-install -w|--workspace= --shell=runs --node-arg|-n=code.flags --prefix= -h|--help -v|--version',
    operands: 'rest',
    ends: true,
  },
  pnpm: {
    everywhere:
      '-C|--dir= --filter|-F= --filter-prod= --loglevel= --reporter= --registry= --store-dir= -r|--recursive -w|--workspace-root --script-shell=runs --shell-emulator',
    verbs: { '*': {} },
  },
  yarn: {
    everywhere:
      '--cwd= --registry= --cache-folder= --modules-folder= --network-timeout= --mutex= --proxy= --use-yarnrc=loads --script-shell=runs -s|--silent --json',
    verbs: { '*': {} },
  },
  cargo: {
    everywhere:
      '--color= --config=code.setting -Z= -C= -v|--verbose -q|--quiet --frozen --locked --offline --manifest-path=loads --target-dir=writes -j|--jobs=',
    verbs: {
      '*': {
        options:
          '-p|--package= --workspace --all --exclude= --lib --bin= --bins --example= --examples --test= --tests --bench= --benches --all-targets -r|--release --profile= -F|--features= --all-features --no-default-features --target= --message-format= --no-run --no-fail-fast --doc --fix --allow-dirty --check -f|--force --root=writes --path=loads --git= --branch= --tag= --rev= --version=',
      },
    },
  },
  go: {
    verbs: {
      'build|test|run|vet|install|list|generate|get': {
        dash: true,
        options:
          '-exec=runs -toolexec=runs -vettool=runs -o=writes -ldflags= -gcflags= -asmflags= -tags= -mod= -modfile=reads -overlay=loads -run= -v -x -n -a -race -cover -coverprofile=writes -count= -timeout= -bench= -short -json -p= -C= -f= -m -u -d -cpuprofile=writes',
        operands: 'loads',
      },
      '*': {},
    },
  },
  composer: {
    everywhere: '-d|--working-dir= -n|--no-interaction -q|--quiet -v',
    verbs: { exec: { operands: 'command', ends: true }, '*': {} },
  },
  codex: { verbs: { sandbox: { verbs: { '*': { operands: 'command', ends: true } } }, '*': {} } },
};
