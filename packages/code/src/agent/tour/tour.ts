import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, type ConfirmRequest } from '@wavehooks/agent-sdk';
import type { HooksObject } from '@wavehooks/hooks/entries';
import { readSettingsFile } from '@wavehooks/settings';
import { calledAs } from '../../cli/called-as.ts';
import { type Command, type Io, readArgs, refuseMore, UsageError } from '../../cli/command.ts';
import { type Paint, painter } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { narrate } from './narrate.ts';
import { TOUR, type TourStop } from './stops.ts';

const USAGE = usageOf({
  forms: ['wave tour'],
  about: 'A short session on the practice model, with the example hooks at work.',
});

/** `wave tour`: a short session on the practice model, with the example hooks run for real. */
export const tour: Command = async (args, io) => {
  refuseMore(readArgs(args, {}, USAGE).positionals, USAGE);
  const examples = join(import.meta.dirname, 'examples');
  if (!existsSync(examples)) throw new UsageError(`the examples are missing from ${examples}`);
  const dir = mkdtempSync(join(tmpdir(), 'wave-tour-'));
  const paint = painter(io.color);
  io.out(INTRODUCTION);
  try {
    for (const [index, stop] of TOUR.entries()) {
      io.out(`\n${paint('bold', `${index + 1}. ${stop.title}`)}\n${indented(stop.why)}\n\n`);
      await visit(stop, join(dir, String(index)), examples, io, paint);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  const inClone = existsSync(join(io.cwd, 'examples/settings.json'));
  io.out(`\n${inClone ? IN_A_CLONE : elsewhere(calledAs(io.cwd))}`);
  return 0;
};

const INTRODUCTION = `Wave runs small programs of yours, hooks, at fixed moments of a coding agent. Five of them at work,
on the practice model: it is offline and has no intelligence, but the hooks, tools and rules are real.
`;

// No "npx wave": where Wave is not installed, npm fetches a package of somebody else by that name.
const IN_A_CLONE = `The hooks are in examples/. What next ("npm run global" puts wave on your PATH):
   wave -p "run ls -la" --model practice     talk to the agent
   wave hooks sample PreToolUse Bash | wave hooks run PreToolUse --settings examples/settings.json
   README.md: your first hook, in two minutes
`;

const elsewhere = (wave: string) => `What next:
   ${wave} -p "run ls -la" --model practice   talk to the agent
   ${wave} hooks init                         write a hook, with its test
   ${wave} help writing-hooks                 the page about it
`;

const indented = (text: string) => `   ${text}`;

/** Each stop has a project of its own, so that none stands in the way of the next. */
async function visit(
  stop: TourStop,
  dir: string,
  examples: string,
  io: Io,
  paint: Paint,
): Promise<void> {
  cpSync(examples, join(dir, 'examples'), { recursive: true });
  const agent = await Agent.create({
    workdir: dir,
    home: dir,
    model: 'practice',
    hooks: hooksOf(join(examples, 'settings.json'), stop.hooks),
    permissionMode: 'acceptEdits',
    confirm: async (request) => {
      io.out(asked(request, paint));
      return { answer: 'no', message: 'not on the tour' };
    },
  });
  agent.subscribe(narrate(io, paint));
  await agent.sendMessage(stop.prompt);
  await agent.close();
}

/** The example settings, with only the hooks of these names. */
function hooksOf(file: string, names: readonly string[]): HooksObject {
  const hooks = readSettingsFile(file)?.hooks ?? {};
  const isWanted = (hook: { name?: string }) => names.includes(hook.name ?? '');
  return Object.fromEntries(
    Object.entries(hooks as Record<string, { hooks: { name?: string }[] }[]>).map(
      ([event, groups]) => [
        event,
        groups.map((group) => ({ ...group, hooks: group.hooks.filter(isWanted) })),
      ],
    ),
  );
}

function asked({ original, input, reasons, by }: ConfirmRequest, paint: Paint): string {
  const before = original ? `   ${paint('dim', 'asked for')}  ${JSON.stringify(original)}\n` : '';
  return `${before}   ${paint('yellow', 'run this?')}  ${JSON.stringify(input)}  (${by}: ${reasons.join(' ')})  ${paint('bold', 'no')}\n`;
}
