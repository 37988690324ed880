import { printable } from '../../cli/style.ts';
import type { TellingContext } from '../control/command.ts';
import type { Controller } from '../control/controller.ts';
import { lastOf, shellLine } from '../draw/call/printing.ts';
import { draw } from '../draw/item.ts';
import { isUnderWay, type Shell } from '../state/printing.ts';
import { bytesText, lastingText } from '../text/lines.ts';

type ShellContext = Omit<TellingContext, 'controller'> & {
  readonly controller: Pick<Controller, 'agent' | 'store'>;
};

const MOST_LINES = 40;
/** A line is a row: what is printed breaks where it is wider than the terminal. */
const width = () => Math.max(20, (process.stdout.columns ?? 200) - 1);

/** /ps: the commands in the background, or the last of what one of them printed. */
export function ps({ controller, print, paint }: ShellContext, id: string): void {
  const { shells } = controller.store.get();
  if (id === '') {
    print(
      ...(shells.length === 0 ? ['No command is in the background.'] : []),
      ...shells.map((one) => shellLine(one, { width: width(), paint, now: Date.now() })),
    );
    return;
  }
  const shell = named(shells, id);
  const { output, since, command } = shell;
  const time = isUnderWay(shell) ? `running for ${lastingText(Date.now() - since)}` : output.how;
  print(
    paint('strong', printable(`${shell.id}: ${command}`)),
    paint('quiet', `${time}, ${bytesText(output.bytes)}`),
    ...lastOf(output.tail, MOST_LINES).map((line) => `  ${line}`),
  );
}

/** /stop: ends one of them; without an id, the only one that runs. */
export async function stop({ controller, print }: ShellContext, id: string): Promise<void> {
  const running = controller.store.get().shells.filter(isUnderWay);
  const [first, ...more] = running;
  if (!first) throw new Error('No command runs in the background.');
  if (id === '' && more.length > 0)
    throw new Error(`Which one? /stop ${running.map((one) => one.id).join(', /stop ')}`);
  const shell = id === '' ? first : named(running, id);
  await controller.agent.stopShell(shell.id, shell.agent);
  print(`${shell.id} was ended.`);
}

/** The subagents that are at work, each with its calls. */
export function subagents({ controller, print, paint }: ShellContext): void {
  const { open } = controller.store.get();
  const canvas = { width: width(), paint, now: Date.now(), root: controller.agent.projectDir };
  for (const task of open) {
    if (task.is !== 'tool' || !task.did || task.block.stage === 'end') continue;
    const own = open.filter((item) => item.is === 'tool' && item.by === task.block.agent);
    print(...[task, ...own].flatMap((item) => draw(item, canvas)));
  }
}

function named(shells: readonly Shell[], id: string): Shell {
  const found = shells.find((one) => one.id === id);
  if (found) return found;
  const known = shells.map((one) => one.id).join(', ');
  throw new Error(
    `There is no command ${id} in the background${known ? `; there is ${known}` : ''}.`,
  );
}
