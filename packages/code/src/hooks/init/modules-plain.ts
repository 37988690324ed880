import type { EventName } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import { forcedPushPlain } from './forced-push.ts';
import { HELD, NOTE } from './scripts.ts';
import { purposeOf, type Starter } from './starter.ts';

/** Without the kit, by hand: the event on stdin, exit code and stderr or JSON as the answer. */
export const plainModule = (starter: Starter, event: EventName, typed: boolean): string => {
  const { about, imports = [], also = '', shape, body } = PLAIN[starter](event, typed);
  return `// ${purposeOf(starter).does}
// ${about}
import { ${['readFileSync', ...imports].sort().join(', ')} } from 'node:fs';
${also}
const event = JSON.parse(readFileSync(0, 'utf8'))${typed ? ` as ${shape}` : ''};

${body}`;
};

const BEFORE =
  'Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.';
const AFTER = 'Runs after a tool call. What is in additionalContext reaches the model.';
const PARAMETERS = '{ tool_input: Record<string, unknown> }';

interface PlainHook {
  readonly about: string;
  /** From node:fs. */
  readonly imports?: readonly string[];
  readonly also?: string;
  readonly shape: string;
  readonly body: string;
}

const PLAIN: Record<Starter, (event: EventName, typed: boolean) => PlainHook> = {
  command: (_, typed) => ({
    about: BEFORE,
    also: "import { spawnSync } from 'node:child_process';\n",
    shape: '{ tool_input: { command?: string } }',
    body: forcedPushPlain(typed),
  }),
  path: () => ({
    about: BEFORE,
    shape: PARAMETERS,
    body: `for (const [name, value] of Object.entries(event.tool_input))
  if (name.endsWith('_path') && /(^|\\/)\\.env(\\.[^/]*)?$/.test(String(value))) {
    console.error('Leave .env files alone: they hold secrets.');
    process.exit(2);
  }
`,
  }),
  call: () => ({
    about: BEFORE,
    shape: PARAMETERS,
    body: `// Every parameter of the call, whatever the tool.
if (/production/i.test(JSON.stringify(event.tool_input))) {
  console.error('This names production: ask before you touch it.');
  process.exit(2);
}
`,
  }),
  edited: () => ({
    about: AFTER,
    shape: PARAMETERS,
    body: `const paths = Object.entries(event.tool_input).filter(([name]) => name.endsWith('_path'));
if (paths.some(([, path]) => /\\.(js|ts|py|go|rs|ipynb)$/.test(String(path)))) {
  const additionalContext = 'Run the tests before you go on.';
  const hookSpecificOutput = { hookEventName: 'PostToolUse', additionalContext };
  console.log(JSON.stringify({ hookSpecificOutput }));
}
`,
  }),
  result: () => ({
    about: AFTER,
    shape: '{ tool_response: unknown }',
    body: `if (/error/i.test(JSON.stringify(event.tool_response))) {
  const additionalContext = 'Something went wrong: find out why before you go on.';
  const hookSpecificOutput = { hookEventName: 'PostToolUse', additionalContext };
  console.log(JSON.stringify({ hookSpecificOutput }));
}
`,
  }),
  note: (event) => ({
    about: `Runs ${specOf(event).when}. What is in additionalContext reaches the model.`,
    shape: '{ hook_event_name: string }',
    body: `const hookSpecificOutput = {
  hookEventName: event.hook_event_name,
  additionalContext: '${NOTE}',
};
console.log(JSON.stringify({ hookSpecificOutput }));
`,
  }),
  gate: (event) => ({
    about: `Runs ${specOf(event).when}. Exit 2 blocks it, and stderr says why.`,
    imports: ['existsSync'],
    shape: '{ cwd: string }',
    body: `if (existsSync(event.cwd + '/HOLD.txt')) {
  console.error('${HELD}');
  process.exit(2);
}
`,
  }),
  watch: (event) => ({
    about: `Runs ${specOf(event).when}. It can only look on.`,
    imports: ['appendFileSync'],
    also: "import { homedir } from 'node:os';\n",
    shape: 'Record<string, unknown>',
    body: `appendFileSync(homedir() + '/wave-events.jsonl', JSON.stringify(event) + '\\n');\n`,
  }),
  stop: () => ({
    about: 'Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.',
    imports: ['existsSync'],
    shape: '{ stop_hook_active?: boolean }',
    body: `// When it was sent back already, once is enough.
if (!event.stop_hook_active && existsSync('TODO.txt')) {
  console.error('There is still something to do, see TODO.txt.');
  process.exit(2);
}
`,
  }),
};
