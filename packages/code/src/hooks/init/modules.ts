import type { EventName } from 'wave-hooks';

/** With the kit: the same text is JavaScript and TypeScript, since every type is inferred. */
export const kitModule = (event: EventName): string => {
  const { about, uses, also = '', body } = KIT[event];
  return `// ${about}\n${also}import { ${uses} } from '${PACKAGE}';\n\n${body}`;
};

const PACKAGE = 'wave-hook-kit';

const KIT: Record<EventName, { about: string; uses: string; also?: string; body: string }> = {
  PreToolUse: {
    about: 'Runs before a tool call.',
    uses: 'defineHook, deny',
    body: `export const hook = defineHook('PreToolUse', (input) => {
  if (input.tool_name !== 'Bash') return;
  if (/git push\\b.* (--force|-f)\\b/.test(input.tool_input.command))
    return deny('Do not force a push: it can lose the work of others.');
}, { failClosed: true });
`,
  },
  PostToolUse: {
    about: 'Runs after a tool call.',
    uses: 'context, defineHook',
    body: `export const hook = defineHook('PostToolUse', (input) => {
  if (input.tool_name !== 'Edit' && input.tool_name !== 'Write') return;
  if (/\\.(js|ts|py|go|rs)$/.test(input.tool_input.file_path))
    return context('Run the tests before you go on.');
});
`,
  },
  UserPromptSubmit: {
    about: 'Runs when a prompt is sent.',
    uses: 'context, defineHook',
    body: `export const hook = defineHook('UserPromptSubmit', () =>
  context('Conventions: small commits, tests beside the code.'),
);
`,
  },
  Stop: {
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

/** Without the kit, by hand: the event on stdin, exit code and stderr or JSON as the answer. */
export const plainModule = (event: EventName, typed: boolean): string => {
  const { about, imports = [], shape, body } = PLAIN[event];
  return `// ${about}
import { ${['readFileSync', ...imports].sort().join(', ')} } from 'node:fs';

const event = JSON.parse(readFileSync(0, 'utf8'))${typed ? ` as ${shape}` : ''};

${body}`;
};

const PLAIN: Record<
  EventName,
  { about: string; imports?: readonly string[]; shape: string; body: string }
> = {
  PreToolUse: {
    about: 'Runs before a tool call. Exit 2 refuses it, and stderr is what the agent is told.',
    shape: '{ tool_input: { command?: string } }',
    body: `if (/git push\\b.* (--force|-f)\\b/.test(event.tool_input.command ?? '')) {
  console.error('Do not force a push: it can lose the work of others.');
  process.exit(2);
}
`,
  },
  PostToolUse: {
    about: 'Runs after a tool call. What is in additionalContext reaches the model.',
    shape: '{ tool_input: { file_path?: string } }',
    body: `if (/\\.(js|ts|py|go|rs)$/.test(event.tool_input.file_path ?? '')) {
  const additionalContext = 'Run the tests before you go on.';
  const hookSpecificOutput = { hookEventName: 'PostToolUse', additionalContext };
  console.log(JSON.stringify({ hookSpecificOutput }));
}
`,
  },
  UserPromptSubmit: {
    about: 'Runs when a prompt is sent. What it prints is added to the context.',
    shape: '{ prompt: string }',
    body: `if (event.prompt !== '') console.log('Conventions: small commits, tests beside the code.');\n`,
  },
  Stop: {
    about: 'Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.',
    imports: ['existsSync'],
    shape: '{ stop_hook_active?: boolean }',
    body: `// When it was sent back already, once is enough.
if (!event.stop_hook_active && existsSync('TODO.txt')) {
  console.error('There is still something to do, see TODO.txt.');
  process.exit(2);
}
`,
  },
};

/** Takes the types out, with Node alone. */
export const BUILD = `// Makes name.mjs of every name.ts beside it. Types are taken out, not checked: for that, run tsc.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const dir = import.meta.dirname;
for (const name of readdirSync(dir).filter((file) => /(?<!\\.d)\\.ts$/.test(file))) {
  const text = stripTypeScriptTypes(readFileSync(join(dir, name), 'utf8'));
  writeFileSync(join(dir, name.replace(/ts$/, 'mjs')), text);
}
`;
