import type { PromptCommand } from './load.ts';
import { expandCommand } from './parse.ts';

/** What a text that begins with `/name` stands for; undefined where there is no command of that name. */
export function expandText(text: string, commands: readonly PromptCommand[]): string | undefined {
  const [, name, args = ''] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  const command = commands.find((one) => one.name === name);
  return command && expandCommand(command.body, args.trim());
}
