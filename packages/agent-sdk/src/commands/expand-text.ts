import type { LoadedCommands, WaitingCommand } from './load-commands.ts';
import { expandCommand } from './parse-command.ts';

type Known = Pick<LoadedCommands, 'commands' | 'waiting'>;

/**
 * What a text that begins with `/name` stands for; undefined where there is no command of that name.
 * Throws for one of the project's that may not be used: the model would get its bare name.
 */
export function expandText(
  text: string,
  { commands, waiting }: Known,
):
  | { readonly prompt: string; readonly source: string; readonly skill?: string | undefined }
  | undefined {
  const [, name, args = ''] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  const command = commands.find((one) => one.name === name);
  if (command)
    return {
      prompt: expandCommand(command.body, args.trim()),
      source: command.from,
      skill: command.skill,
    };
  const waits = waiting.find((one) => one.name === name);
  if (waits) throw new Error(waitsText(waits));
  return undefined;
}

const waitsText = ({ name, is }: WaitingCommand): string =>
  is === 'changed'
    ? `the project's command /${name} changed since it was approved (see: wave hooks review)`
    : `the project's command /${name} is not approved (see: wave hooks review)`;
