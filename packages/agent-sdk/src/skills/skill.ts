import type { Problem } from '@wavehooks/hooks';
import type { OpenedDefinition, SkillDefinition } from '@wavehooks/settings';
import { readRule } from '../permissions/rules/parse-rule.ts';

/** A skill that may be used. */
export interface Skill extends Omit<SkillDefinition, 'kind'> {
  readonly file: string;
  readonly from: 'user' | 'project';
  /** Hooks of this scope run once it is in use. */
  readonly scope: string;
}

export interface Skills {
  readonly usable: readonly Skill[];
  /** Those of the project that nobody has approved as they are. */
  readonly waiting: readonly { readonly name: string; readonly is: 'unapproved' | 'changed' }[];
  readonly problems: readonly Problem[];
}

/** The skills of files; what of their rules means nothing is said, and grants nothing. */
export function skillsOf(definitions: readonly OpenedDefinition[]): Skills {
  const problems: Problem[] = [];
  const usable = definitions.filter(isUsable).map(({ definition, file, from, scope }) => {
    const { kind: _, ...skill } = definition;
    const allowedTools = skill.allowedTools.flatMap((given) => {
      const { rule, fault } = readRule(given);
      if (fault === undefined) return [rule];
      const text = `"allowed-tools": the rule ${JSON.stringify(given)}: ${fault}; it grants nothing`;
      problems.push({ level: 'warning', source: file, hook: '', text });
      return [];
    });
    const owner = from === 'project' || from === 'local' ? 'project' : 'user';
    return { ...skill, allowedTools, file, scope, from: owner } as const;
  });
  const waiting = definitions.flatMap(({ definition: { kind, name }, state }) =>
    kind === 'skill' && (state === 'unapproved' || state === 'changed')
      ? [{ name, is: state }]
      : [],
  );
  return { usable, waiting, problems };
}

const isUsable = (
  one: OpenedDefinition,
): one is OpenedDefinition & { readonly definition: SkillDefinition } =>
  one.state === 'active' && one.definition.kind === 'skill';

/** What whoever follows it reads: where its files are, and what it says. */
export const skillText = ({ dir, body }: Pick<Skill, 'dir' | 'body'>): string =>
  dir === undefined
    ? body
    : `Base directory of this skill, which the files it names are in: ${dir}\n\n${body}`;
