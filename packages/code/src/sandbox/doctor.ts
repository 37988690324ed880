import {
  hasFilter,
  type Layer,
  PROFILES,
  type SandboxPlan,
  systemProgram,
} from '@wavehooks/process/sandbox';
import { type Command, type Io, readArgs, refuseMore } from '../cli/command.ts';
import { exactly, exactPlace, type Paint, painter } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { type Opened, openHere, SANDBOX_FLAGS } from './open.ts';

const USAGE = usageOf({
  forms: ['wave sandbox doctor [options]'],
  about:
    'Says whether there is a sandbox here, what is missing and how to get it, and what a command inside may do.',
  options: SANDBOX_FLAGS,
});

/** `wave sandbox doctor`: exit 0 where there is a sandbox, 1 where there is none. */
export const doctor: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, SANDBOX_FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const opened = openHere(values, io, USAGE);
  try {
    return await report(opened, io);
  } finally {
    opened.sandbox.close();
  }
};

async function report({ sandbox, profile }: Opened, io: Io): Promise<number> {
  const paint = painter(io.color);
  const available = sandbox.available();
  const say = (...lines: readonly string[]) => io.out(lines.map((line) => `${line}\n`).join(''));
  if (!available.ok) {
    say(`${paint('red', 'no sandbox')}  ${exactly(available.why)}`);
    say(...available.remedy.map((line) => `  ${line}`));
    say('The mode "sandboxed" is refused here, and what has to run in a sandbox does not run.');
    return 1;
  }
  say(`${paint('green', 'sandbox')}  ${available.version}`);
  say(...forwarderLines(sandbox.settings.allow, paint));
  const { runner } = available;
  const isBare = runner.is === 'bubblewrap' && !hasFilter(available);
  if (isBare && runner.nesting === 'possible')
    say(
      `${paint('yellow', 'note')}  this bubblewrap cannot keep programs inside from making namespaces of their own; 0.8 or later can`,
    );
  if (isBare)
    say(
      `${paint('yellow', 'note')}  for this processor (${process.arch}) Wave has no list of calls to the kernel: vsock, keyrings and io_uring are not kept from programs inside`,
    );
  const plan = await sandbox.plan(profile);
  if ('fault' in plan) {
    say(`${paint('red', 'no sandbox')}  in this project: ${exactly(plan.fault)}`);
    return 1;
  }
  say(
    '',
    `${paint('bold', profile)}  ${PROFILES[profile]}`,
    ...planLines(plan, sandbox.settings.allow, paint),
  );
  return 0;
}

/** Only who names hosts needs it. */
export function forwarderLines(
  allow: readonly string[],
  paint: Paint,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform === 'darwin' && allow.length > 0)
    return [
      `${paint('yellow', 'note')}  "sandbox.network.allow" has no effect on macOS: commands in the sandbox have no network there`,
    ];
  if (platform !== 'linux' || systemProgram('socat') !== undefined) return [];
  const word = allow.length > 0 ? paint('red', 'missing') : paint('yellow', 'missing');
  return [`${word}  socat, which "sandbox.network.allow" needs: sudo apt install socat`];
}

/** What is laid over the machine, in words. */
const WORDS: readonly { readonly title: string; readonly of: (layer: Layer) => boolean }[] = [
  { title: 'can be written', of: (layer) => layer.is === 'write' && layer.from === undefined },
  { title: 'its own', of: (layer) => layer.is === 'write' && layer.from !== undefined },
  { title: 'can only be read', of: ({ is }) => is === 'read' },
  { title: 'cannot be made', of: ({ is }) => is === 'bar' },
  { title: 'cannot be seen', of: ({ is }) => is === 'hide' },
];

function planLines(plan: SandboxPlan, allow: readonly string[], paint: Paint): readonly string[] {
  const rows = WORDS.flatMap(({ title, of }) => {
    const paths = plan.layers.filter(of).map(({ path }) => `    ${exactPlace(path)}`);
    return paths.length === 0 ? [] : [`  ${paint('dim', title)}`, ...paths];
  });
  const hosts =
    plan.network.is === 'none' ? ['none'] : allow.map((rule) => rule.replace(/^domain:/, ''));
  const limits = Object.entries(plan.limits).map(([name, value]) => `${name} ${value}`);
  return [
    ...rows,
    `  ${paint('dim', 'network')}  ${hosts.map(exactly).join(', ')}`,
    `  ${paint('dim', 'limits')}   ${limits.join(', ') || 'none'}`,
    `  ${paint('dim', 'the rest of this machine can be read, and not written')}`,
  ];
}
