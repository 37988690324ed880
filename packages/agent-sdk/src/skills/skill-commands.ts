import type { LoadedCommands } from '../commands/load-commands.ts';
import { type Skills, skillText } from './skill.ts';

/** The commands, and `/name` for each skill that users may call; a command comes before a skill of its name. */
export function withSkillCommands(loaded: LoadedCommands, skills: Skills): LoadedCommands {
  const isFree = ({ name }: { readonly name: string }) =>
    !loaded.commands.some((one) => one.name === name);
  const own = skills.usable.filter((skill) => skill.userInvocable && isFree(skill));
  return {
    commands: [
      ...loaded.commands,
      ...own.map((skill) => ({
        name: skill.name,
        about: skill.description.split('\n')[0]?.slice(0, 80) ?? '',
        hint: skill.hint,
        from: skill.from,
        file: skill.file,
        body: skillText(skill),
        skill: skill.name,
      })),
    ],
    waiting: [...loaded.waiting, ...skills.waiting.filter(isFree)],
    problems: [...loaded.problems, ...skills.problems],
  };
}
