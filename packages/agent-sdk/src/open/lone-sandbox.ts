import { checkHooks } from '@wavehooks/hooks';
import type { Opened } from '@wavehooks/settings';
import { openSandbox, type Sandbox, type SandboxOptions } from '../sandbox/open-sandbox.ts';
import { guardedInForce } from './ingredients.ts';

/** The sandbox that an agent would have with these settings, for those who run something without one. */
export function loneSandbox(
  opened: Opened,
  options: Pick<SandboxOptions, 'projectDir' | 'home' | 'directories'>,
): Sandbox {
  const { entries } = checkHooks(opened.sources);
  return openSandbox({
    ...options,
    settings: opened.settings.sandbox,
    deny: () => opened.settings.permissions.deny,
    pinned: () => guardedInForce(entries, opened),
  });
}
