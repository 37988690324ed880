/** One stop of the tour: which hooks are on, what is said, and what to look at. */
export interface TourStop {
  readonly title: string;
  readonly why: string;
  readonly prompt: string;
  /** Names of the example hooks that are on. */
  readonly hooks: readonly string[];
}

export const TOUR: readonly TourStop[] = [
  {
    title: 'A prompt, and what your hook adds to it',
    why: 'UserPromptSubmit hooks run before the model sees a prompt. What this one prints becomes context.',
    prompt: 'what do you know?',
    hooks: ['add-context'],
  },
  {
    title: 'A dangerous command is refused',
    why: 'PreToolUse hooks run before a tool, ahead of permissions. Exit 2 blocks, and stderr tells the agent why.',
    prompt: 'run rm -rf build',
    hooks: ['block-dangerous'],
  },
  {
    title: 'A command is rewritten, and you are asked',
    why: 'A JSON answer can change the input and ask for your word. What you approve is what runs. (The tour says no.)',
    prompt: 'run npm install left-pad',
    hooks: ['npm-to-pnpm'],
  },
  {
    title: 'Feedback on an edit',
    why: 'PostToolUse hooks see what a tool did. Exit 2 sends their feedback to the agent.',
    prompt: 'write sum.js: var sum = (a, b) => a + b;',
    hooks: ['no-var'],
  },
  {
    title: 'No stopping before there is a test',
    why: 'Stop hooks run when the agent wants to end its turn. This one sends it back to work until a test exists.',
    prompt: 'write sum.js: const sum = (a, b) => a + b;',
    hooks: ['require-tests'],
  },
];
