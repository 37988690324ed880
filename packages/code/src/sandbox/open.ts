import { resolve } from 'node:path';
import { loneSandbox, type Sandbox } from '@wavehooks/agent-sdk';
import { BOX_PROFILES, type BoxProfile } from '@wavehooks/process/sandbox';
import { openSettings } from '@wavehooks/settings';
import { type Io, UsageError } from '../cli/command.ts';
import { type OptionRows, SHARED_FLAGS } from '../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from '../hooks/settings/open-options.ts';

const { settings, only } = OPEN_FLAGS;

export const SANDBOX_FLAGS = {
  profile: {
    type: 'string',
    value: 'PROFILE',
    about: `${BOX_PROFILES.join(' | ')}; workspace by default`,
  },
  'add-dir': SHARED_FLAGS['add-dir'],
  settings,
  only,
} as const satisfies OptionRows;

interface Values {
  readonly profile?: string | undefined;
  readonly 'add-dir'?: string[] | undefined;
  readonly settings?: string | undefined;
  readonly only?: boolean | undefined;
}

export interface Opened {
  readonly sandbox: Sandbox;
  readonly profile: BoxProfile;
  readonly projectDir: string;
}

/** The sandbox that commands of an agent would run in here. */
export function openHere(values: Values, io: Io, usage: string): Opened {
  const options = openOptions(values, io, usage);
  const opened = openSettings(options);
  const { projectDir } = options;
  const profile = BOX_PROFILES.find((one) => one === (values.profile ?? 'workspace'));
  if (profile === undefined)
    throw new UsageError(`--profile: expected ${BOX_PROFILES.join(', ')}, got "${values.profile}"`);
  const directories = (values['add-dir'] ?? []).map((dir) => resolve(io.cwd, dir));
  return {
    profile,
    projectDir,
    sandbox: loneSandbox(opened, {
      projectDir,
      home: options.home,
      directories: () => directories,
    }),
  };
}
