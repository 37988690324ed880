import { join } from 'node:path';
import type { Opened } from '@wavehooks/settings';
import { remembered } from '../base/remembered.ts';
import { BUILTIN_PROMPTS } from '../commands/builtin-prompts.ts';
import { type LoadedCommands, loadCommands } from '../commands/load-commands.ts';
import { type Skills, skillsOf } from '../skills/skill.ts';
import { withSkillCommands } from '../skills/skill-commands.ts';
import { fileTypes } from '../subagent/file-types.ts';
import type { Model } from '../vocabulary/model.ts';
import { typesOf } from './ingredients.ts';
import type { AgentOptions } from './options/agent-options.ts';

/** What is kept in files, as the settings in force have it: read anew when a review accepted others. */
export interface Definitions {
  skills(): Skills;
  commands(): LoadedCommands;
  types(): ReturnType<typeof typesOf>;
}

interface Defining {
  readonly options: AgentOptions;
  readonly projectDir: string;
  readonly from: ReadFrom;
  /** The settings in force. */
  readonly current: () => Opened | undefined;
  readonly resolve: (model: Model | string) => Model;
}

export function definitionsOf({
  options,
  projectDir,
  from,
  current,
  resolve,
}: Defining): Definitions {
  const skills = remembered(current, (now) => skillsOf(now?.definitions ?? []));
  const commands = remembered(current, (now) =>
    withSkillCommands(
      loadCommands({
        userDir: from.user && join(from.user, 'commands'),
        projectDir,
        opened: from.project ? now : undefined,
      }),
      skills(),
      from.user === undefined ? [] : BUILTIN_PROMPTS,
    ),
  );
  const types = remembered(current, (now) =>
    typesOf(options, resolve, fileTypes(now?.definitions ?? [], resolve).types),
  );
  return { skills, commands, types };
}

/** Where instructions and commands are read from. */
export interface ReadFrom {
  readonly user: string | undefined;
  readonly project: boolean;
}

/** Instructions and commands are files, too: read only where settings of that source are. */
export const readFrom = ({ settingSources = [] }: AgentOptions, home: string): ReadFrom => ({
  user: settingSources.includes('user') ? join(home, '.wave') : undefined,
  project: settingSources.includes('project'),
});
