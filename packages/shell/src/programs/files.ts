import type { Program } from './program.ts';

const COPIES =
  '-a|--archive --attributes-only --backup? -b --copy-contents -d -f|--force -i|--interactive -H -l|--link -L|--dereference -n|--no-clobber -P|--no-dereference -p --preserve? --no-preserve= --parents -R|-r|--recursive --reflink? --remove-destination --sparse= --strip-trailing-slashes -s|--symbolic-link -S|--suffix= -t|--target-directory=writes -T|--no-target-directory -u|--update? -v|--verbose -x|--one-file-system -Z --context? -c';

const MODES =
  '-c|--changes -f|--silent|--quiet -v|--verbose --no-preserve-root --preserve-root --reference=reads -R|--recursive -h|--no-dereference --dereference --from= -H -L -P';

/** Programs that change, list or look at files. */
export const FILES: Readonly<Record<string, Program>> = {
  cat: {
    options:
      '-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u -v|--show-nonprinting --help --version',
    operands: 'reads',
  },
  'rm|grm': {
    options:
      '-r|-R|--recursive -f|--force -i --interactive? -I -d|--dir -v|--verbose -P -W -x --one-file-system --preserve-root? --no-preserve-root --help --version',
    operands: 'writes',
  },
  rmdir: { options: '-p|--parents -v|--verbose --ignore-fail-on-non-empty', operands: 'writes' },
  'cp|gcp': { options: COPIES, operands: 'writes' },
  'mv|gmv': { options: COPIES, operands: 'writes' },
  'ln|gln': { options: `${COPIES} --physical --logical --relative`, operands: 'writes' },
  'chmod|gchmod': { options: MODES, operands: 'nothing writes' },
  'chown|chgrp': { options: MODES, operands: 'nothing writes' },
  mkdir: { options: '-m|--mode= -p|--parents -v|--verbose -Z --context?', operands: 'writes' },
  touch: {
    options:
      '-a -c|--no-create -d|--date= -f -h|--no-dereference -m -r|--reference=reads -t= --time=',
    operands: 'writes',
  },
  shred: {
    options:
      '-f|--force -n|--iterations= --random-source=reads -s|--size= -u --remove? -v|--verbose -x|--exact -z|--zero',
    operands: 'writes',
  },
  truncate: {
    options: '-c|--no-create -o|--io-blocks -r|--reference=reads -s|--size=',
    operands: 'writes',
  },
  install: {
    options:
      '-b --backup? -c -C|--compare -d|--directory -D -g|--group= -m|--mode= -o|--owner= -p|--preserve-timestamps -s|--strip --strip-program=runs -S|--suffix= -t|--target-directory=writes -T -v|--verbose -Z',
    operands: 'writes',
  },
  tee: { options: '-a|--append -i|--ignore-interrupts -p --output-error?', operands: 'writes' },
};
