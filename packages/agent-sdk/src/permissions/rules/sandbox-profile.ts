import { type SandboxProfile, stricterProfile } from '@wavehooks/process/sandbox';
import type { ModeName } from '@wavehooks/settings';

/** What a command's sandbox depends on. */
export interface Circumstances extends ProfileAsked {
  /** What the settings say. */
  readonly setting: SandboxProfile;
  /** Whether there can be one here. */
  readonly available: boolean;
}

export interface ProfileAsked {
  readonly mode: ModeName;
  /** What its hooks said: it can only be stricter. */
  readonly hook?: SandboxProfile | undefined;
  /** The agent asks to leave it. */
  readonly outside?: boolean | undefined;
}

export interface Which {
  readonly profile: SandboxProfile;
  /** It leaves a sandbox that it would otherwise run in: that is for the user to allow. */
  readonly leaves: boolean;
  readonly keptBy?: 'a hook' | 'plan mode';
}

/** Modes with a sandbox of their own. */
const OF_MODE: Partial<Record<ModeName, SandboxProfile>> = {
  plan: 'read-only',
  sandboxed: 'workspace',
};

/**
 * Which sandbox a command runs in. Plan mode lets only commands run that read, so it holds without one; wherever
 * else a sandbox is wanted that cannot be, nothing runs.
 */
export function whichProfile(now: Circumstances): Which {
  const { mode, setting, available, hook = 'off', outside } = now;
  const own = mode === 'plan' && !available ? 'off' : (OF_MODE[mode] ?? 'off');
  const base = stricterProfile(own, setting);
  const profile = stricterProfile(base, hook);
  if (!outside || base === 'off') return { profile, leaves: false };
  if (mode === 'plan') return { profile, leaves: false, keptBy: 'plan mode' };
  if (hook !== 'off') return { profile, leaves: false, keptBy: 'a hook' };
  return { profile: 'off', leaves: true };
}
