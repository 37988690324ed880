import type { Program } from './program.ts';

const VIM: Program = {
  options:
    '-c|--cmd|--command=code.vim -S=loads -s:loads -u=loads -U=loads -w=writes -W=writes -e -E -R -n -N -b -d -o? -O? -p? -Z -m -M -l=code -i=reads -r? -L -t= -T= -V? --clean --noplugin --headless --embed --startuptime=writes --remote-send=code --remote-expr=code --remote= --server= --listen= --help! --version! -h! -v -q= -x -y',
  operands: 'writes.plus',
};

/** Editors: most run a command of the shell by a word of their own. */
export const EDITORS: Readonly<Record<string, Program>> = {
  'vim|vi|nvim|gvim|view|vimdiff|rvim|rview|elvis|vim.tiny|vim.basic': VIM,
  ex: { ...VIM, input: 'code.ed' },

  'emacs|emacsclient|xemacs|emacs-nox|zile|mg': {
    dash: true,
    options:
      '-eval|--eval|-e|--execute=code -f|-funcall|--funcall=code -l|-load|--load|--script=loads -batch|--batch -q -Q|--quick -nw -t|--tty|-c --chdir= -u= --no-site-file --version! --help! -a|--alternate-editor=runs -s= -n',
    operands: 'writes',
  },
  'ed|red': {
    options: '-s|--quiet|--silent -p|--prompt= -v|--verbose -E -G -l -r --help! --version!',
    operands: 'writes.banged',
    input: 'code.ed',
  },
  'nano|pico|rnano': {
    options:
      '-s|--speller=runs -f|--rcfile=loads -B -C= -I -L -R -T= -U -Y= -c -i -l -m -o= -r= -t -v -w',
    operands: 'writes',
  },
  'code|codium|cursor': {
    dash: true,
    options:
      '--wait -w --new-window -n --reuse-window -r --diff -d --goto -g --add -a --list-extensions --install-extension=loads --uninstall-extension= --version -v --help -h --user-data-dir= --extensions-dir=loads',
    operands: 'writes',
  },
};
