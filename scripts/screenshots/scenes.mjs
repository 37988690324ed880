/** What is in the pictures: files, what the model says, and what the user does until the picture is taken. */
const hook = (name, command, more = {}) => ({ type: 'command', name, command, ...more });
const settings = (hooks) => ({ hooks });

const NO_FORCE = hook(
  'no-force-push',
  `grep -q 'push.*--force' && { echo 'Force pushes are off in this repository: open a pull request.' >&2; exit 2; }; true`,
);
const SAFE_RM = hook(
  'safe-rm',
  `printf %s '${JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: 'deletes files: they go to the trash instead',
      updatedInput: { command: 'gio trash build/ dist/' },
    },
  })}'`,
);
const LINT = hook('lint', 'echo "2 files checked"; echo "unused import in cart.ts" >&2; exit 2');
const STAMP = hook('branch', 'echo "The branch is feature/checkout."');

const USER = 'home/.wave/settings.json';
const PROJECT = 'home/shop/.wave/settings.json';
const on = (event, matcher, ...hooks) => ({
  [event]: [{ ...(matcher ? { matcher } : {}), hooks }],
});

const send = (text) => async (terminal) => {
  await terminal.listens();
  terminal.type(text);
  await terminal.shown(new RegExp(`> ${text.slice(0, 20)}`));
  terminal.type('\r');
};
const shown = (wanted) => (terminal) => terminal.shown(wanted);
const press = (keys) => (terminal) => terminal.type(keys);

const CART = [
  "import { sum } from './sum';",
  '',
  'export interface Item {',
  '  name: string;',
  '  price: number;',
  '}',
  '',
  '/** What the customer pays. */',
  'export function total(items: Item[]): number {',
  '  return sum(items.map((item) => item.price));',
  '}',
  '',
].join('\n');
const EDIT = {
  name: 'Edit',
  input: {
    file_path: 'cart.ts',
    old_string: '  return sum(items.map((item) => item.price));',
    new_string:
      '  const prices = items.map((item) => item.price * item.count);\n  return Math.max(0, sum(prices));',
  },
};
/** Prints a line now and then until somebody looks away. */
const SLOW_TESTS =
  'i=0; for t in cart sum checkout login search; do echo "ok $((i+=1)) $t"; sleep 0.2; done; echo "# payment ..."; sleep 60';
const FAILING =
  'for t in cart sum checkout login search stock tax; do echo "ok - $t"; done; echo "not ok - payment"; echo "  expected: 1999"; echo "  actual:   2000"; echo "  at test/payment.test.ts:41:7"; exit 1';
const allow = (rule) => ({ permissions: { allow: [rule] } });

const push = { call: { name: 'Bash', input: { command: 'git push --force origin main' } } };

export const SCENES = [
  {
    name: 'first-screen',
    title: 'The first screen: model, project and hooks, three things to try, and the input',
    rows: 24,
    key: false,
    files: { [USER]: settings(on('PreToolUse', 'Bash', NO_FORCE)) },
    steps: [shown(/\/help/)],
  },
  {
    name: 'streaming',
    title: 'A reply while it streams: text, a list and code in colours',
    rows: 26,
    replies: [
      {
        text: 'The total is **one cent** too high. Two places round:\n\n1. `tax.ts` rounds each line of the cart.\n2. `cart.ts` rounds the sum once more.\n\nOnly the second is right, since the invoice shows one total. This is what I would change:\n\n```ts\nexport const taxOf = (price: number): number => price * RATE; // no rounding here\n',
        streams: true,
      },
    ],
    steps: [send('why is the total a cent too high?'), shown(/no rounding here/)],
  },
  {
    name: 'live-output',
    title: 'A command runs: its last five lines, for how long, and how much it printed',
    rows: 26,
    files: { [USER]: allow('Bash') },
    replies: [
      {
        text: 'I run the tests first.',
        call: { name: 'Bash', input: { command: SLOW_TESTS, description: 'Run the tests' } },
      },
    ],
    steps: [send('mend the cart'), shown(/payment \.\.\./), shown(/[23] s · \d+ B/)],
  },
  {
    name: 'failure',
    title: 'A command failed: its exit code first, then its last lines',
    rows: 34,
    files: {
      [USER]: {
        ...allow('Bash'),
        ...settings(
          on('PostToolUseFailure', 'Bash', hook('flaky', 'echo "payment failed twice this week"')),
        ),
      },
      'home/shop/cart.ts': CART,
    },
    replies: [
      { call: { name: 'Read', input: { file_path: 'cart.ts' } } },
      { text: 'Now the tests.', call: { name: 'Bash', input: { command: FAILING } } },
      {
        text: 'One test fails: `payment` expects 1999 cents and gets 2000. I look at how `tax.ts` rounds.',
      },
    ],
    steps: [send('do the tests pass?'), shown(/tax\.ts rounds/), shown(/^>/m)],
  },
  {
    name: 'edit',
    title: 'The dialog for an edit: the question, the file, and its change as a diff',
    rows: 36,
    files: { 'home/shop/cart.ts': CART },
    replies: [
      { call: { name: 'Read', input: { file_path: 'cart.ts' } } },
      { text: 'The total forgets how many there are of each.', call: EDIT },
    ],
    steps: [send('count each item in the total'), shown(/❯ y Yes/)],
  },
  {
    name: 'plan',
    title: 'The dialog for a plan of the agent',
    rows: 36,
    files: { 'home/shop/cart.ts': CART },
    replies: [
      {
        call: {
          name: 'ExitPlanMode',
          input: {
            plan: '## Round once\n\n1. Take the rounding out of `tax.ts`.\n2. Round the total in `cart.ts`, where the invoice reads it.\n3. A test for a cart of three items at 6.67.\n\nNothing else changes; the API stays as it is.',
          },
        },
      },
    ],
    args: ['--permission-mode', 'plan'],
    steps: [send('plan how to round once'), shown(/❯ y/)],
  },
  {
    name: 'table',
    title: 'A table whose cells take several lines',
    rows: 30,
    replies: [
      {
        text: 'These are the places that round:\n\n| file | what it rounds | when | keep it |\n| --- | --- | --- | --- |\n| `tax.ts` | the tax of each line of the cart, to whole cents | before it is added | no |\n| `cart.ts` | the total that the customer pays | once, at the end | **yes** |\n| `invoice.ts` | the numbers as they are printed, and nothing that is stored | at each print | yes |\n\nSee [the rules of rounding](https://example.com/rounding).',
      },
    ],
    steps: [send('which places round?'), shown(/rules of rounding/), shown(/^>/m)],
  },
  {
    name: 'hooks-review',
    title: 'The review of a changed hook: what changed, as a diff',
    rows: 32,
    key: false,
    files: {
      'home/shop/scripts/guard.sh':
        'input=$(cat)\n\n# Nobody pushes with force.\ncase "$input" in\n  *"push --force"*) echo "open a pull request" >&2; exit 2 ;;\nesac\nexit 0\n',
      [PROJECT]: settings(
        on('PreToolUse', 'Bash', hook('guard', 'sh "$WAVE_PROJECT_DIR"/scripts/guard.sh')),
      ),
    },
    steps: [
      shown(/❯ n Continue without them/),
      press('y'),
      shown(/\/help/),
      (_terminal, place) =>
        place.write(
          'home/shop/scripts/guard.sh',
          'input=$(cat)\n\n# Nobody pushes with force.\ncase "$input" in\n  *"push --force-with-lease"*) exit 0 ;;\n  *"push --force"*) echo "open a pull request" >&2; exit 2 ;;\nesac\nexit 0\n',
        ),
      shown(/1 changed/),
      send('/hooks'),
      shown(/Review what changed/),
      press('r'),
      shown(/❯ n/),
    ],
  },
  {
    name: 'light',
    title: 'The screen on a light background: a diff, a warning of a hook and a blocked call',
    rows: 46,
    theme: 'light',
    files: {
      [USER]: {
        ...allow('Edit'),
        ...settings({
          ...on('PreToolUse', 'Bash', NO_FORCE),
          ...on(
            'PostToolUse',
            'Edit',
            hook('lint', `printf %s '${JSON.stringify({ systemMessage: 'cart.ts has no test' })}'`),
          ),
        }),
      },
      'home/shop/cart.ts': CART,
    },
    replies: [
      { call: { name: 'Read', input: { file_path: 'cart.ts' } } },
      { text: 'The total forgets how many there are of each.', call: EDIT },
      push,
      { text: 'The change is in `cart.ts`. The hook **no-force-push** keeps me from pushing it.' },
    ],
    steps: [send('count each item, and push'), shown(/keeps me from/), shown(/^>/m)],
  },
  {
    name: 'denied',
    title: 'A hook denied a call: its name and its whole reason below the call',
    rows: 30,
    files: {
      [USER]: settings({
        ...on('PreToolUse', 'Bash', NO_FORCE),
        ...on('UserPromptSubmit', '', STAMP),
      }),
    },
    replies: [
      { text: 'I rebased the branch, so I push it with force.', ...push },
      {
        text: 'The hook **no-force-push** keeps me from that. I leave `main` alone and can open a pull request instead:\n\n```sh\ngit push -u origin feature/checkout\ngh pr create --fill\n```\n\nShall I?',
      },
    ],
    steps: [send('publish my work'), shown(/Shall I\?/), shown(/^>/m)],
  },
  {
    name: 'rewritten',
    title: 'The dialog for a call that a hook rewrote: both versions',
    rows: 40,
    files: { [USER]: settings(on('PreToolUse', 'Bash', SAFE_RM)) },
    replies: [
      {
        text: 'I remove what the last build left behind.',
        call: { name: 'Bash', input: { command: 'rm -rf build/ dist/' } },
      },
    ],
    steps: [send('clean up the build output'), shown(/❯ y Yes/)],
  },
  {
    name: 'editor',
    title: 'Wave in an editor: a question about a call, and the answer',
    rows: 46,
    program: 'editor',
    prompt: 'clean up the build output',
    files: { [USER]: settings(on('PreToolUse', 'Bash', SAFE_RM)) },
    replies: [
      {
        text: 'I remove what the last build left behind.',
        call: { name: 'Bash', input: { command: 'rm -rf build/ dist/' } },
      },
      { text: 'You rejected it, so the files stay where they are.' },
    ],
    steps: [shown(/\(y\/N\)/i), press('n\r'), shown(/\[done\]/)],
  },
  {
    name: 'hooks',
    title: 'The panel of hooks: events, last runs and how long they took',
    rows: 26,
    files: {
      [USER]: settings({
        ...on('UserPromptSubmit', '', STAMP),
        ...on('PreToolUse', 'Bash', NO_FORCE),
        ...on('PostToolUse', 'Edit|Write', LINT),
      }),
    },
    replies: [push, { text: 'I leave it.' }],
    steps: [
      send('publish my work'),
      shown(/I leave it\./),
      send('/hooks'),
      shown(/Explain: which hooks/),
      shown(/run, p50/),
    ],
  },
  {
    name: 'review',
    title: 'Hooks of a project that wait for your approval',
    rows: 34,
    key: false,
    files: {
      'home/shop/scripts/guard.sh': 'exit 0\n',
      [PROJECT]: settings({
        ...on('PreToolUse', 'Bash', hook('guard', 'sh "$WAVE_PROJECT_DIR"/scripts/guard.sh')),
        ...on('Stop', '', hook('tests', 'npm test --silent', { timeout: 120 })),
      }),
    },
    steps: [shown(/❯ n Continue without them/)],
  },
  {
    name: 'details',
    title: 'Everything in full: the input and output of a call, and what each hook printed',
    rows: 32,
    files: {
      [USER]: settings(on('PostToolUse', 'Bash', LINT)),
      'home/shop/cart.ts': "import { sum } from './sum';\n\nexport const cart = [];\n",
    },
    replies: [
      { text: 'I look at the cart.', call: { name: 'Bash', input: { command: 'cat cart.ts' } } },
      { text: 'The linter found an unused import; I take it out.' },
    ],
    steps: [
      send('is the cart in order?'),
      shown(/I take it out/),
      press('\u000f'),
      shown(/Enter folds/),
      press('\u001b[A'),
      shown(/❯ ● Bash/),
      press('\r'),
      shown(/stderr │/),
    ],
  },
];
