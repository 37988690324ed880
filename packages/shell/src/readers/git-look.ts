import type { Reader } from './reader.ts';

/** Options of all verbs that show differences. */
const DIFF = `--no-patch -s --raw --minimal --patience --histogram --diff-algorithm= --anchored= --stat?
  --compact-summary --numstat --shortstat --dirstat? --summary -z --name-only --name-status --color? --no-color
  --color-moved? --no-color-moved --no-renames --rename-empty --check:reads --full-index --abbrev? --no-abbrev
  --find-renames? --find-copies? -B? --break-rewrites? -D|--irreversible-delete --find-copies-harder --diff-filter=
  -S= -G= --pickaxe-all --pickaxe-regex -R -a|--text --ignore-cr-at-eol --ignore-space-at-eol
  -b|--ignore-space-change -w|--ignore-all-space --ignore-blank-lines --inter-hunk-context= --exit-code --quiet
  --no-ext-diff --no-textconv --ignore-submodules? --src-prefix= --dst-prefix= --no-prefix --relative? --no-relative
  --line-prefix= -p|-u|--patch:reads -U|--unified? -W|--function-context:reads --binary:reads
  --patch-with-raw:reads --patch-with-stat:reads --word-diff?reads --word-diff-regex= --color-words?reads
  --output=writes --ext-diff:runs --textconv:runs`;

/** Options of all verbs that go through commits. %G in a form runs gpg, as --show-signature does. */
const COMMITS = `-# -n|--max-count= --skip= --since|--after= --until|--before= --author= --committer= --grep= --all-match
  --invert-grep -i|--regexp-ignore-case -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp --merges --no-merges
  --min-parents= --max-parents= --first-parent --not --all --branches? --tags? --remotes? --glob= --exclude=
  --reflog --alternate-refs --cherry-mark --cherry-pick --left-only --right-only --cherry --left-right -g|--walk-reflogs
  --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges
  --ancestry-path? --date-order --author-date-order --topo-order --reverse --no-walk? --parents --children --graph
  --show-linear-break? --format= --pretty? --abbrev-commit --no-abbrev-commit --oneline --encoding= --notes? --no-notes
  --relative-date --date= --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude= --source --mailmap --no-mailmap
  --use-mailmap --log-size --follow --full-diff -L= -c:reads --cc:reads -m:reads --diff-merges= --show-signature:runs`;

const LOG: Reader = {
  reads: true,
  names: true,
  below: true,
  here: true,
  options: `${COMMITS} -M? -C? ${DIFF}`,
  operands: 'reads',
};
const SHOW: Reader = {
  reads: true,
  below: true,
  here: true,
  options: LOG.options ?? '',
  operands: 'reads',
};
const LIST = `--list --contains? --no-contains? --merged? --no-merged? --points-at? --sort= --format= --color? --no-color
  --column? --no-column -i|--ignore-case`;
const names: Reader = { reads: true, names: true, here: true, operands: 'nothing' };

/** The verbs of git that only read, as long as no setting of the repository runs a program. */
export const GIT_LOOK: Readonly<Record<string, Reader>> = {
  status: {
    reads: true,
    names: true,
    below: true,
    here: true,
    options: `-s|--short -b|--branch --show-stash --porcelain? --long -v|--verbose:reads -u? --untracked-files?
      --ignore-submodules? --ignored? -z --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames
      --find-renames?`,
    operands: 'reads',
  },
  log: LOG,
  show: SHOW,
  diff: {
    ...SHOW,
    options: `--cached --staged --merge-base --no-index --base --ours --theirs -0 -1 -2 -3 -M? -C? ${DIFF}`,
  },
  'diff-tree|diff-index': {
    ...SHOW,
    options: `-r -t --root --cached --no-commit-id -M? -C? ${DIFF}`,
  },
  shortlog: {
    ...LOG,
    options: `-s|--summary -e|--email --group= -w? --numbered -n --committer -c ${SHORT()}`,
  },
  'rev-list': {
    ...LOG,
    options: `${COMMITS} --count --quiet --timestamp --objects --no-object-names`,
  },
  cherry: { ...names, options: '-v --abbrev?' },
  blame: {
    reads: true,
    here: true,
    options: `-L= -l -t -s -e|--show-email -w -M? -C? -b -c -p|--porcelain --line-porcelain --date= --since= --root
      --show-stats -f|--show-name -n|--show-number --abbrev? --color-lines --color-by-age --ignore-rev= --first-parent
      --ignore-revs-file=reads --contents=reads`,
    operands: 'reads',
  },
  grep: {
    reads: true,
    below: true,
    here: true,
    // -O runs a pager.
    options: `-# -a|--text -i|--ignore-case -I -r|--recursive --no-recursive --max-depth= -w|--word-regexp
      -v|--invert-match -h -H --full-name -E|--extended-regexp -G|--basic-regexp -P|--perl-regexp -F|--fixed-strings
      -n|--line-number --column -l|--files-with-matches|--name-only -L|--files-without-match -z|--null -o|--only-matching
      -c|--count --color? --no-color --break --heading -p|--show-function -A|--after-context= -B|--before-context=
      -C|--context= -W|--function-context -m|--max-count= --threads= -f=reads! -e=! --and --or --not --all-match
      -q|--quiet --cached --untracked --no-index --no-exclude-standard --exclude-standard -O?runs
      --open-files-in-pager?runs`,
    operands: 'nothing reads',
  },
  'cat-file': {
    reads: true,
    below: true,
    here: true,
    options:
      '-t -s -p -e --batch? --batch-check? --batch-all-objects --textconv:runs --filters:runs',
    operands: 'nothing',
  },
  'ls-files': {
    ...names,
    below: true,
    options: `-c|--cached -d|--deleted -m|--modified -o|--others -i|--ignored -s|--stage -u|--unmerged -k|--killed -t -v
      -f -z --directory --no-empty-directory --eol --exclude-standard --full-name --abbrev? -x|--exclude=
      -X|--exclude-from=reads --error-unmatch --deduplicate --with-tree=`,
    operands: 'reads',
  },
  'ls-tree': {
    ...names,
    below: true,
    options: `-d -r -t -l|--long -z --name-only --name-status --full-name --full-tree --abbrev? --object-only --format=`,
    operands: 'reads',
  },
  // A name makes one, unless they are listed.
  branch: {
    ...names,
    options: `-a|--all -r|--remotes -v|--verbose -vv --show-current --abbrev? --no-abbrev ${LIST}`,
    operands: 'writes',
  },
  tag: { ...names, options: `-l -n? ${LIST}`, operands: 'writes' },
  'for-each-ref': { ...names, options: `--count= --exclude= ${LIST}` },
  'show-ref': {
    ...names,
    options:
      '--head --heads --tags --branches --hash? -d|--dereference --verify -q|--quiet --abbrev?',
  },
  'show-branch': {
    ...names,
    options: '-a|--all -r|--remotes --current --list --topo-order --sha1-name --no-name',
  },
  'symbolic-ref': { ...names, options: '--short -q|--quiet', operands: 'nothing writes' },
  'rev-parse': {
    ...names,
    options: `--show-toplevel --git-dir --absolute-git-dir --git-common-dir --show-prefix --show-cdup --is-inside-work-tree
      --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-superproject-working-tree --abbrev-ref?
      --short? --verify -q|--quiet --symbolic --symbolic-full-name --all --branches? --tags? --remotes? --revs-only
      --no-revs --flags --no-flags --sq --not --show-object-format? --path-format= --git-path= --since= --until=`,
  },
  describe: {
    ...names,
    options: `--all --tags --long --always --contains --abbrev? --dirty? --broken? --match= --exclude= --exact-match
      --first-parent --candidates= --debug`,
  },
  'name-rev': {
    ...names,
    options: '--tags --refs= --exclude= --all --name-only --no-undefined --always',
  },
  'merge-base': {
    ...names,
    options: '-a|--all --is-ancestor --fork-point --octopus --independent',
  },
  'count-objects': { ...names, options: '-v|--verbose -H|--human-readable' },
  'check-ignore': {
    ...names,
    options: '-v|--verbose -n|--non-matching -q|--quiet --no-index -z',
    operands: 'reads',
  },
  remote: {
    reads: true,
    names: true,
    here: true,
    options: '-v|--verbose',
    verbs: { 'get-url': { ...names, options: '--push --all' } },
  },
  stash: {
    verbs: {
      list: { ...LOG },
      show: {
        ...SHOW,
        options: `--include-untracked --only-untracked -M? -C? ${DIFF}`,
        operands: 'nothing',
      },
    },
  },
  worktree: { verbs: { list: { ...names, options: '--porcelain -v|--verbose -z' } } },
  reflog: { ...LOG, verbs: { show: LOG } },
  config: {
    ...names,
    options: `--get --get-all --local --global --system --worktree --show-origin --show-scope --name-only -z|--null --type=
      --bool --int --path --default= -l|--list`,
    operands: 'nothing writes',
  },
};

/** For git shortlog -n and -c mean something else. */
function SHORT(): string {
  return COMMITS.replace('-n|--max-count=', '--max-count=').replace('-c:reads ', '');
}
