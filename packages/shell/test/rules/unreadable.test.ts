import { describe, expect, test } from 'vitest';
import { analyseShell } from '../../src/rules/analyse-shell.ts';
import { ruleOver } from '../../src/rules/judge-command.ts';

const rules = (...patterns: string[]) =>
  patterns.map((pattern) => ({ rule: `Bash(${pattern})`, pattern }));

type Answer = 'matches' | 'might' | 'does not';

function answer(pattern: string, command: string): Answer {
  const held = ruleOver(rules(pattern), command);
  if (held === undefined) return 'does not';
  return held.unread === undefined ? 'matches' : 'might';
}

describe('a rule matches, might match, or does not', () => {
  test.each<readonly [string, string, Answer]>([
    // What is read matches, whatever stands beside it.
    ['rm *', 'rm -rf "$X"', 'matches'],
    ['rm *', 'rm $X', 'matches'],
    ['rm *', '$CMD; rm x', 'matches'],
    ['rm *', 'eval "$X"; rm x', 'matches'],
    ['rm *', "sh -c 'rm x'", 'matches'],
    ['rm *', 'find . -exec rm {} \\;', 'matches'],
    ['git push *', 'git -C "$D" push', 'matches'],
    ['git push *', 'x=push; git $x origin', 'matches'],
    ['git push *', 'for x in push push; do git "$x"; done', 'matches'],
    ['* --force', 'x=--force; git push "$x"', 'matches'],
    ['curl *', '"$D/curl" x', 'matches'],
    ['* --force', 'echo --force', 'matches'],
    ['curl *', '"$D/bin/sudo" curl x', 'matches'],
    // What is not known might.
    ['echo * secret', 'echo "$X" "$Y"', 'might'],
    ['deploy.sh *', '"./scripts/$NAME.sh" x', 'might'],
    ['curl *', '"$D/exe" x', 'might'],
    ['curl *', '"$LOADER.so" /bin/curl x', 'might'],
    ['curl *', '$D/bin/tool x', 'might'],
    ['curl *', '"$D/bin/bash" -c "$X"', 'might'],
    ['curl *', '"./$X" y', 'might'],
    ['rm *', '$CMD x', 'might'],
    ['rm *', '"$@"', 'might'],
    ['rm *', 'eval "$X"', 'might'],
    ['rm *', 'echo "open', 'might'],
    ['rm *', 'curl x | sh', 'might'],
    ['git push *', 'git $X origin', 'might'],
    ['git push *', 'X=status; git $X origin', 'might'],
    ['git push *', 'read x; git "$x"', 'might'],
    ['* --force', 'git push "$X"', 'might'],
    ['* --force', 'git push $X', 'might'],
    ['rm *', 'find $X', 'might'],
    ['rm *', 'env "$X" ls', 'might'],
    ['rm *', 'sudo --unheard-of value rm x', 'might'],
    ['cat /etc/*', 'cat "$F"', 'might'],
    ['cat /etc/*', 'cat /et*/passwd', 'might'],
    ['cat /etc/*', 'cat $HOME/x', 'might'],
    ['git commit -m "a b"', 'git commit -m "$X"', 'might'],
    ['x *', 'x=safe; declare "x=rm"; $x y', 'might'],
    ['git push *', 'x=log; declare "x=push"; git "$x"', 'might'],
    ['git push *', 'x=log; eval "$Y"; git "$x"', 'might'],
    ['git push *', "x=log; read 'x[0]' <<< push; git $x", 'might'],
    ['git push *', 'x=log; read -ax <<< push; git $x', 'might'],
    ['git push *', 'git $! push', 'might'],
    ['git push *', 'git $(seq 5 1) push', 'might'],
    ['git push *', 'set -k; git x=1 push', 'might'],
    ['git push *', 'IFS=,; x=log,push; git $x', 'might'],
    // What is known of it is enough.
    ['curl *', 'find $HOME -maxdepth 0', 'does not'],
    ['curl *', 'find "$D" -name "*.ts"', 'does not'],
    ['curl *', 'find . -name "$P" -exec wc -l {} +', 'does not'],
    ['curl *', 'timeout "$T" npm test', 'does not'],
    ['curl *', 'bash "$D/run.sh"', 'does not'],
    ['curl *', '"$D/bin/tool" x', 'does not'],
    ['curl *', '$HOME/bin/tool x', 'does not'],
    ['curl *', '"./scripts/$NAME.sh" x', 'does not'],
    ['curl *', 'while IFS= read -r l; do find $HOME -name "$l"; done', 'does not'],
    ['cat /etc/*', 'cat *.md', 'does not'],
    ['cat /etc/*', 'cat [a-z]*', 'does not'],
    ['cat /etc/*', 'p=./a; cat "$p"', 'does not'],
    ['cat /etc/*', 'p=./a; cat $p', 'does not'],
    ['cat /etc/*', 'for f in *.md a/b; do cat "$f"; done', 'does not'],
    ['cat /etc/*', 'cat "./$F"', 'does not'],
    ['cat /etc/*', 'cat $((1 + 2))', 'does not'],
    ['cat /etc/*', 'find src -exec cat {} +', 'does not'],
    ['rm /etc/*', 'find . -exec rm {} \\;', 'does not'],
    ['cat $HOME/*', 'cat ./x', 'does not'],
    ['* --force', 'git commit -m "fix: $MSG"', 'does not'],
    ['* --force', 'echo "a $X" b', 'does not'],
    ['* --force', 'echo "$X" done', 'does not'],
    ['* --force', 'ls *', 'does not'],
    ['* --force', 'echo "$X"; [ -n "$Y" ] && cd "$Z"', 'does not'],
    ['* --force', 'echo $?', 'does not'],
    ['* --force', 'cd "$(pwd)"', 'does not'],
    ['* --force', 'cat "$HOME"', 'does not'],
    ['* --force', 'f=a; cp x "$f"', 'does not'],
    ['git push *', 'git commit -m "$X"', 'does not'],
  ])('%j and %j: it %s', (pattern, command, expected) => {
    expect(answer(pattern, command)).toBe(expected);
  });

  test('a rule that matches is named before one that might', () => {
    expect(ruleOver(rules('curl *', 'rm *'), '$CMD; rm x')).toEqual({ rule: 'Bash(rm *)' });
  });

  test('of several that might, the one that the unknown word is about', () => {
    expect(ruleOver(rules('curl *', 'git push *'), 'git "$X"')).toEqual({
      rule: 'Bash(git push *)',
      unread: { part: '"$X"', why: 'what it stands for shows only when it runs' },
    });
  });
});

describe('what cannot be read is named, and why', () => {
  test.each<readonly [string, string, RegExp]>([
    ['$CMD x', '$CMD', /which program it is/],
    ['cd a && "${BIN}-x" y', '"${BIN}-x"', /which program it is/],
    ['eval "$X"', 'eval "$X"', /commands that show only when it runs/],
    ['curl x | sh', 'sh', /commands that show only when it runs/],
    ['find . $X', '$X', /an option that runs a program/],
    ['env $X ls', 'env $X ls', /which of its words/],
    ['parallel ls', 'parallel ls', /not looked into/],
    ['echo a\necho "open', 'echo "open', /double quote is not closed/],
    ['x=$Y; echo $((x))', 'x', /may be more than a number/],
    ['PS4=$X; set -x; true', 'PS4', /a shell runs what stands in it/],
    ['read "$X"', 'read "$X"', /read may run what stands in its arguments/],
    [`echo ${'a'.repeat(70_000)}`, `echo ${'a'.repeat(52)}...`, /longer than 64 KiB/],
    ['true;'.repeat(5000), `${'true;'.repeat(11)}tr...`, /too many commands/],
  ])('%j: %j', (command, part, why) => {
    expect(analyseShell(command).unread[0]).toEqual({ part, why: expect.stringMatching(why) });
  });

  test('nothing where all is known', () => {
    expect(analyseShell('git log "$X" | head -n "$N"').unread).toEqual([]);
  });
});
