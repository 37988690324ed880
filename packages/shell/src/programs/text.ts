import type { Program } from './program.ts';

/** Programs that search, sort and change text. */
export const TEXT: Readonly<Record<string, Program>> = {
  'sed|gsed': {
    reads: true,
    options:
      '-n|--quiet|--silent -e|--expression=code.sed! -f|--file=loads! -i|--in-place?writes -E|-r|--regexp-extended -s|--separate -z|--null-data -u|--unbuffered -l|--line-length= --posix --debug --sandbox --follow-symlinks',
    operands: 'code.sed reads',
  },
};
