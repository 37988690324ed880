import type { Program } from './program.ts';

/** How differences are shown; `--ext-diff` and `--textconv` run what settings of the repository say. */
const DIFF =
  '-p|-u|--patch -s|--no-patch -U|--unified? --output=writes --output-indicator-new= --output-indicator-old= --raw --patch-with-raw --indent-heuristic --no-indent-heuristic --minimal --patience --histogram --anchored= --diff-algorithm= --stat? --compact-summary --numstat --shortstat -X|--dirstat? --cumulative --summary --patch-with-stat -z --name-only --name-status --submodule? --color? --no-color --color-moved? --no-color-moved --color-moved-ws= --word-diff? --word-diff-regex= --color-words? --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= --full-index --binary --abbrev? -B|--break-rewrites? -M|--find-renames? -C|--find-copies? --find-copies-harder -D|--irreversible-delete -l= --diff-filter= -S= -G= --find-object= --pickaxe-all --pickaxe-regex -O=reads --skip-to= --rotate-to= -R --relative? --no-relative -a|--text --ignore-cr-at-eol --ignore-space-at-eol -b|--ignore-space-change -w|--ignore-all-space --ignore-blank-lines -I|--ignore-matching-lines= --inter-hunk-context= -W|--function-context --exit-code --quiet --ext-diff:loads --no-ext-diff --textconv:loads --no-textconv --ignore-submodules? --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= --merge-base --cached|--staged -1|--base -2|--ours -3|--theirs -0 --no-index';

/** Which commits are shown, and how. */
const LOG =
  '-n|--max-count= --skip= --since|--after= --until|--before= --since-as-filter= --author= --committer= --grep= --grep-reflog= --all-match --invert-grep -i|--regexp-ignore-case --basic-regexp -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp --remove-empty --merges --no-merges --min-parents= --max-parents= --first-parent --exclude-first-parent-only --not --all --branches? --tags? --remotes? --glob= --exclude= --exclude-hidden= --reflog --alternate-refs --single-worktree --ignore-missing --bisect --cherry-mark --cherry-pick --left-only --right-only --cherry -g|--walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path? --date-order --author-date-order --topo-order --reverse --no-walk? --do-walk --pretty? --format= --abbrev-commit --no-abbrev-commit --no-abbrev --oneline --encoding= --expand-tabs? --no-expand-tabs --notes? --no-notes --show-notes? --show-signature --relative-date --date= --parents --children --left-right --graph --no-graph --show-linear-break? --count --follow --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --source --mailmap --no-mailmap --use-mailmap --log-size -L= -c --cc -m -t --diff-merges= --no-diff-merges --combined-all-paths -q|--quiet --stdin';

const log: Program = { options: `${LOG} ${DIFF}` };

const LISTED =
  '--contains? --no-contains? --merged? --no-merged? --points-at? --sort= --format= --column? --no-column --color? --no-color -i|--ignore-case --omit-empty --abbrev? --no-abbrev';

const FETCHES =
  '-q|--quiet -v|--verbose --progress --no-progress -4|--ipv4 -6|--ipv6 -o|--server-option|--push-option= --upload-pack=runs';

/** git: what stands behind `-c` may run a command, and so may options of a few verbs. */
export const GIT: Readonly<Record<string, Program>> = {
  git: {
    options:
      '-C= -c=code.git --config-env=code -p|--paginate:loads -P|--no-pager --git-dir=loads --work-tree= --namespace= --exec-path?code --html-path --man-path --info-path --super-prefix= --attr-source= --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --list-cmds= -v|--version -h|--help --shallow-file=',
    verbs: {
      'log|whatchanged': log,
      show: log,
      diff: { options: DIFF },
      'diff-tree|diff-index|diff-files|rev-list|format-patch': { options: `${LOG} ${DIFF}` },
      status: {
        options:
          '-s|--short -b|--branch --show-stash --porcelain? --long -v|--verbose -u|--untracked-files? --ignore-submodules? --ignored? -z --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?',
      },
      'blame|annotate': {
        options: `-b --root --show-stats -L= -l -t -S=reads --reverse -p|--porcelain --line-porcelain --incremental --encoding= --contents=reads --date= --progress --no-progress -M? -C? --ignore-rev= --ignore-revs-file=reads --color-lines --color-by-age -c --score-debug -f|--show-name -n|--show-number -s -e|--show-email -w --abbrev?`,
      },
      grep: {
        options:
          '--cached --untracked --no-index --no-exclude-standard --exclude-standard --recurse-submodules -a|--text --textconv:loads --no-textconv -i|--ignore-case -I -r|--recursive --no-recursive --max-depth= -w|--word-regexp -v|--invert-match -h -H --full-name -E|--extended-regexp -G|--basic-regexp -P|--perl-regexp -F|--fixed-strings -n|--line-number --column -l|--files-with-matches|--name-only -L|--files-without-match -O|--open-files-in-pager?runs -z|--null -o|--only-matching -c|--count --color? --no-color --break --heading -p|--show-function -A|--after-context= -B|--before-context= -C|--context= -W|--function-context -m|--max-count= --threads= -f=reads -e= --and --or --not --all-match -q|--quiet',
      },
      branch: {
        options: `-d|--delete:writes -D:writes --create-reflog:writes -f|--force:writes -m|--move:writes -M:writes -c|--copy:writes -C:writes -q|--quiet -t|--track?writes --no-track:writes --recurse-submodules:writes -u|--set-upstream-to=writes --unset-upstream:writes --edit-description:writes -l|--list -r|--remotes -a|--all -v -vv --verbose --show-current ${LISTED}`,
        operands: 'writes',
      },
      tag: {
        options: `-a|--annotate:writes -s|--sign:writes --no-sign -u|--local-user=writes -f|--force:writes -d|--delete:writes -v|--verify -n? -l|--list -m|--message= -F|--file=reads -e|--edit:writes --cleanup= --create-reflog --trailer= ${LISTED}`,
        operands: 'writes',
      },
      push: {
        options: `--all|--branches --prune --mirror -n|--dry-run --porcelain -d|--delete --tags --follow-tags --signed? --no-signed --atomic --no-atomic --receive-pack|--exec=runs --force-with-lease? --no-force-with-lease --force-if-includes --no-force-if-includes -f|--force --repo= -u|--set-upstream --thin --no-thin --recurse-submodules= --no-recurse-submodules --verify --no-verify ${FETCHES}`,
        operands: 'sends.remote',
      },
      'fetch|pull': {
        options: `--all -a|--append --atomic --depth= --deepen= --shallow-since= --shallow-exclude= --unshallow --update-shallow --negotiation-tip= --dry-run --force|-f -k|--keep --multiple --auto-maintenance --no-auto-maintenance --prefetch -p|--prune -P|--prune-tags -n|--no-tags --no-stat --refmap= -t|--tags --recurse-submodules? -j|--jobs= --no-recurse-submodules --set-upstream --show-forced-updates --no-show-forced-updates --stat --commit --no-commit -e|--edit --no-edit --cleanup= --ff-only --ff --no-ff -S|--gpg-sign? --log? --signoff -s|--strategy= -X|--strategy-option= --squash --no-squash --verify-signatures --autostash --no-autostash --allow-unrelated-histories -r|--rebase? --no-rebase ${FETCHES}`,
        operands: 'sends.remote',
      },
      clone: {
        options: `-l|--local --no-hardlinks -s|--shared --reference=reads --reference-if-able=reads --dissociate -n|--no-checkout --reject-shallow --bare --sparse --filter= --mirror -o|--origin= -b|--branch= -u=runs --template=loads -c|--config=code.git --depth= --shallow-since= --shallow-exclude= --single-branch --no-single-branch --no-tags --recurse-submodules? --recursive --shallow-submodules --remote-submodules --separate-git-dir=writes -j|--jobs= --bundle-uri= ${FETCHES}`,
        operands: 'sends.remote writes',
      },
      'ls-remote': {
        options: `--heads|-h|--branches -t|--tags --refs --exit-code --get-url --sort= --symref ${FETCHES} --exec=runs`,
        operands: 'sends.remote nothing',
      },
      'fetch-pack|send-pack|archive': {
        options: `--exec=runs --upload-pack=runs --receive-pack=runs -f|--format= -l|--list -v|--verbose --prefix= -o|--output=writes --add-file=reads --add-virtual-file= --worktree-attributes --remote=sends -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --mtime=`,
      },
      rebase: {
        options:
          '--onto= --keep-base --continue --abort --quit --skip --edit-todo --show-current-patch --apply --empty= --no-keep-empty --keep-empty --reapply-cherry-picks --no-reapply-cherry-picks --allow-empty-message -m|--merge -s|--strategy= -X|--strategy-option= --rerere-autoupdate --no-rerere-autoupdate -S|--gpg-sign? --no-gpg-sign -q|--quiet -v|--verbose --stat -n|--no-stat --no-verify --verify -C= --no-ff|--force-rebase|-f --fork-point --no-fork-point --ignore-whitespace --whitespace= --committer-date-is-author-date --ignore-date --reset-author-date --signoff -i|--interactive -r|--rebase-merges? --no-rebase-merges -x|--exec=runs --root --autosquash --no-autosquash --autostash --no-autostash --reschedule-failed-exec --no-reschedule-failed-exec --update-refs',
        operands: 'writes',
      },
      'difftool|mergetool': {
        options: `-d|--dir-diff -y|--no-prompt --prompt --rotate-to= --skip-to= -t|--tool= --tool-help -x|--extcmd=runs --symlinks --no-symlinks --gui -g --no-gui --trust-exit-code --no-trust-exit-code ${DIFF}`,
      },
      'filter-branch': {
        options:
          '--setup=runs --subdirectory-filter= --env-filter=runs --tree-filter=runs --index-filter=runs --parent-filter=runs --msg-filter=runs --commit-filter=runs --tag-name-filter=runs --prune-empty --original= -d= -f|--force --state-branch=',
        operands: 'writes',
      },
      submodule: {
        verbs: {
          foreach: { options: '--recursive -q|--quiet', operands: 'line', ends: true },
          '*': {},
        },
      },
      bisect: { verbs: { run: { operands: 'command', ends: true }, '*': {} } },
      config: {
        options:
          '--global --system --local --worktree -f|--file= --blob= --replace-all:writes --add:writes --get --get-all --get-regexp --get-urlmatch --unset:writes --unset-all:writes --rename-section:writes --remove-section:writes -l|--list -e|--edit:writes --type= --bool --int --bool-or-int --path --expiry-date --no-type -z|--null --name-only --show-origin --show-scope --get-color --get-colorbool --includes --no-includes --default= --fixed-value --all --regexp --value= --url= --comment=',
        operands: 'nothing writes.gitvalue',
      },
      'send-email': {
        options:
          '--sendmail-cmd=runs --to-cmd=runs --cc-cmd=runs --header-cmd=runs --smtp-server=runs.maybe --to= --cc= --bcc= --from= --subject= --dry-run',
        operands: 'sends',
      },
      reset: {
        options:
          '--hard --soft --mixed --merge --keep -q|--quiet --no-quiet -p|--patch -N|--intent-to-add --recurse-submodules --no-recurse-submodules --pathspec-from-file=reads --pathspec-file-nul --refresh --no-refresh',
        operands: 'writes',
      },
      clean: {
        options: '-d -f|--force -i|--interactive -n|--dry-run -q|--quiet -e|--exclude= -x -X',
        operands: 'writes',
      },
      'checkout|switch|restore': {
        options:
          '-q|--quiet --progress --no-progress -f|--force|--discard-changes --ours|-2 --theirs|-3 -b=writes -B=writes -c|--create=writes -C|--force-create=writes -t|--track? --no-track --guess --no-guess -l -d|--detach --orphan= --ignore-skip-worktree-bits -m|--merge --conflict= -p|--patch --ignore-other-worktrees --overwrite-ignore --no-overwrite-ignore --recurse-submodules --no-recurse-submodules --overlay --no-overlay --pathspec-from-file=reads --pathspec-file-nul -s|--source= -S|--staged -W|--worktree --ignore-unmerged',
        operands: 'writes',
      },
      commit: {
        options:
          '-a|--all -p|--patch -C|--reuse-message= -c|--reedit-message= --fixup= --squash= --reset-author --short --branch --porcelain --long -z|--null -F|--file=reads --author= --date= -m|--message= -t|--template=reads -s|--signoff --no-signoff --trailer= -n|--no-verify --verify --allow-empty --allow-empty-message --cleanup= -e|--edit --no-edit --amend --no-post-rewrite -i|--include -o|--only --pathspec-from-file=reads --pathspec-file-nul -u|--untracked-files? -v|--verbose -q|--quiet --dry-run --status --no-status -S|--gpg-sign? --no-gpg-sign',
        operands: 'writes',
      },
      add: {
        options:
          '-n|--dry-run -v|--verbose -f|--force --sparse -i|--interactive -p|--patch -e|--edit -u|--update -A|--all|--no-ignore-removal --no-all|--ignore-removal -N|--intent-to-add --refresh --ignore-errors --ignore-missing --no-warn-embedded-repo --renormalize --chmod= --pathspec-from-file=reads --pathspec-file-nul',
        operands: 'writes',
      },
      rm: {
        options:
          '-f|--force -n|--dry-run -r --cached --ignore-unmatch --sparse -q|--quiet --pathspec-from-file=reads --pathspec-file-nul',
        operands: 'writes',
      },
      mv: { options: '-f|--force -k -n|--dry-run -v|--verbose', operands: 'writes' },
      merge: {
        options:
          '--commit --no-commit -e|--edit --no-edit --cleanup= --ff --no-ff --ff-only -S|--gpg-sign? --log? --no-log --signoff --stat -n|--no-stat --squash --no-squash --no-verify --verify -s|--strategy= -X|--strategy-option= --verify-signatures -q|--quiet -v|--verbose --progress --no-progress --autostash --no-autostash --allow-unrelated-histories -m= --into-name= -F|--file=reads --rerere-autoupdate --overwrite-ignore --abort --quit --continue',
        operands: 'writes',
      },
      worktree: {
        verbs: {
          list: { options: '-v|--verbose --porcelain -z' },
          '*': {
            options:
              '-f|--force --detach -b= -B= --lock --reason= --expire= -n|--dry-run -q|--quiet --checkout --no-checkout',
            operands: 'writes',
          },
        },
      },
      stash: {
        verbs: {
          list: log,
          show: log,
          '*': {
            options:
              '-p|--patch -S|--staged -k|--keep-index --no-keep-index -q|--quiet -u|--include-untracked -a|--all -m|--message= --index --pathspec-from-file=reads',
            operands: 'writes',
          },
        },
      },
      remote: {
        options: '-v|--verbose',
        verbs: {
          'get-url': { options: '--push --all' },
          show: { options: '-n', operands: 'sends' },
          'add|set-url': {
            options: '-t= -m= -f --tags --no-tags --mirror? --push --add --delete',
            operands: 'writes code.remote',
          },
          '*': { operands: 'writes' },
        },
      },
    },
  },
  hg: {
    options:
      '-R|--repository= --cwd= -y|--noninteractive -q|--quiet -v|--verbose --config=code.setting --debug --pager=',
    verbs: {
      '*': { options: '--config=code.setting -e|--ssh=runs --remotecmd=runs -t|--tool=runs' },
    },
  },
};
