import { isWider, MODE_NAMES, type ModeName } from '@wavehooks/settings';

/** Rules by list, as settings hold them. */
export interface Rules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/** What was given for the rest of a session. */
export interface Given {
  readonly rules?: Partial<Rules>;
  /** Directories that count as the project's. */
  readonly directories?: readonly string[];
  /** The mode from here on. */
  readonly mode?: PermissionMode;
}

export type PermissionMode = ModeName;

export const stricterMode = (a: PermissionMode, b: PermissionMode): PermissionMode =>
  isWider(a, b) ? b : a;

export const PERMISSION_MODES: readonly PermissionMode[] = MODE_NAMES;
