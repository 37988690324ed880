import type { Role } from './theme.ts';

interface Mark {
  readonly mark: string;
  readonly role: Role;
  /** How the words next to it look, where they have a weight of their own. */
  readonly words: Role;
}

/** THE TABLE: what stands in front of things, the same in all places. */
export const MARKS = {
  prompt: { mark: '>', role: 'user', words: 'plain' },
  running: { mark: '○', role: 'accent', words: 'plain' },
  done: { mark: '●', role: 'good', words: 'plain' },
  failed: { mark: '✗', role: 'bad', words: 'failure' },
  refused: { mark: '⊘', role: 'decision', words: 'decision' },
  hooks: { mark: '⚓', role: 'quiet', words: 'plain' },
  'to-agent': { mark: '→', role: 'agent', words: 'agent' },
  info: { mark: 'ℹ', role: 'accent', words: 'accent' },
  warning: { mark: '⚠', role: 'warn', words: 'warn' },
  error: { mark: '✗', role: 'bad', words: 'failure' },
  thought: { mark: '∴', role: 'quiet', words: 'plain' },
  printed: { mark: '│', role: 'quiet', words: 'plain' },
} as const satisfies Readonly<Record<string, Mark>>;

export type MarkName = keyof typeof MARKS;
