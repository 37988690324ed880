import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { withoutNpm } from '@wavehooks/process';
import { type OpenOptions, projectDirOf } from '@wavehooks/settings';
import { type Io, UsageError } from '../../cli/command.ts';
import { type OptionRows, SHARED_FLAGS } from '../../cli/usage.ts';

/** The flags of every command that opens settings. */
export const OPEN_FLAGS = {
  settings: SHARED_FLAGS.settings,
  only: { type: 'boolean', about: 'with --settings: that file alone' },
  'trust-project-hooks': {
    type: 'boolean',
    about: "run the project's hooks this once, approved or not",
  },
  'no-project-hooks': { type: 'boolean', about: "leave the project's hooks out" },
  json: SHARED_FLAGS.json,
} as const satisfies OptionRows;

export interface OpenValues {
  settings?: string | undefined;
  only?: boolean | undefined;
  'trust-project-hooks'?: boolean | undefined;
  'no-project-hooks'?: boolean | undefined;
}

/** What the flags ask for, with the project found from where we are. */
export function openOptions(
  values: OpenValues,
  io: Pick<Io, 'cwd'>,
  usage: string,
): OpenOptions & { home: string } {
  if (values.only && values.settings === undefined)
    throw new UsageError(`--only needs --settings FILE\n${usage}`);
  if (values['trust-project-hooks'] && values['no-project-hooks'])
    throw new UsageError(
      `--trust-project-hooks and --no-project-hooks exclude each other\n${usage}`,
    );
  return {
    projectDir: projectDirOf(io.cwd),
    home: homedir(),
    settings: values.settings === undefined ? undefined : resolve(io.cwd, values.settings),
    only: values.only ?? false,
    projectHooks: values['trust-project-hooks']
      ? 'trusted'
      : values['no-project-hooks']
        ? 'off'
        : 'approved',
  };
}

/** Where commands of hooks are looked for. */
export const whereOf = ({ projectDir }: { projectDir: string }) => ({
  projectDir,
  path: withoutNpm(process.env)['PATH'] ?? '',
});
