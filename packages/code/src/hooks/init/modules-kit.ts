import { FORCED_PUSH } from './modules-plain.ts';
import type { Starter } from './starter.ts';

/** With the kit: the same text is JavaScript and TypeScript, since every type is inferred. */
export const kitModule = (starter: Starter): string => {
  const { about, uses, also = '', body } = KIT[starter];
  return `// ${about}\n${also}import { ${uses} } from '${PACKAGE}';\n\n${body}`;
};

const PACKAGE = 'wave-hook-kit';

const KIT: Record<Starter, { about: string; uses: string; also?: string; body: string }> = {
  command: {
    about: 'Runs before a tool call.',
    uses: 'defineHook, deny',
    body: `${FORCED_PUSH}
export const hook = defineHook('PreToolUse', (input) => {
  if (input.tool_name !== 'Bash') return;
  if (FORCED_PUSH.test(input.tool_input.command.replaceAll('\\t', ' ')))
    return deny('Do not force a push: it can lose the work of others.');
}, { failClosed: true });
`,
  },
  path: {
    about: 'Runs before a tool call.',
    uses: 'defineHook, deny',
    body: `export const hook = defineHook('PreToolUse', (input) => {
  for (const [name, value] of Object.entries(input.tool_input))
    if (name.endsWith('_path') && /(^|\\/)\\.env(\\.[^/]*)?$/.test(String(value)))
      return deny('Leave .env files alone: they hold secrets.');
}, { failClosed: true });
`,
  },
  call: {
    about: 'Runs before a tool call.',
    uses: 'defineHook, deny',
    body: `export const hook = defineHook('PreToolUse', (input) => {
  // Every parameter of the call, whatever the tool.
  if (/production/i.test(JSON.stringify(input.tool_input)))
    return deny('This names production: ask before you touch it.');
}, { failClosed: true });
`,
  },
  edited: {
    about: 'Runs after a tool call.',
    uses: 'context, defineHook',
    body: `export const hook = defineHook('PostToolUse', (input) => {
  for (const [name, value] of Object.entries(input.tool_input))
    if (name.endsWith('_path') && /\\.(js|ts|py|go|rs|ipynb)$/.test(String(value)))
      return context('Run the tests before you go on.');
});
`,
  },
  result: {
    about: 'Runs after a tool call.',
    uses: 'context, defineHook',
    body: `export const hook = defineHook('PostToolUse', (input) => {
  if (/error/i.test(JSON.stringify(input.tool_response)))
    return context('Something went wrong: find out why before you go on.');
});
`,
  },
  prompt: {
    about: 'Runs when a prompt is sent.',
    uses: 'context, defineHook',
    body: `export const hook = defineHook('UserPromptSubmit', () =>
  context('Conventions: small commits, tests beside the code.'),
);
`,
  },
  stop: {
    about: 'Runs when the agent would stop.',
    uses: 'block, defineHook',
    also: "import { existsSync } from 'node:fs';\n",
    body: `export const hook = defineHook('Stop', (input) => {
  // When it was sent back already, once is enough.
  if (!input.stop_hook_active && existsSync('TODO.txt'))
    return block('There is still something to do, see TODO.txt.');
});
`,
  },
};
