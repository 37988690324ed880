import type { LoadedCommands, PromptCommand } from '../commands/load-commands.ts';
import { type Skills, skillText } from './skill.ts';

/** The commands, `/name` for each skill that users may call, and our own prompts: of one name, the first counts. */
export function withSkillCommands(
  loaded: LoadedCommands,
  skills: Skills,
  prompts: readonly PromptCommand[] = [],
): LoadedCommands {
  const isFree = ({ name }: { readonly name: string }) =>
    !loaded.commands.some((one) => one.name === name);
  const kept = skills.usable.filter((skill) => skill.userInvocable && isFree(skill));
  return {
    commands: [
      ...loaded.commands,
      ...kept.map((skill) => ({
        name: skill.name,
        about: skill.description.split('\n')[0]?.slice(0, 80) ?? '',
        hint: skill.hint,
        from: skill.from,
        file: skill.file,
        body: skillText(skill),
        skill: skill.name,
      })),
      ...prompts.filter((one) => isFree(one) && !kept.some(({ name }) => name === one.name)),
    ],
    waiting: [...loaded.waiting, ...skills.waiting.filter(isFree)],
    problems: [...loaded.problems, ...skills.problems],
  };
}
