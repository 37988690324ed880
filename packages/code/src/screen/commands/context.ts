import type { ContextKinds } from '@wavehooks/agent-sdk';
import type { TellingContext } from '../control/command.ts';
import { windowText } from './status.ts';

const LABELS: Readonly<Record<keyof ContextKinds, string>> = {
  system: 'System prompt and memory',
  tools: 'Tools',
  prompts: 'Your prompts and notes',
  answers: 'Answers and calls',
  results: 'Tool results',
};

/** /context: what fills the model's window. */
export function context({ controller, print, paint }: TellingContext): void {
  const { window } = controller.agent;
  const kinds = Object.entries(window.kinds()) as [keyof ContextKinds, number][];
  const most = Math.max(1, ...kinds.map(([, tokens]) => tokens));
  print(
    `Context: ${windowText(window)}`,
    ...kinds.map(([kind, tokens]) => {
      const bar = paint('accent', '█'.repeat(Math.round((BAR * tokens) / most)));
      return `  ${LABELS[kind].padEnd(26)}${tokens.toLocaleString('en').padStart(9)}  ${bar}`.trimEnd();
    }),
    ...(window.used > window.size / 2 ? ['/compact makes room.'] : []),
  );
}

const BAR = 24;
