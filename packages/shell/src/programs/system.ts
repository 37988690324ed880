import type { Program } from './program.ts';

const DEBUGGER: Program = {
  dash: true,
  options:
    '-ex|--ex|-iex|--eval-command|-o|--one-line|-O|--source-on-file=code.gdb -x|-ix|--command|-s|--source=loads -batch|--batch -b -q|-quiet|--quiet -nx|--nx|-n -p|--pid|--attach-pid= -c|--core= -cd= -d|--directory= -tui -args|--args -e= -se= -symbols= -version|--version! -h|-help|--help!',
  operands: 'nothing',
  input: 'code',
};

/** Programs around the system: packages, services, debuggers, terminals, and what runs others on its own. */
export const SYSTEM: Readonly<Record<string, Program>> = {
  'gdb|lldb|cgdb|rust-gdb|rust-lldb': DEBUGGER,
  'apt|apt-get|aptitude|apt-cache': {
    options:
      '-o|--option=code.setting -c|--config-file=loads -y|--yes|--assume-yes -q|--quiet -s|--simulate|--dry-run --no-install-recommends -f|--fix-broken -t|--default-release= --purge --reinstall -d|--download-only --allow-downgrades --allow-remove-essential -m -u -V --force-yes --only-upgrade --autoremove --no-upgrade --list',
    operands: 'writes',
  },
  'rpm|rpmdb|rpmquery|rpmverify|rpmbuild': {
    options:
      '-E|--eval=code --pipe=runs --load=loads --macros=loads --rcfile=loads -q|--query -a|--all -i|--info -l|--list -f|--file= -p|--package= -U|--upgrade -F|--freshen -e|--erase -V|--verify -v|--verbose -h|--hash --nodeps --force --root= --dbpath= --define=code',
    operands: 'loads',
  },
  'ip|ifconfig': {
    options:
      '-4 -6 -br|-brief -c|-color? -j|-json -p|-pretty -s|-stats -d|-details -o|-oneline -n|-netns= -b|-batch=loads -f|-family=',
    dash: true,
    verbs: {
      netns: { verbs: { exec: { operands: 'nothing command', ends: true }, '*': {} } },
      '*': {},
    },
  },
  'gcc|g++|cc|c++|clang|clang++|cpp|tcc': {
    dash: true,
    options:
      '-wrapper=runs.commas -o=writes -c -S -E -I= -L= -l= -D= -U= -std= -O -O0 -O1 -O2 -O3 -g -Wall -Wextra -Werror -fplugin=loads -specs=loads -B=loads -x= -include=reads -MF=writes -v --version -fuse-ld=runs.maybe',
    operands: 'reads',
  },
  'make|gmake|bmake|ninja|just': {
    options:
      '--eval|-E=code -f|--file|--makefile=loads -C|--directory= -I|--include-dir= -j|--jobs? -k|--keep-going -n|--dry-run|--just-print|--recon -B|--always-make -s|--silent|--quiet -i|--ignore-errors -e|--environment-overrides -o|--old-file= -W|--what-if= -l|--load-average? -q|--question -r|--no-builtin-rules -R -S -t|--touch -d --debug? -p|--print-data-base -w|--print-directory --no-print-directory -O|--output-sync? --trace -v|--version! -h|--help! --shell=runs --shell-arg= --set= --list -l --dump --summary --show=',
    operands: 'loads.make',
  },
  'cmake|ctest|cpack': {
    options:
      '-P=loads -C=loads -E:code --build= -S= -B=writes -G= -D= -U= -T= -A= --install= --preset= -j? -R|--tests-regex= -L= -V -N -t|--target= --config= --toolchain=loads --version! --help!',
    operands: 'loads',
  },
  'pip|pipx-pip|uv-pip': {
    options: '-q|--quiet -v|--verbose -V|--version -h|--help --python=runs --proxy= --cache-dir=',
    everywhere: '--editor=runs --index-url|-i= --extra-index-url=',
    verbs: {
      '*': {
        options:
          '-r|--requirement=loads -e|--editable=loads -t|--target=writes -U|--upgrade --user -y|--yes --no-deps --pre -c|--constraint=reads --no-cache-dir --format= -l|--local -o|--outdated',
      },
    },
  },
  gem: {
    verbs: {
      open: { options: '-e|--editor=runs -v|--version=' },
      '*': {
        options:
          '-e= -v|--version= -N --no-document -f|--force -a|--all -x|--executables -i|--install-dir=writes -l|--local -r|--remote -q',
      },
    },
  },
  puppet: { verbs: { '*': { options: '-e|--execute=code' } } },
  'ansible|ansible-playbook|ansible-console': {
    options:
      '-a|--args=runs -m|--module-name= -i|--inventory=loads -e|--extra-vars= -b|--become -K -k -l|--limit= -t|--tags= -v -C|--check -D|--diff -u|--user= -f|--forks= --ssh-common-args= -M=loads',
    operands: 'loads',
  },
  crontab: { options: '-e:runs -l -r:writes -u= -i -s', operands: 'loads', input: 'code' },
  'systemctl|journalctl|loginctl|machinectl|busctl': {
    options:
      '--address=code -H|--host=sends -M|--machine= -t|--type= -p|--property= -n|--lines= -o|--output= --root= -s|--signal= --state= -u|--unit= -S|--since= -U|--until= -q|--quiet --now --user --system --no-pager -a|--all -l|--full -f|--force -r|--reverse -k|--dmesg --no-block --no-reload --runtime --failed',
  },
  sysctl: {
    options: '-w|--write -a|--all -n|--values -p|--load?reads -q|--quiet -e -N -b -A -X',
    operands: 'writes.bar',
  },
  dmsetup: { options: '--exec=runs', verbs: { '*': { options: '--exec=runs' } } },
  'run-parts|service|invoke-rc.d': {
    options:
      '--regex= --arg|-a= --list --test --new-session --report --exit-on-error --reverse -u= -v',
    operands: 'loads rest',
  },
  'watchexec|chokidar|onchange': {
    options:
      '-w|--watch= -e|--exts= -i|--ignore= -r|--restart -c|--clear? -n -s -p|--postpone -f= -d|--debounce= -g= -R= --command=runs',
    operands: 'command',
    ends: true,
  },
  reflex: {
    options:
      '-r|--regex= -R|--inverse-regex= -g|--glob= -G|--inverse-glob= -c|--config=loads -d|--decoration= -t|--shutdown-timeout= -e|--sequential? -s|--start-service --substitute= --all --only-files --only-dirs -v|--verbose',
    operands: 'command',
    ends: true,
  },
  hyperfine: {
    options:
      '-p|--prepare=runs -c|--cleanup=runs -s|--setup=runs --conclude=runs --reference=runs -S|--shell= -n|--command-name= -w|--warmup= -r|--runs= -m|--min-runs= -M|--max-runs= -i|--ignore-failure -N --style= -L|--parameter-list= -P|--parameter-scan= -u|--time-unit= --export-json=writes --export-csv=writes --export-markdown=writes --show-output --output=writes --input=reads',
    operands: 'runs',
  },
  'concurrently|nodemon|run-p|run-s|npm-run-all': {
    options:
      '-x|--exec=runs -w|--watch= -e|--ext= -i|--ignore= -n|--names= -c|--prefix-colors= -k|--kill-others -s|--success= -p|--prefix= -r|--raw -m|--max-processes= --kill-others-on-fail --delay= --handle-input --teardown=runs',
    operands: 'runs',
  },
  tmux: {
    options: '-2 -C -D -l -N -u -v -V! -c=runs -f=loads -L= -S= -T=',
    verbs: {
      'new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawn-window|display-popup|popup':
        {
          options:
            '-A -d -D -E -P -X -b -h -v -k -I -Z -f -c= -e= -F= -n= -s= -t= -x= -y= -l= -w= -T= -p=',
          operands: 'line',
          ends: true,
        },
      'run-shell|run|if-shell|if|pipe-pane|pipep': {
        options: '-b -C -F -c= -d= -t= -I -O -o',
        operands: 'runs',
      },
      'send-keys|send': { options: '-F -H -K -l -M -R -X -c= -N= -t=', operands: 'runs.maybe' },
      '*': {},
    },
  },
  xdotool: {
    verbs: {
      exec: { options: '--sync --args= --terminator=', operands: 'command', ends: true },
      '*': {},
    },
  },
  logsave: { options: '-a -s -v', operands: 'writes command', ends: true },
  pidstat: { options: '-e=runs' },
  'scrot|maim': { options: '-e|--exec=runs -d= -q= -s -u -z -o', operands: 'writes' },
  'mail|mailx|mutt|sendmail|swaks': {
    options:
      '--exec|-E=runs.piped -s|--subject= -a= -c= -b= -r= -S=code.setting -e=code.setting -F=loads -f=reads -i -n -v -t -q= -H',
    operands: 'sends',
  },
  'enscript|a2ps|dvips|latex2html': {
    options: '-I|--filter=runs -R0:code -o|--output=writes -p=writes -q -E?',
    operands: 'reads',
  },
  zic: { options: '-y=runs -d= -b= -l= -L=reads -p= -r= -t= -v', operands: 'reads' },
  'msgfilter|msgexec|xgettext': {
    options:
      '-i|--input=reads -o|--output-file=writes -P|--properties-input -D= -e= -f=loads -n -s',
    operands: 'command',
    ends: true,
  },
  csvtool: { verbs: { call: { operands: 'runs reads' }, '*': { operands: 'nothing reads' } } },
  plymouth: {
    verbs: {
      '*': { options: '--command=runs --prompt= --number-of-tries= --dont-pause-progress' },
    },
  },
  'task|tasksh': { verbs: { 'execute|exec': { operands: 'line', ends: true }, '*': {} } },
  'genie|machine|tmate|byobu': {
    options: '-c=runs -s|--shell:code -l|--login:code -S= -f=loads -n -A -a -e= -i -u',
    operands: 'command',
    ends: true,
  },
  'distcc|ccache|sccache|icecc|grc|multitime|pexec|aoss|openvt|ksu|autossh-run|doexec|scanmem-run|devtool|proxychains-ng|tsocks|usewithtor|nohup-run|arch-chroot|schroot|chpst-run|cgrun|lxc-execute|detach':
    {
      options: '-e=runs -a= -n= -s= -c= -w= -f= -l= -q -v -b -r -d -E -D? --pty --stdout --stderr',
      operands: 'command',
      ends: true,
    },
};
