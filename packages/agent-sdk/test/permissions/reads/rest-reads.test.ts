import { describe, expect, test } from 'vitest';
import { decisionIn, makeProject, PLAIN_ENV } from './project.ts';
import { PREFIX_ALLOWED, STILL_ASK } from './rest-cases.ts';

const { dir } = makeProject();
const decide = decisionIn(dir);
const NPM = ['Bash(npm test *)'];
const BY = { answer: 'yes', by: 'allow rule: Bash(npm test *)' };

describe('what only reads needs no rule beside an allowed command', () => {
  test.each(PREFIX_ALLOWED)('%s', (command) => {
    expect(decide(command, { rules: { allow: NPM } })).toMatchObject(BY);
    expect(decide(command).answer).toBe('ask');
    expect(decide(command, { rules: { allow: ['Bash(npm tes)'] } }).answer).toBe('ask');
    expect(decide(command, { rules: { allow: NPM }, mode: 'plan' }).answer).toBe('no');
    expect(decide(command, { rules: { allow: NPM }, background: true }).answer).toBe('ask');
  });
});

describe('whatever does more than to read asks as before', () => {
  test.each(STILL_ASK)('%s', (command) => {
    expect(decide(command, { rules: { allow: NPM } }).answer).toBe('ask');
    expect(decide(command, { rules: { allow: NPM }, mode: 'dontAsk' }).answer).toBe('no');
  });
});

test.each([
  ['npm test | tail -5', 'Bash(tail *)'],
  ['npm test | tail -5', 'Bash(npm *)'],
  ['git status && npm test', 'Bash(git *)'],
  ['npm test; echo $?', 'Bash(echo *)'],
  ['cat README.md && npm test', 'Read(README.md)'],
  ['cat README.md && npm test', 'Read'],
  ['cd src && npm test', 'Bash(cd *)'],
])('%s with a rule for one of its commands: %s', (command, rule) => {
  expect(decide(command, { rules: { allow: NPM, deny: [rule] } }).answer).not.toBe('yes');
  expect(decide(command, { rules: { allow: NPM, ask: [rule] } }).answer).toBe('ask');
});

test.each([
  // What an allowed command made may lead elsewhere.
  ['ln -s /etc/passwd x && cat x', 'Bash(ln *)'],
  ['ln -s /etc x; ls x', 'Bash(ln *)'],
  ['git config core.fsmonitor ./x && git status', 'Bash(git config *)'],
  ['cat x | ln -sf /etc/passwd x', 'Bash(ln *)'],
  ['cat x >&2 | ln -sf /etc/passwd x', 'Bash(ln *)'],
  ['for i in 1 2; do cat x; ln -sf /etc/passwd x; done', 'Bash(ln *)'],
  // An allowed program without a word about its input.
  ['echo "rm x" | psql', 'Bash(psql)'],
  ['echo x | git apply', 'Bash(git apply)'],
  ['printf x |\n git apply', 'Bash(git apply)'],
  ['cat README.md | xargs rm', 'Bash(rm *)'],
  ['ls | xargs npm', 'Bash(xargs *)'],
  // The shell's own.
  ['alias ls=rm; ls', 'Bash(alias *)'],
  ['export PATH=. && ls', 'Bash(export *)'],
  ['source x; ls', 'Bash(source *)'],
  ['. x; pwd', 'Bash(. *)'],
  ['eval x; pwd', 'Bash(eval *)'],
  ['exec x; pwd', 'Bash(exec *)'],
  ['trap x EXIT; pwd', 'Bash(trap *)'],
  ['hash -p x ls; pwd', 'Bash(hash *)'],
  ['enable -n echo; echo x', 'Bash(enable *)'],
  // Another file than the one that the rule means.
  ['cd src && ./run', 'Bash(./run)'],
  ['cd src && node run.js', 'Bash(node run.js)'],
  ['cd src && sh ./run', 'Bash(sh ./run)'],
])('%s asks although %s is allowed', (command, rule) => {
  expect(decide(command, { rules: { allow: [rule] } }).answer).toBe('ask');
});

test('several rules are named, each once', () => {
  const allow = [...NPM, 'Bash(git add *)'];
  expect(
    decide('cd src; git add . && npm test | tail -5; npm test -u', { rules: { allow } }),
  ).toMatchObject({
    answer: 'ask',
  });
  expect(
    decide('pwd; git add . && npm test | tail -5; npm test -u', { rules: { allow } }),
  ).toMatchObject({
    by: 'allow rule: Bash(git add *), Bash(npm test *)',
  });
});

test('the environment counts as it does for commands that only read', () => {
  const rules = { allow: NPM };
  expect(decide('git diff && npm test', { rules }).answer).toBe('yes');
  for (const more of [{ BASH_ENV: './x' }, { GIT_EXTERNAL_DIFF: './x' }, { CDPATH: '/' }])
    expect(decide('git diff && npm test', { rules, env: { ...PLAIN_ENV, ...more } }).answer).toBe(
      'ask',
    );
});

test('guarded files are asked about all the same', () => {
  const rules = { allow: NPM };
  expect(decide('npm test --outputFile=.wave/settings.json | tail -5', { rules }).answer).toBe(
    decide('npm test --outputFile=.wave/settings.json', { rules }).answer,
  );
});
