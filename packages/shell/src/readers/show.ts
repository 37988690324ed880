import type { Reader } from './reader.ts';

/** Programs that show what is in files, or compare it. */
export const SHOW: Readonly<Record<string, Reader>> = {
  cat: {
    reads: true,
    options: `-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u
      -v|--show-nonprinting`,
    operands: 'reads',
  },
  tac: { reads: true, options: '-b|--before -r|--regex -s|--separator=', operands: 'reads' },
  base64: { reads: true, options: '-d|-D|--decode -w|--wrap=', operands: 'reads' },
  rev: { reads: true, operands: 'reads' },
  nl: {
    reads: true,
    options: `-b|--body-numbering= -d|--section-delimiter= -f|--footer-numbering= -h|--header-numbering=
      -i|--line-increment= -l|--join-blank-lines= -n|--number-format= -p|--no-renumber -s|--number-separator=
      -v|--starting-line-number= -w|--number-width=`,
    operands: 'reads',
  },
  head: {
    reads: true,
    options: '-# -n|--lines= -c|--bytes= -q|--quiet|--silent -v|--verbose -z|--zero-terminated',
    operands: 'reads',
  },
  tail: {
    reads: true,
    options: `-# -n|--lines= -c|--bytes= -q|--quiet|--silent -v|--verbose -z|--zero-terminated -f --follow? -F -r
      --pid= --retry --sleep-interval=`,
    operands: 'reads',
  },
  wc: {
    reads: true,
    options: '-l|--lines -w|--words -c|--bytes -m|--chars -L|--max-line-length --total=',
    operands: 'reads',
  },
  file: {
    reads: true,
    // -m loads a file of rules, -C writes one, -f reads a list of names, -p sets times, -z runs programs.
    options: `-b|--brief -i|--mime --mime-type --mime-encoding -k|--keep-going -L|--dereference -h|--no-dereference
      -N|--no-pad -n|--no-buffer -r|--raw -0|--print0 --extension -v|--version -m|--magic-file=loads
      -C|--compile:writes -p|--preserve-date:writes`,
    operands: 'reads',
  },
  od: {
    reads: true,
    options: `-A|--address-radix= -j|--skip-bytes= -N|--read-bytes= -t|--format= --endian= -v|--output-duplicates -w?
      --width? -a -b -c -d -f -i -l -o -s -x`,
    operands: 'reads',
  },
  'hexdump|hd': {
    reads: true,
    options: '-b -c -C|--canonical -d -o -x -v|--no-squeezing -n|--length= -s|--skip= -e=',
    operands: 'reads',
  },
  xxd: {
    reads: true,
    dash: true,
    ends: true,
    options: `-a|-autoskip -b|-bits -c|-cols= -d -e -E|-EBCDIC -g|-groupsize= -i|-include -l|-len= -n|-name= -o= -p|-ps
      -postscript|-plain -r|-revert -s|-seek= -u|-upper -v|-version -h|-help`,
    operands: 'reads writes',
  },
  strings: {
    reads: true,
    options: '-# -a|--all -n|--bytes= -t|--radix= -e|--encoding= -f|--print-file-name -o',
    operands: 'reads',
  },
  'md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|cksum|sum': {
    reads: true,
    // -c reads the names of the files out of a file.
    options: '-b|--binary -t|--text --tag -z|--zero -r -s|--sysv --length= --algorithm= --untagged',
    operands: 'reads',
  },
  shasum: {
    reads: true,
    options: '-a|--algorithm= -b|--binary -t|--text -U|--UNIVERSAL -0|--01 --tag',
    operands: 'reads',
  },
  diff: {
    reads: true,
    below: true,
    // -l runs pr.
    options: `-# -q|--brief -s|--report-identical-files -c --context? -C= -u --unified? -U= -e|--ed -n|--rcs --normal
      -y|--side-by-side -W|--width= --left-column --suppress-common-lines -p|--show-c-function
      -F|--show-function-line= -L|--label= -t|--expand-tabs -T|--initial-tab --tabsize= -r|--recursive
      -N|--new-file --no-dereference -x|--exclude= -X|--exclude-from=reads -i|--ignore-case -E|--ignore-tab-expansion
      -Z|--ignore-trailing-space -b|--ignore-space-change -w|--ignore-all-space -B|--ignore-blank-lines
      -I|--ignore-matching-lines= -a|--text --strip-trailing-cr -d|--minimal --speed-large-files --color? -H`,
    operands: 'reads',
  },
  cmp: {
    reads: true,
    options:
      '-b|--print-bytes -i|--ignore-initial= -l|--verbose -n|--bytes= -s|--quiet|--silent -h -x -z',
    operands: 'reads reads nothing',
  },
  comm: {
    reads: true,
    options: `-1 -2 -3 -i --check-order --nocheck-order --output-delimiter= --total -z|--zero-terminated`,
    operands: 'reads',
  },
};
