// Refuses a forced git push. One with --force-with-lease may pass.
// Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Command {
  program: string | null;
  verb: string | null;
  options: string[];
  begins: string[];
  open: boolean;
}

interface Read {
  commands: Command[];
  unread: unknown[];
}

interface Event {
  tool_input: { command?: string };
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

// Every command that a shell would run, also inside of others: see "wave shell parse --help".
const { status, stdout, stderr, error } = spawnSync('wave', ['shell', 'parse', '--event'], {
  input: JSON.stringify(event),
  encoding: 'utf8',
});
if (status !== 0) {
  console.error(`This hook cannot read the command: ${error?.message ?? stderr}`);
  process.exit(2);
}
const { commands, unread } = JSON.parse(stdout) as Read;
const pushes = commands.filter(({ program, verb }) => program === 'git' && verb === 'push');
const isForced = pushes.some(
  ({ options, begins }) =>
    options.some((option) => ['-f', '--force', '--mirror'].includes(option)) ||
    begins.some((text) => text.startsWith('+')),
);

if (isForced) {
  console.error('Do not force a push: it can lose the work of others.');
  process.exit(2);
}
if (unread.length > 0 || pushes.some(({ open }) => open))
  console.log(
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"It cannot be told whether this forces a push."}}',
  );
