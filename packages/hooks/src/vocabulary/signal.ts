import type { BoxProfile } from '@wavehooks/process/sandbox';
import type { PermissionUpdate } from './effect.ts';

/**
 * What a hook can say: a short list, whichever way it said it (exit code, JSON answer, its end). A text
 * is the hook's own unless it is `named`: then it is ours, and names the hook.
 */
export type Signal =
  /** exit 0 with plain text on stdout */
  | { is: 'success'; text: string }
  /** exit 2, `blocked: true`, `decision: "block"` */
  | { is: 'block'; text: string; named?: true }
  /** any other ending */
  | { is: 'failure'; text: string; named?: true }
  /** `continue: false` */
  | { is: 'halt'; text: string; reason: string; named?: true }
  /** `systemMessage`, and our own remarks on what the hook printed; `once`: once a session is enough */
  | { is: 'warning'; text: string; once?: true; named?: true }
  /** `next`: it is for the next turn, not for this one */
  | { is: 'context'; text: string; next?: true }
  /** a permission decision; the text is its reason, which may be missing */
  | { is: 'allow'; text: string }
  | { is: 'ask'; text: string }
  | { is: 'deny'; text: string; named?: true }
  /** fields of a tool's input (`whole`: all that it has from now on), or what else the event lets hooks rewrite */
  | { is: 'rewrite'; fields: Record<string, unknown>; whole?: true }
  | { is: 'rewrite'; value: unknown }
  /** an answer in the tool's place, which then does not run */
  | { is: 'respond'; value: unknown }
  /** `sandbox`: what a command runs in at the least */
  | { is: 'sandbox'; profile: BoxProfile }
  /** `updatedPermissions` beside an allow */
  | { is: 'grant'; permissions: readonly PermissionUpdate[] };

export type SignalName = Signal['is'];

export const SIGNALS = {
  success: 'exit 0 with plain text on stdout',
  block: 'exit 2, or an answer that blocks',
  failure: 'any other ending',
  halt: '`continue: false`',
  warning: '`systemMessage`',
  context: '`additionalContext`',
  allow: 'permission `allow`',
  ask: 'permission `ask`',
  deny: 'permission `deny`',
  rewrite: 'a rewrite such as `updatedInput`',
  respond: '`toolResult`',
  sandbox: '`sandbox`',
  grant: '`updatedPermissions`',
} as const satisfies Record<SignalName, string>;
