/** How much a sandboxed program may do, the widest first. */
export const PROFILES = {
  off: 'no sandbox',
  workspace:
    'writes in the project, in added directories and in a temporary directory of its own; reads no keys; no network but named hosts',
  'read-only': 'writes only in a temporary directory of its own; reads no keys; no network',
  isolated:
    'reads the project, the programs on the PATH and the settings of git, and sees nothing else; writes only in an empty /tmp; no network',
} as const;

export type SandboxProfile = keyof typeof PROFILES;

export const PROFILE_NAMES = Object.keys(PROFILES) as readonly SandboxProfile[];

/** Those that are a sandbox. */
export type BoxProfile = Exclude<SandboxProfile, 'off'>;

export const BOX_PROFILES = PROFILE_NAMES.filter((name): name is BoxProfile => name !== 'off');

export const isProfile = (value: unknown): value is SandboxProfile =>
  PROFILE_NAMES.some((name) => name === value);

/** The one that lets less happen. */
export const stricterProfile = (a: SandboxProfile, b: SandboxProfile): SandboxProfile =>
  PROFILE_NAMES.indexOf(a) > PROFILE_NAMES.indexOf(b) ? a : b;
