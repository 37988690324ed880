import type { Problem } from '@wavehooks/hooks';
import { type PermissionMode, stricterMode } from '../permissions/rules/rule.ts';
import {
  type ProfileAsked,
  type Which,
  whichProfile,
} from '../permissions/rules/sandbox-profile.ts';
import type { Box, BoxAsked, Tighter } from '../vocabulary/sandbox.ts';
import type { Sandbox } from './open-sandbox.ts';

/** Which sandbox a command runs in, as things are in this session. */
export const profileIn = (sandbox: Sandbox, asked: ProfileAsked): Which =>
  whichProfile({
    ...asked,
    setting: sandbox.settings.profile,
    // Looked at only where a mode depends on it: it starts a program.
    available: asked.mode !== 'plan' || sandbox.available().ok,
  });

/** The same, with what a command starts with. */
export const boxing =
  (sandbox: Sandbox, mode: () => PermissionMode) =>
  ({ mode: own, ...asked }: BoxAsked & Tighter): Box => {
    const inForce = own === undefined ? mode() : stricterMode(mode(), own);
    const { profile, keptBy } = profileIn(sandbox, { ...asked, mode: inForce });
    if (profile === 'off') return { profile };
    return {
      profile,
      ...(keptBy ? { keptBy } : {}),
      plan: (dirs) => sandbox.plan(profile, dirs),
      refused: sandbox.refused,
    };
  };

/** Why a mode cannot be; undefined where it can. */
export function modeFault(mode: PermissionMode, sandbox: Sandbox): string | undefined {
  if (mode !== 'sandboxed') return undefined;
  const available = sandbox.available();
  return available.ok
    ? undefined
    : `the mode sandboxed needs a sandbox, and this machine has none: ${available.why} (see: wave sandbox doctor)`;
}

/**
 * A mode that somebody asked for by name is refused with the reason. Where only settings name it, the session
 * starts in the mode that asks, and says why.
 */
export function fallBack(
  asked: PermissionMode | undefined,
  sandbox: Sandbox,
  state: { mode: PermissionMode },
): readonly Problem[] {
  const fault = modeFault(state.mode, sandbox);
  if (fault === undefined) return [];
  if (asked !== undefined) throw new Error(fault);
  state.mode = 'default';
  const text = `"permissions.defaultMode": ${fault}; the session starts in the mode default`;
  return [{ level: 'error', source: 'permissions', hook: '', text }];
}
