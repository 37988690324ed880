import type { Reader } from './reader.ts';

/** Programs that search, sort and cut what they read. */
export const FILTER: Readonly<Record<string, Reader>> = {
  'grep|egrep|fgrep': {
    reads: true,
    options: `-# -E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -e|--regexp=!
      -f|--file=reads! -i|-y|--ignore-case --no-ignore-case -v|--invert-match -w|--word-regexp -x|--line-regexp
      -c|--count --color? --colour? -L|--files-without-match -l|--files-with-matches -m|--max-count=
      -o|--only-matching -q|--quiet|--silent -s|--no-messages -b|--byte-offset -H|--with-filename -h|--no-filename
      --label= -n|--line-number -T|--initial-tab --null -A|--after-context= -B|--before-context=
      -C|--context= -a|--text --binary-files= --devices= --exclude= --exclude-dir= --exclude-from=reads -I --include=
      -r|--recursive:reads -R|--dereference-recursive:reads -U|--binary --line-buffered --null-data`,
    operands: 'nothing reads',
  },
  rg: {
    reads: true,
    below: true,
    here: true,
    // -z runs programs that unpack, -L follows links.
    options: `-e|--regexp=! -f|--file=reads! --files! --type-list! -i|--ignore-case -S|--smart-case -s|--case-sensitive
      -n|--line-number -N|--no-line-number -l|--files-with-matches --files-without-match -c|--count --count-matches
      -o|--only-matching -w|--word-regexp -x|--line-regexp -v|--invert-match -F|--fixed-strings -P|--pcre2
      -U|--multiline --multiline-dotall -g|--glob= --iglob= -t|--type= -T|--type-not= -A|--after-context=
      -B|--before-context= -C|--context= -m|--max-count= -d|--max-depth|--maxdepth= -.|--hidden --no-ignore
      --no-ignore-vcs --no-ignore-parent --no-ignore-dot --no-ignore-global -u|--unrestricted --color= --colors=
      --heading --no-heading -H|--with-filename -I|--no-filename -0|--null -p|--pretty --sort= --sortr= --stats --trim
      --column --no-column --vimgrep --json -q|--quiet -r|--replace= -a|--text -M|--max-columns= --max-columns-preview
      --max-filesize= --no-messages --passthru -b|--byte-offset --crlf --line-buffered --block-buffered
      --one-file-system -j|--threads= --no-config --context-separator= --ignore-file=reads --include-zero
      --no-follow --glob-case-insensitive --no-pcre2-unicode --no-unicode -V|--version --pre=runs --hostname-bin=runs`,
    operands: 'nothing reads',
  },
  sort: {
    reads: true,
    options: `-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort
      -i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort
      -r|--reverse -V|--version-sort --sort= -c --check? -C -k|--key= -m|--merge -s|--stable -S|--buffer-size=
      -t|--field-separator= -u|--unique -z|--zero-terminated --parallel= --debug --batch-size=
      --random-source=reads -o|--output=writes -T|--temporary-directory=writes --compress-program=runs`,
    operands: 'reads',
  },
  uniq: {
    reads: true,
    ends: true,
    options: `-c|--count -d|--repeated -D --all-repeated? -f|--skip-fields= --group? -i|--ignore-case
      -s|--skip-chars= -u|--unique -z|--zero-terminated -w|--check-chars=`,
    operands: 'reads writes',
  },
  cut: {
    reads: true,
    options: `-b|--bytes= -c|--characters= -d|--delimiter= -f|--fields= -n --complement -s|--only-delimited
      --output-delimiter= -z|--zero-terminated`,
    operands: 'reads',
  },
  tr: {
    reads: true,
    options: '-c|-C|--complement -d|--delete -s|--squeeze-repeats -t|--truncate-set1 -u',
    operands: 'nothing',
  },
  paste: { reads: true, options: '-d|--delimiters= -s|--serial -z', operands: 'reads' },
  join: {
    reads: true,
    options:
      '-a= -e= -i|--ignore-case -j= -o= -t= -v= -1= -2= --check-order --nocheck-order --header',
    operands: 'reads',
  },
  column: {
    reads: true,
    options: `-t|--table -s|--separator= --output-separator= -c|--output-width|--columns= -x|--fillrows --table-columns=
      --table-right= --json --table-name=`,
    operands: 'reads',
  },
  fold: { reads: true, options: '-b|--bytes -s|--spaces -w|--width=', operands: 'reads' },
  fmt: {
    reads: true,
    options: '-# -s|--split-only -u|--uniform-spacing -w|--width=',
    operands: 'reads',
  },
  'expand|unexpand': {
    reads: true,
    options: '-i|--initial -t|--tabs= -a|--all --first-only',
    operands: 'reads',
  },
  'sed|gsed': {
    reads: true,
    options: `-n|--quiet|--silent -e|--expression=code.sed! -f|--file=loads! -i|--in-place?writes -I=writes
      -E|-r|--regexp-extended -s|--separate -z|--null-data -u|--unbuffered --posix --sandbox`,
    operands: 'code.sed reads',
  },
  'awk|gawk|mawk|nawk': {
    reads: true,
    ends: true,
    options: `-F|--field-separator= -v|--assign=code.awk_value -f|--file=loads! -i|--include=loads -l|--load=loads
      -e|--source=code.awk! -E|--exec=loads`,
    operands: 'code.awk reads',
  },
  jq: {
    reads: true,
    options: `-n|--null-input -r|--raw-output -j|--join-output -c|--compact-output -C|--color-output
      -M|--monochrome-output -S|--sort-keys -e|--exit-status -s|--slurp -R|--raw-input -a|--ascii-output --tab
      --indent= --seq --stream --unbuffered --raw-output0 -f|--from-file=loads! -L|--library-path=loads`,
    operands: 'code.jq reads',
  },
};
