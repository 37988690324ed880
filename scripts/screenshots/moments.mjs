/** THE TABLE of fifteen moments that every agent has: what the model does, and what the user types, one after the other. */
const say = (text) => ({ say: text });
const MARKDOWN = [
  '## What I found',
  '',
  'The total *forgets* how many there are of **each** item, see `cart.ts`:',
  '',
  '| file | lines | covered |',
  '| :--- | ---: | :---: |',
  '| src/cart.ts | 120 | yes |',
  '| src/checkout/payment.ts | 1,480 | no |',
  '',
  '- [x] read the code',
  '- [ ] mend the total',
  '',
  '```diff',
  '-  return sum(prices);',
  '+  return sum(prices.map(times(count)));',
  '```',
].join('\n');

const SLOW = 'for n in 1 2 3 4 5 6 7; do echo "ok $n a test"; done; sleep 60';
const DOWN = '\u001b[B';
const GO = 'Do the work.';

export const MOMENTS = [
  { name: 'start', title: 'The first screen', types: [] },
  { name: 'keys', title: '? in an empty input', types: ['?'] },
  { name: 'commands', title: 'A command, begun', types: ['/co'] },
  { name: 'files', title: 'A file, begun', types: ['look at @ca'] },
  {
    name: 'ask-command',
    title: 'May this command run?',
    asks: true,
    script: (agent) => [agent.shell("git add -A && git commit -m 'wip'")],
    types: [GO, '\r'],
  },
  {
    name: 'ask-file',
    title: 'May this file change?',
    asks: true,
    script: (agent) => [agent.write('cart.ts', 'export const total = 12;\n')],
    types: [GO, '\r'],
  },
  {
    name: 'said-no',
    title: 'The user said no',
    asks: true,
    script: (agent) => [agent.shell("git add -A && git commit -m 'wip'"), say('Then I stop here.')],
    types: [GO, '\r', '\u001b'],
  },
  {
    name: 'running',
    title: 'A command runs',
    script: (agent) => [agent.shell(SLOW)],
    types: [GO, '\r'],
  },
  {
    name: 'background',
    title: 'Ctrl-B while a command runs',
    script: (agent) => [agent.shell(SLOW), say('I go on meanwhile.')],
    types: [GO, '\r', '\u0002'],
  },
  {
    name: 'printed',
    title: 'A command has printed 3,000 lines',
    script: (agent) => [agent.shell('seq 3000'), say('Counted.')],
    types: [GO, '\r'],
  },
  {
    name: 'failed',
    title: 'A command has failed',
    script: (agent) => [
      agent.shell('seq 30; echo "cart.test.ts: expected 12, got 10" >&2; exit 3'),
      say('One test fails.'),
    ],
    types: [GO, '\r'],
  },
  {
    name: 'blocked',
    title: 'A hook blocks a call',
    hook: "echo 'Force pushes are off: open a pull request.' >&2; exit 2",
    script: (agent) => [agent.shell('git push --force'), say('A hook keeps me from pushing.')],
    types: [GO, '\r'],
  },
  {
    name: 'markdown',
    title: 'An answer in markdown',
    script: () => [say(MARKDOWN)],
    types: [GO, '\r'],
  },
  {
    name: 'interrupted',
    title: 'Esc while a command runs',
    script: (agent) => [agent.shell(SLOW)],
    types: [GO, '\r', '\u001b'],
  },
  {
    name: 'model',
    title: 'Choosing a model',
    script: () => [],
    types: ['/model', '\r', DOWN],
  },
];
