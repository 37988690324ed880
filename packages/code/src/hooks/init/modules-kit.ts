import type { EventName } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import { FORCED_PUSH_KIT } from './forced-push.ts';
import { HELD, NOTE } from './scripts.ts';
import { purposeOf, type Starter } from './starter.ts';

/** With the kit: the same text is JavaScript and TypeScript, since every type is inferred. */
export const kitModule = (starter: Starter, event: EventName): string => {
  const { about, uses, also = '', more = '', body } = KIT[starter](event);
  return `// ${purposeOf(starter).does}\n// ${about}\n${also}import { ${uses} } from '${PACKAGE}';\n${more}\n${body}`;
};

const PACKAGE = '@wavehooks/hook-kit';

interface KitHook {
  readonly about: string;
  readonly uses: string;
  /** Further imports, before and behind the kit's. */
  readonly also?: string;
  readonly more?: string;
  readonly body: string;
}

const KIT: Record<Starter, (event: EventName) => KitHook> = {
  command: () => ({
    about: 'Runs before a tool call.',
    uses: 'ask, defineHook, deny',
    more: `import { commandsIn, hasOption } from '${PACKAGE}/shell';\n`,
    body: FORCED_PUSH_KIT,
  }),
  path: () => ({
    about: 'Runs before a tool call.',
    uses: 'defineHook, deny',
    body: `export const hook = defineHook('PreToolUse', (input) => {
  for (const [name, value] of Object.entries(input.tool_input))
    if (name.endsWith('_path') && /(^|\\/)\\.env(\\.[^/]*)?$/.test(String(value)))
      return deny('Leave .env files alone: they hold secrets.');
}, { failClosed: true });
`,
  }),
  call: () => ({
    about: 'Runs before a tool call.',
    uses: 'defineHook, deny',
    body: `export const hook = defineHook('PreToolUse', (input) => {
  // Every parameter of the call, whatever the tool.
  if (/production/i.test(JSON.stringify(input.tool_input)))
    return deny('This names production: ask before you touch it.');
}, { failClosed: true });
`,
  }),
  edited: () => ({
    about: 'Runs after a tool call.',
    uses: 'context, defineHook',
    body: `export const hook = defineHook('PostToolUse', (input) => {
  for (const [name, value] of Object.entries(input.tool_input))
    if (name.endsWith('_path') && /\\.(js|ts|py|go|rs|ipynb)$/.test(String(value)))
      return context('Run the tests before you go on.');
});
`,
  }),
  result: () => ({
    about: 'Runs after a tool call.',
    uses: 'context, defineHook',
    body: `export const hook = defineHook('PostToolUse', (input) => {
  if (/error/i.test(JSON.stringify(input.tool_response)))
    return context('Something went wrong: find out why before you go on.');
});
`,
  }),
  note: (event) => ({
    about: `Runs ${specOf(event).when}.`,
    uses: 'context, defineHook',
    body: `export const hook = defineHook('${event}', () => context('${NOTE}'));\n`,
  }),
  gate: (event) => ({
    about: `Runs ${specOf(event).when}.`,
    uses: 'block, defineHook',
    also: "import { existsSync } from 'node:fs';\n",
    body: `export const hook = defineHook('${event}', () => {
  if (existsSync('HOLD.txt')) return block('${HELD}');
});
`,
  }),
  watch: (event) => ({
    about: `Runs ${specOf(event).when}. It can only look on.`,
    uses: 'defineHook',
    also: "import { appendFileSync } from 'node:fs';\nimport { homedir } from 'node:os';\n",
    body: `export const hook = defineHook('${event}', (input) => {
  appendFileSync(homedir() + '/wave-events.jsonl', JSON.stringify(input) + '\\n');
});
`,
  }),
  stop: () => ({
    about: 'Runs when the agent would stop.',
    uses: 'block, defineHook',
    also: "import { existsSync } from 'node:fs';\n",
    body: `export const hook = defineHook('Stop', (input) => {
  // When it was sent back already, once is enough.
  if (!input.stop_hook_active && existsSync('TODO.txt'))
    return block('There is still something to do, see TODO.txt.');
});
`,
  }),
};
