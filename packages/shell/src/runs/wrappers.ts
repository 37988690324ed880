import { RUNNERS } from './runners.ts';
import type { Wrapper } from './wrapper.ts';

/** Without these a rule about a program could be passed by putting another in front. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  ...RUNNERS,
  builtin: {},
  caffeinate: { valued: '-t -w', flags: '-d -i -m -s -u' },
  chroot: { operands: 1, own: true, shell: true },
  chrt: { operands: 1, valued: '-T -P -D', flags: '-b -f -i -o -r' },
  command: { idle: '-v -V', flags: '-p' },
  doas: { valued: '-u -C -a', own: true, opaque: '-s' },
  env: {
    valued: '-u -C --unset --chdir -P -L -U',
    flags: '- -i -0 -v --ignore-environment --null --debug',
    risky: '-C --chdir -P -L -U',
    assigns: true,
    opaque: '-S --split-string',
  },
  exec: { valued: '-a', flags: '-c -l' },
  fakeroot: { own: true, valued: '-l -s -i -b -f', shell: true },
  flock: { operands: 1, own: true, valued: '-w -E --timeout', opaque: '-c --command' },
  ionice: { valued: '-c -n -p -P -u --class --classdata' },
  ltrace: { own: true, valued: '-e -o -p -s -u -a -n' },
  nice: { valued: '-n --adjustment' },
  nohup: {},
  nsenter: { own: true, valued: '-t --target -S -G', shell: true },
  pkexec: { own: true, valued: '--user', shell: true },
  prlimit: { own: true, valued: '-p --pid' },
  run0: { own: true, valued: '-u -g -D --user --group --chdir --setenv', shell: true },
  busybox: { own: true },
  toybox: { own: true },
  setarch: { operands: 1, shell: true },
  setsid: { flags: '-c -f -w --ctty --fork --wait' },
  stdbuf: { valued: '-i -o -e --input --output --error' },
  strace: { own: true, valued: '-e -o -p -s -u -a -E -P -I -O -S -X' },
  sudo: {
    valued:
      '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot --role --type --close-from --command-timeout --other-user',
    flags:
      '-A -b -B -E -H -k -n -N -P -S --askpass --background --bell --preserve-env --set-home --non-interactive --no-update --preserve-groups --stdin',
    assigns: true,
    own: true,
    shell: '-s -i --shell --login',
  },
  'systemd-run': {
    own: true,
    valued: '-p -u -E -t -M -H --unit --property --setenv --slice',
    opaque: '-S --shell',
  },
  taskset: { operands: 1 },
  time: {
    valued: '-o -f --output --format',
    flags: '-p -v -q -l --portability --verbose --quiet',
    risky: '-o --output',
  },
  timeout: {
    operands: 1,
    valued: '-k -s --kill-after --signal',
    flags: '-v -f -p --foreground --preserve-status --verbose',
  },
  unshare: { own: true, valued: '-S -G -R -w', shell: true },
  xargs: {
    valued:
      '-I -J -L -n -P -R -s -S -a -d -E --arg-file --delimiter --max-args --max-procs --max-lines --max-chars',
    flags: '-0 -r -t -x -i --null --no-run-if-empty --verbose --exit',
  },
};

/** Programs that run a text which stands in a file, on their input, or in a way of their own. */
export const OPAQUE: ReadonlySet<string> = new Set([
  'at',
  'batch',
  'bind',
  'compgen',
  'complete',
  'enable',
  'expect',
  'execlineb',
  'fc',
  'mispipe',
  'newgrp',
  'parallel',
  'pee',
  'runuser',
  'script',
  'sem',
  'sg',
  'start-stop-daemon',
  'su',
  'watch',
]);

export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'mksh',
  'ash',
  'rbash',
  'fish',
  'yash',
  'csh',
  'tcsh',
  'lksh',
  'oksh',
  'pdksh',
  'posh',
  'hush',
  'osh',
  'rzsh',
  'rksh',
  'sash',
  'rc',
]);

const CONTAINERS =
  '-H --host -c --context --config --connection --url -l --log-level --tlscacert --tlscert --tlskey';

/** Options between a program and its verb, with a value each: `git -C dir push` is a `git push`. */
export const VERB_OPTIONS: ReadonlyMap<string, string> = new Map([
  [
    'git',
    '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source --shallow-file',
  ],
  [
    'npm',
    '--prefix -C -w --workspace --loglevel --registry --userconfig --globalconfig --cache --tag --otp --access --scope --omit --include --location --before --depth --proxy --https-proxy --script-shell --node-options',
  ],
  ['pnpm', '-C --dir --filter -F --filter-prod --loglevel --reporter --registry --store-dir'],
  ['yarn', '--cwd --registry --cache-folder --modules-folder --network-timeout --mutex --proxy'],
  ['cargo', '--color --config -Z -C'],
  ['docker', CONTAINERS],
  ['podman', CONTAINERS],
  ['aws', '--profile --region --output --endpoint-url --color --query --ca-bundle'],
  ['helm', '-n --namespace --kube-context --kubeconfig --registry-config'],
  [
    'kubectl',
    '-n --namespace --context --cluster --kubeconfig -s --server --user --as --as-group --token --request-timeout --cache-dir --certificate-authority --client-certificate --client-key --tls-server-name -v --v',
  ],
  ['systemctl', '-H --host -M --machine -t --type -p --property -n --lines -o --output --root'],
]);
