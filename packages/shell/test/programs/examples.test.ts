import { describe, expect, test } from 'vitest';
import { commandsIn } from '../../src/index.ts';
import { canRun } from '../../src/look-up/row-options.ts';
import type { Program } from '../../src/programs/program.ts';
import { PARTS } from '../../src/programs/table.ts';
import { analyseShell } from '../../src/rules/analyse-shell.ts';
import { everyCommandRule, ruleOver } from '../../src/rules/judge-command.ts';
import { programOf } from '../../src/text/program-name.ts';
import { EXAMPLES, type Seen } from './examples.ts';

function seen(command: string): Seen {
  const held = ruleOver([{ rule: 'Bash(rm *)', pattern: 'rm *' }], command);
  if (held === undefined) return 'no';
  return held.unread === undefined ? 'matches' : 'asks';
}

test.each(EXAMPLES)('a deny of rm: %j %s', (command, expected) => {
  expect(seen(command)).toBe(expected);
});

test.each(EXAMPLES.filter(([, is]) => is === 'matches'))('it is shown, too: %j', (command) => {
  expect(commandsIn(command).commands.map(({ program }) => program)).toContain('rm');
});

test.each(EXAMPLES.filter(([, is]) => is === 'asks'))('a guard hears of it: %j', (command) => {
  const { commands, unread } = commandsIn(command);
  expect(
    unread.length > 0 || commands.some(({ program, maybe }) => maybe && program === 'rm'),
  ).toBe(true);
});

const runsSome = (row: Program): boolean =>
  canRun(row) || row.input !== undefined || Object.values(row.verbs ?? {}).some(runsSome);

describe('every row that can run something has an example', () => {
  const shown = new Set(
    EXAMPLES.flatMap(([command]) =>
      analyseShell(command).parts.map(({ command: one }) => programOf(one)?.toLowerCase()),
    ),
  );
  const keys = PARTS.flatMap((part) => Object.entries(part)).filter(([, row]) => runsSome(row));
  test.each(keys.map(([names]) => names))('%s', (names) => {
    const named = names.split('|');
    const versions = [...shown].map((name) => name?.replace(/[-_]?[\d.]+$/, ''));
    expect(named.some((name) => shown.has(name) || versions.includes(name))).toBe(true);
  });
});

describe('what an allow rule covers', () => {
  const covers = (rule: string, command: string) =>
    everyCommandRule([{ rule, pattern: rule }], command) !== undefined;

  test.each<readonly [string, string, boolean]>([
    // It speaks for the program's own code, which it names.
    ['python3 *', 'python3 -c "print(1)"', true],
    ['node *', 'node -e 1', true],
    ['python3 *', 'python3 <<E\n1\nE', true],
    ['python3 script.py *', 'python3 -c "print(1)"', false],
    // And not for commands in its options.
    ['git *', "git -c core.pager='rm y' log", false],
    ['git *', "git -c alias.x='!rm y' x", false],
    ['git *', 'git -c core.pager="$X" log', false],
    ['git *', 'git -c core.pager=cat log', true],
    ['git *', 'git -c color.ui=always log', true],
    ['tar *', "tar xf a --to-command='rm y'", false],
    ['tar *', 'tar xf a', true],
    ['sed *', "sed '1e rm y' f", false],
    ['sed *', "sed 's/x/y/e' f", false],
    ['sed *', "sed 's/x/y/' f", true],
    ['awk *', 'awk \'BEGIN{system("rm y")}\'', false],
    ['awk *', "awk '{print $1}' f", true],
    // What another machine or a container runs is meant, as with sudo.
    ['ssh *', 'ssh host uptime', true],
    ['docker *', 'docker exec web ls', true],
    ['docker *', "docker exec web sh -c 'rm y'", false],
  ])('%s: %s', (rule, command, expected) => {
    expect(covers(rule, command)).toBe(expected);
  });
});
