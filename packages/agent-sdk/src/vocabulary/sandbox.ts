import type { BoxProfile, SandboxPlan, SandboxProfile } from '@wavehooks/process/sandbox';
import type { ModeName } from '@wavehooks/settings';

/** Gives what a program in a sandbox starts with. `own` are directories of this very run. */
export type PlanFor = (
  profile: BoxProfile,
  own?: readonly string[],
) => Promise<SandboxPlan | Fault>;

/** How a command runs. */
export type Box =
  | { readonly profile: 'off' }
  | {
      readonly profile: BoxProfile;
      /** Who keeps it inside although the agent asked to leave. */
      readonly keptBy?: 'a hook' | 'plan mode';
      /** What it starts with, or why it cannot. `own` are directories of this very run. */
      plan(own: readonly string[]): Promise<SandboxPlan | Fault>;
      /** The hosts that it asked for in vain. */
      refused(): readonly string[];
    };

export interface Fault {
  readonly fault: string;
}

/** What a call asks of its sandbox. */
export interface BoxAsked {
  /** The agent asks to leave it; somebody has agreed to that. */
  readonly outside?: boolean;
}

export type BoxFor = (asked: BoxAsked) => Box;

/** What can only make a sandbox stricter: what hooks said of a call, and the mode of a subagent. */
export interface Tighter {
  readonly hook?: SandboxProfile | undefined;
  readonly mode?: ModeName | undefined;
}
