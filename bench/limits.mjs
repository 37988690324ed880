/**
 * THE TABLE of limits: the group, its row, and the most that it may take. `--check` holds them, and
 * docs/performance.md shows them. What stands after "×" or "more than" is another case of the same group.
 */
const TEXT = `
start         | wave --version                                    | 1.2 × node -e 0
start         | wave hooks run Stop                               | 1.5 × node -e 0
start         | wave -p, to its first request                     | 2.8 × node -e 0
start         | an event of another agent, with the resident      | 15 ms
start         | an event of another agent, without the resident   | 1.7 × node -e 0
embedding     | import('@wavehooks/hooks')                        | 3 × node -e 0
embedding     | import('@wavehooks/agent-sdk')                    | 6 × node -e 0
embedding     | node wave.mjs --version                           | 2 × node -e 0
embedding     | the size of wave.mjs                              | 9000 kB
engine        | 1 hook                                            | 1.25 × 1 spawn
engine        | 10 hooks side by side                             | 1.2 × 10 spawns
engine        | a hook as a worker                                | 0.5 ms
engine        | 100 hooks, none matches                           | 5 µs
engine        | from a hook's end to the verdict                  | 100 ms
engine        | the same with 10 kB of context                    | 200 ms
launcher      | launcher, one, agent of 50 MB                     | 1.3 × raw spawn, one
launcher      | launcher, one, agent of 1,000 MB                  | 1.3 × raw spawn, one
launcher      | launcher, ten, agent of 50 MB                     | 1.2 × raw spawn, ten
launcher      | launcher, ten, agent of 1,000 MB                  | 1.2 × raw spawn, ten
launcher-bulk | launcher, 10 MB out, agent of 50 MB               | 1.1 × direct, 10 MB out
launcher-bulk | launcher, 10 MB out, agent of 1,000 MB            | 1.1 × direct, 10 MB out
calls         | the first call of a session                       | 30 ms
calls         | ten hooks before a call, more than none           | 18 ms
calls         | 30 calls of sleep 0.1 in one answer               | 1.5 × 30 sleeps, 16 at a time, in a shell
answers       | an answer of 20,000 pieces, processor             | 400 ms
late          | a step after 2,475 calls, less its bytes          | 1.5 × a step after 100 calls, less its bytes
permission    | a command that only reads, 99th of 100            | 200 µs
permission    | a command that a rule allows, 99th of 100         | 200 µs
permission    | a command that changes things, 99th of 100        | 200 µs
permission    | five programs that change things, 99th of 100     | 200 µs
permission    | nine programs that only read, 99th of 100         | 800 µs
permission    | ten programs, one by a rule, 99th of 100          | 800 µs
scenarios     | wave hooks test, 100 scenarios                    | 1.5 × 100 raw starts
log           | a record of the log, in its chain                 | 20 µs more than a line appended without a chain
sandbox       | in the sandbox, by the launcher                   | 8 × a bare sh -c true
sandbox       | the same, with its plan                           | 30 ms
sandbox       | a command that only reads, with its plan          | 20 ms more than a bare sh -c true
undo          | the note before a call, nothing changed           | 1.5 × git status, 20,000 files
undo          | the store after all these notes                   | 1 × the store after the first note
screen        | until it takes keys                               | 2.5 × node -e 0, in a terminal
screen        | to its first frame                                | 5 × node -e 0, in a terminal
screen        | to its whole picture                              | 8 × node -e 0, in a terminal
screen        | between frames (p95), 5,000 messages              | 50 ms
screen        | a key (p95): an answer, 10,000 lines/s            | 16 ms
screen        | memory after 1,000 turns                          | 400 MB
page          | between frames (p95), scrolling, 10,000 events    | 17 ms more than scrolling, an empty page
page          | between frames (p95), arrow keys, 10,000 events   | 17 ms more than arrow keys, an empty page
page          | between frames (p95), searching, 10,000 events    | 17 ms more than searching, an empty page
growth        | heap and buffers, after 1,000,000 events          | 1 MB more than heap and buffers, before
growth        | memory of the launcher, after 5,000 commands     | 5 MB more than memory of the launcher, before
growth        | descriptors of the launcher, after 5,000 commands | 4 more than descriptors of the launcher, before
`;

/** The kinds: times a floor, more than a floor, or a value by itself. */
const KINDS = [
  { kind: 'ratio', form: /^([\d.]+) × (.+)$/ },
  { kind: 'over', form: /^([\d.]+)(?: \S+)? more than (.+)$/ },
  { kind: 'median', form: /^([\d.]+) \S+$/ },
];

export function readLimits(text) {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [group, name, words] = line.split('|').map((cell) => cell.trim());
      for (const { kind, form } of KINDS) {
        const [, most, floor] = form.exec(words ?? '') ?? [];
        if (most !== undefined) return { group, name, words, kind, most: Number(most), floor };
      }
      throw new Error(`limits.mjs: expected "group | row | limit", got "${line}"`);
    });
}

export const LIMITS = readLimits(TEXT);

/** As a table for the docs. */
export const limitsTable = (limits) =>
  [
    '| group | row | at the most |',
    '| --- | --- | --- |',
    ...limits.map(({ group, name, words }) => `| \`${group}\` | ${name} | ${words} |`),
  ].join('\n');
