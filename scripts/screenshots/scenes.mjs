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

const push = { call: { name: 'Bash', input: { command: 'git push --force origin main' } } };

export const SCENES = [
  {
    name: 'first-screen',
    rows: 24,
    key: false,
    files: { [USER]: settings(on('PreToolUse', 'Bash', NO_FORCE)) },
    steps: [shown(/\/help/)],
  },
  {
    name: 'denied',
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
    name: 'hooks',
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
      shown(/❯ y Yes/),
      press('y'),
      shown(/I take it out/),
      press('\u000f'),
      shown(/Enter folds/),
      press('\u001b[A'),
      press('\u001b[A'),
      shown(/❯ ● Bash/),
      press('\r'),
      shown(/stderr │/),
    ],
  },
];
