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
    valued:
      '-p -u -E -M -H --unit --property --setenv --slice --uid --gid --nice --working-directory --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --description',
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
  watch: {
    own: true,
    line: '-x --exec',
    valued: '-n -q -s --interval --equexit --shotsdir',
    flags:
      '-b -c -C -d -e -f -g -p -r -t -w -x --beep --color --no-color --differences --errexit --exec --follow --chgexit --precise --no-rerun --no-title --no-wrap',
    idle: '-h -v --help --version',
  },
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
