import { printable } from '../../cli/style.ts';
import type { CommandContext } from './command.ts';
import { COMMANDS } from './index.ts';

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

/** Runs a command by name; false where there is none. What goes wrong is told and ends nothing. */
export function runCommand(context: CommandContext, name: string, args: string): boolean {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) return false;
  const fail = (error: unknown) =>
    context.controller.show({ is: 'told', tone: 'error', text: (error as Error).message });
  if (!command.anytime && context.controller.store.get().busySince !== undefined) {
    fail(new Error(`/${name} has to wait until the agent is done; Esc interrupts it`));
    return true;
  }
  // In a function, so that what is thrown at once is caught as well.
  const run = async () => command.run(context, args);
  run().catch(fail);
  return true;
}
