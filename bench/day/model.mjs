import { join } from 'node:path';

/** What the agent does in a turn: ten calls in five answers, then a word at the end. */
const STEPS = [
  (n, dir) => [read(n, dir), read(n + 1, dir)],
  (n, dir) => [read(n + 2, dir), grep(n, dir)],
  (n, dir) => [write(n, dir), edit(n, dir)],
  (n, dir) => [bash(`echo the tests of turn ${n}; seq 60`), glob(dir)],
  (n, dir) => [bash(`wc -l part-${n % 10}.txt`), read(n + 3, dir)],
];

const call = (name, input) => ({ name, input });
const part = (n, dir) => join(dir, `part-${n % 10}.txt`);
const read = (n, dir) => call('Read', { file_path: part(n, dir) });
const grep = (n, dir) =>
  call('Grep', { pattern: `part ${n % 10}`, path: dir, output_mode: 'content' });
const glob = (dir) => call('Glob', { pattern: '*.txt', path: dir });
const bash = (command) => call('Bash', { command });
const made = (dir) => join(dir, 'made.txt');
const write = (n, dir) =>
  call('Write', { file_path: made(dir), content: `made in turn ${n}\n`.repeat(30) });
const edit = (n, dir) =>
  call('Edit', {
    file_path: made(dir),
    old_string: `made in turn ${n}`,
    new_string: `changed in turn ${n}`,
    replace_all: true,
  });

/** A model without a network. Unlike `scriptedModel` it forgets what it was asked: a day is long. */
export function dayModel(dir) {
  let asked = 0;
  let calls = 0;
  return {
    id: 'day',
    async *stream() {
      const turn = Math.floor(asked / (STEPS.length + 1));
      const step = STEPS[asked++ % (STEPS.length + 1)];
      yield { is: 'text', text: `This is what I do next in turn ${turn}. ` };
      for (const { name, input } of step?.(turn, dir) ?? [])
        yield { is: 'call', id: `call_${++calls}`, name, input };
      const usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 };
      yield { is: 'finish', usage, reason: step ? 'calls' : 'stop' };
    },
  };
}
