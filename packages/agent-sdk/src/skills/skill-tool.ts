import * as z from 'zod';
import { once } from '../base/once.ts';
import { whole } from '../base/text.ts';
import { expandCommand } from '../commands/parse-command.ts';
import { INPUT_SCHEMAS } from '../tools/schemas/input-schemas.generated.ts';
import { done, failed, type Tool } from '../vocabulary/tool.ts';
import { type Skill, skillText } from './skill.ts';

export const SKILL_TOOL = 'Skill';

/** The model reads all of them with every request. */
const MAX_ABOUT = 500;
const MAX_LIST = 16_000;

const input = once(() =>
  z.strictObject({
    skill: z.string().describe('The name of the skill'),
    args: z.string().optional().describe('What it is to work on, where it takes arguments'),
  }),
);

type Input = z.infer<ReturnType<typeof input>>;

/**
 * Gives the model what a skill says, when it is needed; until then it knows only names and what they are
 * for. It does nothing by itself, so it needs no permission.
 */
export function skillTool(skills: readonly Skill[], use: (skill: Skill) => void): Tool<Input> {
  const offered = skills.filter(({ modelInvocable }) => modelInvocable);
  return {
    name: SKILL_TOOL,
    description: describe(offered),
    get input() {
      return input();
    },
    inputSchema: INPUT_SCHEMAS.Skill,
    effect: 'none',
    subject: ({ skill }) => nameIn(skill),
    get response() {
      return z.object({ skill: z.string().describe('The name of the skill') });
    },
    run: async ({ skill: said, args = '' }) => {
      const skill = skills.find(({ name }) => name === nameIn(said));
      if (!skill) return failed(`There is no skill "${said}". ${namesText(offered)}`);
      if (!skill.modelInvocable) return failed(`Only the user can call the skill "${skill.name}".`);
      use(skill);
      const body = expandCommand(skill.body, args.trim());
      return done(skillText({ ...skill, body }), { skill: skill.name });
    },
  };
}

const nameIn = (said: string): string => said.trim().replace(/^\//, '');

const namesText = (skills: readonly Skill[]): string =>
  `Skills: ${skills.map(({ name }) => name).join(', ')}.`;

function describe(skills: readonly Skill[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const { name, description } of skills) {
    const line = `- ${name}: ${shortened(description)}`;
    length += line.length;
    if (length > MAX_LIST) break;
    lines.push(line);
  }
  const more = skills.slice(lines.length);
  return [
    'Loads a skill: instructions for a certain kind of work, which you then follow. Use it before you begin work that one of them is for. It needs no permission. Skills:',
    ...lines,
    ...(more.length > 0 ? [`and by name only: ${more.map(({ name }) => name).join(', ')}`] : []),
  ].join('\n');
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_ABOUT ? `${whole(line.slice(0, MAX_ABOUT))} …` : line;
};
