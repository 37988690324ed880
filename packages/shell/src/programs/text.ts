import type { Program } from './program.ts';

const AWK: Program = {
  options:
    '-F|--field-separator= -v|--assign= -f|--file=loads! -e|--source=code.awk! -E|--exec=loads! -i|--include=loads -l|--load=loads -b|--characters-as-bytes -c|--traditional -C|--copyright -d|--dump-variables?writes -D|--debug?code -g|--gen-pot -h|--help! -I|--trace -k|--csv -L|--lint? -M|--bignum -n|--non-decimal-data -N|--use-lc-numeric -o|--pretty-print?writes -O|--optimize -p|--profile?writes -P|--posix -r|--re-interval -s|--no-optimize -S|--sandbox -t|--lint-old -V|--version! -W=',
  operands: 'code.awk reads',
  ends: true,
};

/** Programs that search, sort, show and change text. */
export const TEXT: Readonly<Record<string, Program>> = {
  'sed|gsed|ssed': {
    options:
      '-n|--quiet|--silent -e|--expression=code.sed! -f|--file=loads! -i|--in-place?writes -E|-r|--regexp-extended -s|--separate -z|--null-data -u|--unbuffered -l|--line-length= --posix --debug --sandbox --follow-symlinks --help! --version!',
    operands: 'code.sed reads',
  },
  'awk|gawk|mawk|nawk|bwk|original-awk': AWK,
  'sort|gsort': {
    options:
      '-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort -i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort --random-source=reads -r|--reverse --sort= -V|--version-sort --batch-size= -c|--check? -C --compress-program=runs --debug --files0-from=reads -k|--key= -m|--merge -o|--output=writes -s|--stable -S|--buffer-size= -t|--field-separator= -T|--temporary-directory=writes --parallel= -u|--unique -z|--zero-terminated --help --version',
    operands: 'reads',
  },
  rg: {
    options:
      '-e|--regexp=! -f|--file=reads! --pre=runs --pre-glob= --no-pre -z|--search-zip --no-search-zip --hostname-bin=runs --files! --type-list! -A|--after-context= -B|--before-context= -C|--context= --binary --block-buffered -b|--byte-offset -s|--case-sensitive --color= --colors= --column --no-column --context-separator= --no-context-separator -c|--count --count-matches --crlf --debug --dfa-size-limit= -E|--encoding= --engine= --field-context-separator= --field-match-separator= -l|--files-with-matches --files-without-match -F|--fixed-strings --no-fixed-strings -L|--follow --no-follow --generate= -g|--glob= --glob-case-insensitive --heading --no-heading -h|--help! --help! -. --hidden|-. --no-hidden --hyperlink-format= --iglob= -i|--ignore-case --ignore-file=reads --ignore-file-case-insensitive --include-zero -v|--invert-match --json --line-buffered -n|--line-number -N|--no-line-number -x|--line-regexp -M|--max-columns= --max-columns-preview -m|--max-count= -d|--max-depth= --max-filesize= --mmap --no-mmap -U|--multiline --multiline-dotall --no-config --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-messages --no-require-git --no-unicode -0|--null --null-data --one-file-system -o|--only-matching --passthru|--passthrough --path-separator= -P|--pcre2 --pcre2-version! -p|--pretty -q|--quiet --regex-size-limit= -r|--replace= -S|--smart-case --sort= --sortr= --stats --no-stats --stop-on-nonmatch -a|--text -j|--threads= --trace --trim --no-trim -t|--type= -T|--type-not= --type-add= --type-clear= -u|--unrestricted -V|--version! --vimgrep -H|--with-filename -I|--no-filename -w|--word-regexp',
    operands: 'nothing reads',
  },
  'split|gsplit|csplit': {
    options:
      '-a|--suffix-length= --additional-suffix= -b|--bytes= -C|--line-bytes= -d -x --numeric-suffixes? --hex-suffixes? -e|--elide-empty-files --filter=runs -l|--lines= -n|--number= -t|--separator= -u|--unbuffered --verbose -f|--prefix= -k|--keep-files -s|--quiet -z',
    operands: 'reads writes',
  },
  'less|more|most|pg': {
    options:
      '-a -A -b= -B -c -C -d -D= -e -E -f -F -g -G -h= -i -I -j= -J -k=loads -K -m -M -n -N -o=writes -O=writes -p= -P= -q -Q -r -R -s -S -t= -T=reads -u -U -V! -w -W -x= -X -y= -z= -Z --quit-if-one-screen --RAW-CONTROL-CHARS --no-init --chop-long-lines --LINE-NUMBERS --line-numbers --ignore-case --squeeze-blank-lines --lesskey-src=loads --lesskey-content=code --lesskey-file=loads --log-file=writes --LOG-FILE=writes --use-color --help! --version!',
    operands: 'reads.plus',
  },
  'man|apropos|whatis': {
    options:
      '-C|--config-file=loads -d|--debug -D|--default --warnings? -f|--whatis -k|--apropos -K|--global-apropos -l|--local-file -w|--where|--path|--location -W|--where-cat|--location-cat -c|--catman -R|--recode= -L|--locale= -m|--systems= -M|--manpath= -S|-s|--sections= -e|--extension= -i|--ignore-case -I|--match-case --regex --wildcard --names-only -a|--all -u|--update --no-subpages -P|--pager=runs -r|--prompt= -7|--ascii -E|--encoding= --no-hyphenation --nh --no-justification --nj -p|--preprocessor= -t|--troff -T|--troff-device? -H|--html?runs -X|--gxditview? -Z|--ditroff --help! --usage -V|--version!',
    operands: 'nothing',
  },
  bat: {
    options:
      '-A|--show-all -p|--plain -l|--language= -H|--highlight-line= --file-name= -d|--diff --tabs= --wrap= --terminal-width= -n|--number --color= --italic-text= --decorations= --paging= --pager=runs -m|--map-syntax= --theme= --list-themes --style= -r|--line-range= -L|--list-languages -u|--unbuffered -h|--help -V|--version -f|--force-colorization -P|--no-paging -S|--chop-long-lines',
    operands: 'reads',
  },
  'ack|ag': {
    options:
      '--pager=runs --nopager -i -w -l -c -n -A= -B= -C= -o -v -Q -g= --type= --ackrc=loads --color --nocolor --group --nogroup',
    operands: 'nothing reads',
  },
  fzf: {
    options:
      '--bind=runs.fzf --preview=runs --execute=runs -m|--multi -q|--query= -f|--filter= -1 -0 --height? --reverse --layout= --border? --prompt= --header= --listen?code --become=runs -e|--exact -i -d|--delimiter= --nth= --with-nth= --ansi --tac',
  },
  'jq|gojq|jaq': {
    options:
      '-n|--null-input -R|--raw-input -s|--slurp -c|--compact-output -r|--raw-output --raw-output0 -j|--join-output -a|--ascii-output -S|--sort-keys -C|--color-output -M|--monochrome-output --tab --indent= --unbuffered --stream --stream-errors --seq -f|--from-file=reads! -L= -e|--exit-status --binary -V|--version! --build-configuration -h|--help! --args --jsonargs',
    operands: 'nothing reads',
  },
};
