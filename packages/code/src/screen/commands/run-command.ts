import { printable } from '../../cli/style.ts';
import type { CommandContext, CommandFor } from '../control/command.ts';
import { COMMANDS } from './commands.ts';

/** What was typed stands above what is printed for it, as a prompt stands above its answer. */
export function echoing(context: CommandContext, name: string, args: string): CommandContext {
  let echo = [context.paint('quiet', printable(`/${name} ${args}`.trim()))];
  return {
    ...context,
    print: (...lines) => {
      context.print(...echo, ...lines);
      echo = [];
    },
  };
}

/** Runs a command by name; false where there is none. Errors are shown and end nothing. */
export const runCommand = (context: CommandContext, name: string, args: string): boolean =>
  runFrom(COMMANDS, context, name, args);

export function runFrom<C extends Pick<CommandContext, 'controller'>>(
  commands: readonly CommandFor<C>[],
  context: C,
  name: string,
  args: string,
): boolean {
  const command = commands.find((one) => one.name === name);
  if (!command) return false;
  const fail = (error: unknown) =>
    context.controller.show({ is: 'told', tone: 'error', text: (error as Error).message });
  if (!command.anytime && context.controller.store.get().busySince !== undefined) {
    fail(new Error(`/${name} has to wait until the agent is done; Ctrl-C interrupts it`));
    return true;
  }
  // In a function, so that what is thrown at once is caught as well.
  const run = async () => command.run(context, args);
  run().catch(fail);
  return true;
}
