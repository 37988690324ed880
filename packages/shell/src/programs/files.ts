import type { Program } from './program.ts';

/** Programs that change, list or look at files. */
export const FILES: Readonly<Record<string, Program>> = {
  cat: {
    reads: true,
    options:
      '-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u -v|--show-nonprinting',
    operands: 'reads',
  },
  rm: {
    options:
      '-r|-R|--recursive -f|--force -i --interactive? -I -d|--dir -v|--verbose -P -W -x --one-file-system --preserve-root? --no-preserve-root',
    operands: 'writes',
  },
};
