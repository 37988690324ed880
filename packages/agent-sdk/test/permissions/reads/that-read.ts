/** Commands that only read, one a line: each runs unasked in a project with the files of `project.ts`. */
export const THAT_READ: readonly string[] = String.raw`
ls
ls -la
ls -l src
ls -lah src test
ls -1 src/*.ts
ls -lt | head -20
ls -R src
ls --color=never -a
ls src docs 2>/dev/null
ls -d src/*
tree
tree -L 2
tree -a -I node_modules
tree -d -L 3 src
pwd
pwd -P
cd src && ls
cd src && cat ../package.json
cd src; pwd; ls
cat package.json
cat src/index.ts src/util.ts
cat -n src/index.ts
cat src/*.ts
cat ./README.md
cat < README.md
cat README.md | head -5
cat "docs/a file.md"
cat 'docs/a file.md'
cat docs/a\ file.md
head README.md
head -5 README.md
head -n 5 README.md
head -n5 README.md
head -c 100 README.md
tail README.md
tail -n 20 README.md
tail -20 README.md
tail -n +5 README.md
tail -f app.log
wc README.md
wc -l src/*.ts
wc -l < README.md
nl -ba README.md
tac README.md
rev README.md
grep foo README.md
grep -n "foo" src/index.ts
grep -rn "TODO" src
grep -rn "TODO" .
grep -rnE "foo|bar" --include='*.ts' src
grep -ril foo .
grep -r foo --exclude-dir=node_modules --exclude-dir=.git .
grep -c foo README.md
grep -A 3 -B 3 foo README.md
grep -A3 foo README.md
grep -e foo -e bar README.md
grep -v '^#' README.md | wc -l
grep -rl foo src | wc -l
grep -oP '\w+' README.md | sort | uniq -c | sort -rn | head
egrep 'a|b' README.md
fgrep foo README.md
rg foo
rg -n foo src
rg -l foo --type ts
rg -i "foo bar" -g '*.ts' src
rg --files
rg --files src | wc -l
rg -A 3 foo src/index.ts
rg -c foo
rg "foo" -tjs -C2
find . -name '*.ts'
find . -type f
find src -name "*.ts" -not -name "*.test.ts"
find . -type f -name '*.ts' | wc -l
find . -maxdepth 2 -type d
find . -path ./node_modules -prune -o -name '*.ts' -print
find . -not -path './node_modules/*' -not -path './.git/*' -name '*.json'
find . \( -name '*.ts' -o -name '*.js' \) -print
find . ! -name '*.ts' -size +10k
find . -mtime -1 -type f
find . -newer package.json
find . -type f -printf '%s %p\n'
find . -empty
find src -iname '*INDEX*' 2>/dev/null
find
fd index
fd -e ts
fd -t f -e ts . src
stat package.json
stat -c '%s' package.json
file package.json
file -b src/index.ts
du -sh .
du -sh src
du -h --max-depth=1
du -sh src/* | sort -h
df -h
df -h .
diff README.md package.json
diff -u src/index.ts src/util.ts
diff -q src/index.ts src/util.ts
diff <(sort README.md) <(sort package.json)
cmp src/index.ts src/util.ts
comm -12 README.md package.json
sort README.md
sort -u README.md
sort -t: -k2 -n README.md
sort README.md | uniq
sort README.md | uniq -c | sort -nr | head -5
uniq -d README.md
cut -d: -f1 README.md
cut -c1-10 README.md
cut -f2 README.md | sort
cat README.md | tr a-z A-Z
tr -d '\n' < README.md
paste README.md package.json
column -t README.md
fold -w 80 README.md
expand README.md
od -c README.md | head
od -A x -t x1 README.md
xxd README.md | head -3
xxd -l 16 README.md
hexdump -C README.md | head
strings README.md
md5sum README.md
sha256sum README.md package.json
basename src/index.ts
dirname src/index.ts
basename src/index.ts .ts
realpath src/index.ts
readlink -f src
echo hello
echo "hello world"
echo -n hello
echo -e 'a\nb'
echo $HOME
echo "$PWD"
echo "exit code: $?"
echo "$(date)"
echo "branch: $(git branch --show-current)"
printf '%s\n' hello
printf "%d files\n" 3
true
false
test -f package.json
test -f package.json && echo yes
[ -d src ] && echo yes || echo no
[ -f package.json ] && cat package.json
[[ -f package.json ]] && echo yes
if [ -f package.json ]; then cat package.json; else echo none; fi
date
date +%Y-%m-%d
date -u +"%Y-%m-%dT%H:%M:%SZ"
date -d yesterday
whoami
id
id -u
uname -a
uname -s
hostname
nproc
uptime
which node
which -a python3
type ls
command -v git
command -v node >/dev/null 2>&1 && echo yes
printenv HOME
printenv PATH
seq 1 10
for i in 1 2 3; do echo $i; done
for f in src/*.ts; do echo "$f"; done
for f in src/index.ts src/util.ts; do wc -l "$f"; done
for f in src/*.ts; do head -3 "$f"; done
while read line; do echo "$line"; done < README.md
while read -r line; do echo "> $line"; done < README.md
case x in a) ls;; *) pwd;; esac
f=README.md; wc -l "$f"
jq . package.json
jq -r .name package.json
jq '.scripts | keys' package.json
cat package.json | jq '.dependencies'
jq -r '.scripts | to_entries[] | "\(.key): \(.value)"' package.json
jq --arg k name '.[$k]' package.json
sed -n '1,20p' README.md
sed -n 5p README.md
sed -n '/start/,/end/p' README.md
sed 's/foo/bar/g' README.md
sed -e 's/a/b/' -e 's/c/d/' README.md
sed '/^#/d' README.md
sed -n '$p' README.md
sed '1d;$d' README.md
sed -E 's/(a|b)+/x/' README.md | head
cat README.md | sed 's/^/> /'
sed 10q README.md
awk '{print $1}' README.md
awk -F: '{print $1, $3}' README.md
awk '/foo|bar/ {print NR": "$0}' README.md
awk 'NR>=5 && NR<=10' README.md
awk '{sum += $1} END {print sum}' README.md
awk 'length > 80' README.md
awk -v n=3 '$1 > n {count++} END {print count}' README.md
git status
git status -s
git status --short --branch
git status --porcelain=v1
git log
git log --oneline
git log --oneline -10
git log -5 --stat
git log -n 3 --format='%h %s'
git log --graph --oneline --all --decorate
git log --since="2 weeks ago" --author=me
git log -p -1
git log -S foo --oneline
git log main..HEAD
git log --follow -- src/index.ts
git log -1 --pretty=format:%H
git --no-pager log -3
git -C src log --oneline
git diff
git diff --stat
git diff --cached
git diff --staged --name-only
git diff HEAD~1
git diff HEAD~3..HEAD -- src
git diff main...HEAD
git diff --name-status HEAD~1 HEAD
git diff -w src/index.ts
git diff HEAD | head -50
git show
git show HEAD
git show --stat HEAD~1
git show HEAD:src/index.ts
git show --name-only --format= HEAD
git branch
git branch -a
git branch -vv
git branch --show-current
git branch --list 'feature/*'
git branch --contains HEAD
git branch -r --merged main
git tag
git tag -l
git tag -l 'v*'
git tag --sort=-creatordate
git tag --contains HEAD
git remote
git remote -v
git remote get-url origin
git rev-parse HEAD
git rev-parse --abbrev-ref HEAD
git rev-parse --show-toplevel
git rev-parse --short HEAD
git describe --tags --always
git blame src/index.ts
git blame -L 1,10 src/index.ts
git ls-files
git ls-files src | wc -l
git ls-files --others --exclude-standard
git ls-tree -r HEAD --name-only
git cat-file -p HEAD
git shortlog -sn
git shortlog -sne HEAD
git reflog
git reflog -5
git reflog show main
git stash list
git stash show -p
git config --get user.name
git config user.email
git config --get remote.origin.url
git config --local --list
git worktree list
git grep foo
git grep -n "foo" -- '*.ts'
git merge-base main HEAD
git rev-list --count HEAD
git for-each-ref --sort=-committerdate refs/heads
git check-ignore -v node_modules
git --version
git -c color.ui=never status
git -c core.quotepath=off ls-files
npm ls
npm ls --depth=0
npm list --depth 0 2>/dev/null
npm --version
npm -v
node --version
node -v
python3 --version
python --version
pip --version
pip show requests
gcc --version
make --version
docker --version
java -version
java -version 2>&1
curl --version
rg --version
ls && pwd
ls; pwd; whoami
ls | wc -l
cat package.json | grep version | head -1
ls -la && git status && git log --oneline -3
git status && echo "---" && git diff --stat
(cd src && ls)
{ ls; pwd; }
ls src 2>&1 | head
ls nothing-here 2>/dev/null || echo none
cat package.json 2> /dev/null
grep -q foo README.md && echo found
! grep -q foo README.md
time ls
timeout 5 ls
timeout 10s grep -r foo src
nice ls
command ls -l
\ls
"ls"
env LC_ALL=C sort README.md
LC_ALL=C sort README.md
LANG=C ls
NO_COLOR=1 ls
GIT_PAGER=cat git log -3
PAGER=cat git diff
TZ=UTC date
cat <<EOF
hello
EOF
cat <<'EOF' | wc -l
$(rm x)
EOF
grep foo <<< "foo bar"
ls # everything
sleep 1
set -e; ls
set -euo pipefail; ls
grep -rn foo --include=*.ts src
grep -rn foo --include=*.{ts,js} src
find . -name *.xyz
find . -name "*.ts" -o -name "*.tsx" | grep -v node_modules | sort
while IFS= read -r line; do echo "$line"; done < README.md
while IFS=: read -r a b; do echo "$b $a"; done < README.md
git stash show stash@{0}
git log @{u}..HEAD --oneline
git diff HEAD^ HEAD
git diff --stat main..HEAD -- . ':(exclude)package-lock.json'
git log --pretty=format:"%h %an %s" --date=short -n 5
git log --oneline -- src/*.ts
d=src; ls $d
d=src; for f in a b; do echo "$d: $f"; done
awk '{print $1/$2}' README.md
awk '/[[:space:]]foo/ {print}' README.md
sed -n '/[a-z]*/p' README.md
sed 's/[[:space:]]*$//' README.md
sed -e '/^$/d' -e 's/x/[y/' README.md
du -ah . | sort -rh | head -20
ls -la "src"/index.ts
echo "total: $(ls src | wc -l) files"
cat README.md package.json | wc -c
head -n 20 README.md && echo --- && tail -n 20 README.md
ls *.md
[ -n "$HOME" ] && echo yes
if git diff --quiet; then echo clean; else echo dirty; fi
git diff --quiet || echo dirty
git rev-parse --git-dir > /dev/null 2>&1 && echo yes
`
  .trim()
  .split(/\n(?!hello|EOF|\$\(rm)/);
