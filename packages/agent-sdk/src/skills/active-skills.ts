import type { Message } from '../vocabulary/messages.ts';
import type { Skill } from './skill.ts';
import { SKILL_TOOL } from './skill-tool.ts';

/** The skills that one agent has taken up. */
export interface ActiveSkills {
  /** Their hooks stay in force: what they say stays in the conversation. */
  scopes(): readonly string[];
  /** What they allow, in the turn that took them up. */
  allow(): readonly string[];
  use(skill: Skill): void;
  /** What they allowed ends with the turn. */
  endTurn(): void;
}

export function activeSkills(): ActiveSkills {
  const scopes = new Set<string>();
  let allow: readonly string[] = [];
  return {
    scopes: () => [...scopes],
    allow: () => allow,
    use: (skill) => {
      scopes.add(skill.scope);
      allow = [...new Set([...allow, ...skill.allowedTools])];
    },
    endTurn: () => {
      allow = [];
    },
  };
}

/** A session that goes on has what it took up before: its hooks, not what it was allowed then. */
export function takeUpAgain(
  messages: readonly Message[],
  skills: readonly Skill[],
  active: ActiveSkills,
): void {
  const names = messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool' && block.name === SKILL_TOOL && block.success
        ? [String(block.parameters['skill']).trim().replace(/^\//, '')]
        : [],
    ),
  );
  for (const skill of skills) if (names.includes(skill.name)) active.use(skill);
  active.endTurn();
}
