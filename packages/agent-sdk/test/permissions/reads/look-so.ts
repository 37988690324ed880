/**
 * Commands that look as if they only read, each with what else it does. One a line: why, a bar, the command. All of
 * them ask in a project with the files of `project.ts`.
 */
export const LOOK_SO: readonly (readonly [why: string, command: string])[] = String.raw`
writes|ls > list.txt
writes|ls >> list.txt
writes|ls >| list.txt
writes|ls &> list.txt
writes|ls 2> errors.txt
writes|cat README.md > copy.md
writes|echo hello > hello.txt
writes|printf x >> README.md
writes|: > README.md
writes|> README.md
writes|true > README.md
writes|ls > /dev/null/../x
writes|ls > "/dev/null "
writes|ls > /dev/nul
writes|ls >/tmp/x
writes|cat README.md | tee copy.md
writes|tee x < README.md
writes|grep foo README.md > out
writes|{ ls; } > out
writes|(ls) > out
writes|for i in 1; do echo $i; done > out
writes|if true; then ls; fi > out
writes|sort -o README.md README.md
writes|sort README.md -o README.md
writes|sort -uo README.md README.md
writes|sort -oREADME.md README.md
writes|sort --output=x README.md
writes|sort --outp=x README.md
writes|sort --output x README.md
writes temporary files|sort -T . README.md
runs|sort --compress-program=./x README.md
runs|sort --compress-prog=sh README.md
reads names from a file|sort --files0-from=list
reads names from a file|wc --files0-from=list
reads names from a file|du --files0-from=list
writes|uniq README.md out
writes|uniq -c README.md out
writes|xxd README.md out
writes|xxd -r in out
writes|tree -o out
writes|tree -R -L 1
writes|tree -aR -L 2
writes|find . -fprint out
writes|find . -fprintf out %p
writes|find . -fls out
writes|find . -fprint0 out
deletes|find . -delete
deletes|find . -name '*.ts' -delete
runs|find . -exec rm {} \;
runs|find . -exec rm {} +
runs|find . -execdir rm {} \;
runs|find . -ok rm {} \;
runs|find . -okdir rm {} \;
runs|find . -name x -exec sh -c 'rm $0' {} \;
runs|find . -exec cat {} \;
follows links|find -L . -name x
follows links|find . -follow -name x
reads names from a file|find -files0-from list
runs|fd -x rm
runs|fd . -X rm
runs|fd --exec rm
runs|fd -l
follows links|fd -L x
runs|rg --pre ./x foo
runs|rg --pre=./x foo
runs|rg --pre ./x --pre-glob '*' foo
runs|rg --hostname-bin ./x foo
runs|rg -z foo
runs|rg --search-zip foo
follows links|rg -L foo
follows links|rg --follow foo
unknown option|rg --unknown foo
option cut short|grep --recurs foo .
unknown option|ls --unknown
unknown option|cat --unknown README.md
writes|date -s yesterday
writes|date --set=yesterday
writes|date --se=yesterday
writes|date 010100002020
writes|date 0101
writes|hostname other
asks a server|hostname -f
asks a server|hostname -I
writes|file -C -m magic
loads rules|file -m magic README.md
reads names from a file|file -f list
sets times|file -p README.md
runs|file -z README.md
writes|sed -i s/a/b/ README.md
writes|sed -i.bak s/a/b/ README.md
writes|sed --in-place s/a/b/ README.md
writes|sed --in-pl s/a/b/ README.md
writes|sed -ni p README.md
writes|sed -Ei 's/a/b/' README.md
writes|sed -n 'w out' README.md
writes|sed 's/a/b/w out' README.md
writes|sed 's/a/b/gw out' README.md
writes|sed -n '/x/w out' README.md
writes|sed -n 'p;w out' README.md
writes|sed -n '1{p;w out
}' README.md
runs|sed '1e date' README.md
runs|sed e README.md
runs|sed 's/a/b/e' README.md
runs|sed 's/.*/date/ge' README.md
runs|sed -e p -e 'e date' README.md
reads another file|sed 'r /etc/passwd' README.md
reads another file|sed 'R x' README.md
loads|sed -f script.sed README.md
loads|sed --file=script.sed README.md
adds lines from the next part|sed -e 'a\' -e 'x' README.md
runs|awk 'BEGIN{system("rm x")}'
runs|awk '{system($0)}' README.md
runs|awk '{print | "sh"}' README.md
runs|awk '{print | cmd}' README.md
runs|awk '{"date" | getline x; print x}' README.md
runs|awk 'BEGIN{while(("ls"|getline l)>0) print l}'
writes|awk '{print > "out"}' README.md
writes|awk '{print $1 > "out"}' README.md
writes|awk '{print $1 >> "out"}' README.md
writes|awk '{printf "%s", $1 > "out"}' README.md
writes|awk '{print $1, $2 > ("out" NR)}' README.md
writes|awk 'NR==1{print
> "out"}' README.md
reads another file|awk 'BEGIN{getline x < "/etc/passwd"; print x}'
reads another file|awk 'BEGIN{ARGV[1]="/etc/passwd";ARGC=2}{print}'
tells the environment|awk 'BEGIN{print ENVIRON["TOKEN"]}'
loads|awk -f script.awk README.md
loads|awk '@include "x"; {print}' README.md
loads|gawk -l filefuncs '{print}' README.md
writes|gawk -i inplace '{print}' README.md
writes|gawk -o '{print}' README.md
runs|awk '{x="sy" "stem"; @x("ls")}' README.md
tells the environment|jq -n env
tells the environment|jq -n '$ENV.TOKEN'
tells the environment|jq '.x = env.TOKEN' package.json
loads|jq -f filter.jq package.json
loads|jq -L lib 'import "x" as x; .' package.json
loads|jq 'include "x"; .' package.json
reads another file|jq --slurpfile x /etc/passwd '$x' package.json
reads another file|jq --rawfile x /etc/passwd '$x' package.json
outside|cat /etc/passwd
outside|cat ../secret
outside|cat ../../etc/passwd
outside|cat src/../../x
outside|cat ~/.ssh/id_rsa
outside|cat ~root/.bashrc
outside|cat $HOME/.ssh/id_rsa
outside|cat "$HOME/.netrc"
outside|cat ~+/../x
outside|cat /proc/self/environ
outside|cat /dev/tcp/127.0.0.1/80
outside|cat < /etc/passwd
outside|cat < /dev/tcp/127.0.0.1/80
outside|cat 0< ../x
outside|cat </dev/stdin
outside|ls /
outside|ls ..
outside|ls ~
outside|ls /tmp
outside|ls -la /root
outside|find / -name x
outside|find .. -name x
outside|find ~ -name '*.pem'
outside|find . -newer /etc/passwd
outside|find . -samefile /etc/passwd
outside|grep -r foo /etc
outside|grep root /etc/passwd
outside|grep -f /etc/passwd README.md
outside|grep --file=/etc/passwd README.md
outside|rg foo /etc
outside|rg foo ..
outside|rg -f /etc/passwd foo
outside|head -5 /etc/passwd
outside|tail -f /var/log/syslog
outside|wc -l /etc/passwd
outside|du -sh /
outside|tree /
outside|stat /etc/shadow
outside|file /etc/passwd
outside|diff README.md /etc/passwd
outside|diff /etc/passwd README.md
outside|diff -u --from-file=/etc/passwd README.md
outside|diff -X /etc/passwd src test
outside|cmp README.md /etc/passwd
outside|sort /etc/passwd
outside|xxd -ps /etc/passwd
outside|xxd -p /etc/passwd
outside|od -c /etc/passwd
outside|strings /bin/ls
reads options from a file|strings @list
outside|md5sum /etc/passwd
reads names from a file|md5sum -c list
outside|realpath --relative-to=/ src
outside|readlink -f out
outside by a link|cat out/x
outside by a link|cat link
outside by a link|cat out/../src/index.ts
outside by a link|ls out
outside by a link|cd out && ls
outside by a link|cd out && cat x
outside by a link|cat *k
outside by a link|cat o*/x
outside by a link|grep foo out/*
outside by a link|grep -R foo .
outside by a link|grep --dereference-recursive foo .
outside by a link|diff -r . src
outside by a link|for f in l*; do cat "$f"; done
outside by a link|cat self/../x
outside by a link|cd self && ls ..
outside|cd / && ls
outside|cd .. && ls
outside|cd && ls
outside|cd ~ && cat x
outside|cd "$DIR" && ls
outside|cd - && ls
outside|pushd src; ls
outside|cd src/../.. && ls
outside|git -C / status
outside|git -C .. log
outside|git -C /etc status
outside|git diff /etc/passwd README.md
outside|git diff --no-index /etc/passwd README.md
outside|git diff --no-index README.md ../x
outside|git grep --no-index foo /etc
outside|git grep -f /etc/passwd
outside|git blame --contents /etc/passwd README.md
outside|git ls-files -X /etc/passwd
outside|git --git-dir=/x/.git log
loads settings|git --git-dir=.evil log
loads settings|git --work-tree=/ status
loads programs|git --exec-path=. status
runs|git -c core.fsmonitor=./x status
runs|git -c core.pager='sh -c x' log
runs|git -c diff.external=./x diff
runs|git -c alias.x='!rm y' x
runs|git -c core.sshCommand=./x status
runs|git --config-env=core.pager=X log
runs|git -p log
runs|git --paginate diff
writes|git log --output=x
writes|git diff --output=x
writes|git diff --output x
writes|git show --output=x HEAD
runs|git diff --ext-diff
runs|git log -p --ext-diff
runs|git show --textconv HEAD
runs|git grep -O foo
runs|git grep -Ovi foo
runs|git grep --open-files-in-pager=x foo
runs|git grep --open=x foo
runs gpg|git log --show-signature
runs gpg|git log --format=%G?
runs gpg|git log --pretty='%h %GS'
runs gpg|git tag -v v1
runs gpg|git verify-commit HEAD
runs|git cat-file --textconv HEAD:x
runs|git cat-file --filters HEAD:x
writes|git branch new
writes|git branch -d old
writes|git branch -D old
writes|git branch -m new
writes|git branch -f main HEAD~1
writes|git branch -a new
writes|git branch -u origin/main
writes|git branch --set-upstream-to=origin/main
writes|git branch --edit-description
writes|git tag v1
writes|git tag -d v1
writes|git tag -a v1 -m x
writes|git tag -n v1 v2 -f
writes|git remote add x y
writes|git remote remove origin
writes|git remote set-url origin x
sends|git remote show origin
sends|git remote update
sends|git ls-remote
sends|git fetch
sends|git fetch --dry-run
sends|git pull
sends|git push
sends|git push --dry-run
sends|git clone x
writes|git stash
writes|git stash pop
writes|git stash push
writes|git stash drop
writes|git stash clear
writes|git checkout main
writes|git switch main
writes|git restore README.md
writes|git reset
writes|git reset --hard
writes|git clean -n
writes|git add .
writes|git commit -m x
writes|git commit --dry-run
writes|git rebase main
writes|git merge main
writes|git config user.name me
writes|git config --global user.name me
writes|git config --unset user.name
writes|git config --edit
writes|git config -e
writes|git config --add a.b c
secrets|git config --list
secrets|git config -l
secrets|git config --get http.extraheader
secrets|git config --get credential.helper
secrets|git config --get-regexp .
writes|git worktree add x
writes|git worktree prune
writes|git reflog expire --all
writes|git reflog delete HEAD@{0}
writes|git symbolic-ref HEAD refs/heads/x
writes|git update-ref refs/heads/x HEAD
writes|git gc
writes|git fsck
writes|git archive HEAD -o x
writes|git format-patch -1
writes|git bundle create x HEAD
runs|git bisect run ./x
runs|git submodule foreach ls
runs|git difftool
runs|git help log
runs|git log --help
runs an alias|git st
runs an alias|git lg --oneline
writes|git rev-parse --parseopt
unknown option|git status --unknown
option cut short|git log --outp=x
sends|npm view react
sends|npm outdated
sends|npm audit
writes|npm install
writes|npm ci
runs|npm test
runs|npm run build
runs|npm exec ls
runs|npx ls
outside|npm ls -g
runs|npm ls --prefix /x
loads settings|npm ls --userconfig=x
writes|npm pkg set name=x
writes|npm version patch
runs|node -e 'x'
runs|node -p process.version
runs|node script.js
runs|node --version -e x
runs|node -r ./x --version
runs|python -c 'x'
runs|python script.py
runs|python -m pip list
runs|python3 -m json.tool package.json
sends|pip list --outdated
writes|pip install x
sends|docker ps
sends|docker images
sends|kubectl get pods
sends|gh pr list
sends|curl localhost
sends|wget localhost
sends|ping localhost
sends|ssh host ls
sends|nslookup localhost
runs|make -n
runs|make
runs|cargo check
runs|cargo tree
runs|go list ./...
runs|yarn --version
runs|mvn -v
runs|bash -c ls
runs|sh -c 'cat README.md'
runs|bash script.sh
runs|eval ls
runs|source x
runs|. ./x
runs|exec ls
runs|xargs rm < list
runs|find . -name x | xargs rm
runs|git ls-files | xargs cat
runs|ls | xargs -I{} sh -c 'rm {}'
runs|cat README.md | sh
runs|sudo ls
runs|sudo cat README.md
runs|nohup ls
runs|watch ls
runs|script -c ls
runs|strace ls
runs|less README.md
runs|more README.md
runs|man ls
runs|vim README.md
runs|parallel ls
runs|ls $(rm x)
runs|ls "$(rm x)"
writes|ls $(touch x)
runs|echo $(curl localhost)
runs|cat <(rm x)
runs|ls >(cat)
writes|cat README.md > >(tee x)
in the background|ls &
in the background|ls & pwd
in the background|(ls &)
not known|$CMD
not known|ls $DIR
not known|cat $FILE
not known|cat "$FILE"
not known|cat $(cat list)
not known|cat \`cat list\`
not known|git log $(cat list)
not known|rg $PATTERN
not known|find $DIR -name x
not known|"$PAGER" README.md
not known|\${EDITOR:-cat} README.md
a function|ls() { rm x; }; ls
a function|function cat { rm x; }; cat README.md
an alias|alias ls=rm; ls
sets a variable|printf -v x y
sets a variable|PATH=. ls
sets a variable|PATH=.:$PATH; ls
sets a variable|export PATH=.; ls
sets a variable|LD_PRELOAD=./x.so ls
sets a variable|GIT_EXTERNAL_DIFF=./x git diff
sets a variable|GIT_DIR=.evil git status
sets a variable|GIT_PAGER='sh x' git log
sets a variable|GIT_CONFIG_COUNT=1 git status
sets a variable|RIPGREP_CONFIG_PATH=x rg foo
sets a variable|NODE_OPTIONS='-r ./x' node --version
sets a variable|PYTHONPATH=. python --version
sets a variable|BASH_ENV=x ls
sets a variable|IFS=x; ls
sets a variable|PAGER='rm x' git log
sets a variable|TZ=:/etc/passwd date
sets a variable|LANG=../../x ls
sets a variable|env PATH=. ls
sets a variable|env LD_PRELOAD=x ls
runs|env -S 'rm x'
runs|env sh
changes the shell|set -o allexport; ls
changes the shell|shopt -s extglob; ls
changes the shell|trap 'rm x' EXIT; ls
changes the shell|hash -p ./x ls; ls
changes the shell|enable -f ./x ls
changes the shell|ulimit -f 0; ls
changes the shell|umask 0; ls
a program of the project|./ls
a program of the project|src/cat README.md
a program of the project|node_modules/.bin/ls
a program of the project|bin/git status
secrets|env
secrets|printenv
secrets|printenv TOKEN
secrets|echo $TOKEN
secrets|echo "$AWS_SECRET_ACCESS_KEY"
secrets|echo "\${TOKEN}"
secrets|x=$TOKEN; echo $x
secrets|cat <<< $TOKEN
secrets|set
secrets|export
secrets|declare -p
secrets|history
secrets|ps aux
secrets|ps eww
writes|time -o x ls
writes|tar cf x .
writes|tar xf x
runs|tar tf x --to-command=sh
writes|cp README.md x
writes|mv README.md x
writes|rm x
writes|mkdir x
writes|touch x
writes|chmod +x x
writes|ln -s a b
writes|dd if=README.md of=x
writes|truncate -s 0 x
writes|split README.md
writes|patch < x
writes|gzip README.md
runs|diff -l README.md package.json
ends|kill 1
ends|pkill x
look-alike|lѕ
look-alike|ｌｓ
two lines|ls
rm x
a later command|ls; rm x
a later command|ls && rm x
a later command|ls || rm x
a later command|ls | rm x
a later command|cat README.md; echo x > y
a later command|git status && git push
a later command|for f in *; do rm "$f"; done
a later command|while read f; do rm "$f"; done < list
a later command|if ls; then rm x; fi
a later command|case x in *) rm x;; esac
a later command|! rm x
a later command|time rm x
a later command|{ ls; rm x; }
a later command|(ls; rm x)
a later command|ls
	rm x
a later command|[[ -f x || $(rm x) ]]
a later command|echo "$(ls; rm x)"
a later command|cat <<EOF
$(rm x)
EOF
a later command|timeout 5 rm x
a later command|nice rm x
a later command|command rm x
not closed|ls "
not closed|ls (
runs code in a subscript|test -v 'a[$(rm x)]'
runs code in a subscript|echo $((a[$(rm x)]))
runs a value|echo \${x@P}
runs a value|echo \${!x}
may be the directory above|ls .*
may be the directory above|grep -r foo .*
may be the directory above|cat .?/x
goes further each time|for i in 1 2 3; do cd ..; ls; done
goes further each time|while true; do cd ..; cat x; done
grows each time|x=src; for i in 1 2 3 4 5 6; do x=$x/..; done; cat $x/etc/passwd
grows each time|x=src; y=$x/..; x=$y/..; cat $x/x
grows each time|x=src; x+=/../..; cat $x/x
may be empty|cat $x/etc/passwd; x=src
may be empty|(x=src); ls $x/etc
ends otherwise for some|sed 's/[]/]/;s/e;p;/x/p' README.md
ends otherwise for some|sed 's/[[:alpha:]/]/;s/e;p;/x/p' README.md
ends otherwise for some|sed -n '/[^]/]/;s/e;p;/x/p' README.md
is a pattern, not a division|awk '{ if (1) /"/; print > "f" } #"' README.md
is a pattern, not a division|awk '{ if (0) x; else /"/; print > "f" } #"' README.md
ends otherwise for some|awk '/[^]"/]"/ {print > "f"} #"' README.md
ends otherwise for some|awk '/[]"/]"/ {print > "f"} #"' README.md
asks a server|hostname -s
prints what PS4 runs|set -x; ls
sets a variable|IFS=/ ls
sets a variable|IFS=/; cat README.md
words of braces|{cat,/etc/passwd}
words of braces|cat {README.md,/etc/passwd}
words of braces|cat README.md{,.bak,/../../x}
words of braces|{git,status}
follows links|ls -L
follows links|ls -lL link
follows links|tree -l
follows links|du -L
follows links|du -D out
outside|find src/.. ../x
outside|cat -- /etc/passwd
outside|cat -n -- ../x
outside|grep -- foo /etc/passwd
outside|grep -e foo /etc/passwd
outside|grep -ie foo /etc/passwd
outside|grep -A1 foo /etc/passwd
outside|sed -n 1p /etc/passwd
outside|sed -e p -n /etc/passwd
outside|awk '{print}' /etc/passwd
outside|awk -F: '{print $1}' /etc/passwd
outside|jq . /etc/x.json
outside|jq --arg a b . /etc/x.json
outside|tr a b < /etc/passwd
outside|cut -d: -f1 /etc/passwd
outside|cut -d : -f 1 /etc/passwd
outside|paste README.md /etc/passwd
outside|comm README.md /etc/passwd
outside|nl /etc/passwd
outside|tac /etc/passwd
outside|date -r /etc/passwd
outside|[ -f /etc/passwd ]
outside|test -r ~/.ssh/id_rsa && echo yes
outside|echo /etc/*
outside|echo ~/*
outside|ls -d /etc/*
outside|while read x; do echo $x; done < /etc/passwd
outside|cat README.md - /etc/passwd
outside|cat $'/etc/passwd'
outside|cat /etc/pass{wd,x}
outside|cat /"etc"/passwd
outside|cat /e't'c/passwd
outside|cat \/etc/passwd
outside|cat /etc/p*
outside|cat /proc/1/environ
outside|cat /dev/sda
outside|cat /proc/1/ns/net
outside|for f in ../*; do cat $f; done
outside|echo ../*
outside|[[ -f /etc/passwd ]]
outside|[[ -f ~/.ssh/id_rsa ]] && echo yes
secrets|case $TOKEN in a*) echo yes;; esac
secrets|[[ $TOKEN == a* ]] && echo yes
loads|awk '{print}' -f x
runs|awk 'BEGIN{y = length / " /; print "touch pwned" | "sh" } #"'
outside|awk 'BEGIN{while((1.getline < "/etc/passwd")>0) print}'
secrets|awk 'BEGIN{print 0.ENVIRON["SECRET"]}'
outside|grep /etc/passwd -e root
outside|grep -r /etc -e root
outside|rg /etc/passwd -e root
outside|rg /etc --files
writes|git log -U --output=F
writes|git show --unified --output=F
writes|git blame --abbrev --output=F README.md
writes|git log --format --output=F
writes|git rev-list --min-parents --output=F HEAD
writes|xxd README.md -p
writes|uniq README.md -c
outside|head README.md -n /etc/passwd
outside|jq -R . -- --arg /etc/passwd x
outside|jq -R --indent --arg . x /etc/passwd
secrets|jq -n '$ ENV.SECRET'
secrets|jq -n '$__prog_args'
outside|strings -n @resp README.md
runs|git log -1 --format=%+GG
runs|git log -1 '--format=% G?'
runs|git log -1 --format=%-GK
runs|git log -1 '--format=%<(20)%+G?'
runs|git tag --sort=signature
runs|git for-each-ref '--format=%(*signature)'
writes|tree -Po pat outfile
writes|tree -aIo x outfile
writes|tree -PR pat
runs|poetry --version
runs|git whatchanged
runs|[[ -f x || make || y ]]
outside|grep --context pat /etc/passwd
outside|grep -A pat README.md
runs|printf '1%n' PATH; ls
runs|printf -- '1%n' PATH; ls
runs|printf '%-5n' PATH; ls
runs|fmt='1%n'; printf "$fmt" PATH; ls
runs|printf -- "$(cat README.md)" PATH; ls
runs|[[ PATH=1 -eq 1 ]]; ls
runs|[[ -n x && PATH=1 -eq 1 ]]; ls
runs|[[ ! PATH=1 -eq 1 ]]; ls
runs|[[ ( PATH=1 -eq 1 ) ]]; ls
runs|[[ "PATH = 1" -eq 1 ]]; ls
runs|[[ HOME=1 -eq 1 ]]; git status
runs|test $(cat README.md)
runs|read -r x < README.md; [ $x ] && echo y
runs|x=$(cat README.md); [ $x = 1 ]
runs|read -r x y < README.md; [ "$x" "$y" ]
runs|[ -n $(cat README.md) ]
runs|[ $(cat README.md) -gt 1 ]
outside|cat {README.md,~root/.ssh/id_rsa}
outside|cat {README.md,~+/../outside.txt}
outside|for f in ~root/x; do cat $f; done
outside|for f in README.md ~root/x; do cat "$f"; done
outside|for f in ~+/../outside.txt; do cat "$f"; done
outside|for f in ~/.ssh/id_rsa; do cat $f; done
outside|for f in ~-; do ls "$f"; done
outside|awk 'BEGIN{x=1getline<"/etc/passwd"; print}'
outside|awk 'BEGIN{x=1ENVIRON["AWS_SECRET"]; print x}'
tells more|npm pkg get
secrets|case $aws_secret in a*) echo y;; esac
`
  .trim()
  .split(/\n(?=[a-z -]+\|)/)
  .map((line) => {
    const at = line.indexOf('|');
    // What a template would take for its own is written with a backslash.
    return [line.slice(0, at), line.slice(at + 1).replace(/\\([`$])(?=[{c])/g, '$1')] as const;
  });
