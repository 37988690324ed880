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
const allow = (rule) => ({ permissions: { allow: [rule] } });

const push = { call: { name: 'Bash', input: { command: 'git push --force origin main' } } };

export const SCENES = [
  {
    name: 'first-screen',
    title: 'The first screen: model, project and hooks, three things to try, and the input',
    rows: 24,
    key: false,
    files: { [USER]: settings(on('PreToolUse', 'Bash', NO_FORCE)) },
    steps: [shown(/for keys/)],
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
      shown(/for keys/),
      ({ write }) =>
        write(
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
];
