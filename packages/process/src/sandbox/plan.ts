import type { BoxProfile } from './profile.ts';

/** What a sandbox is made of: all of it known before anything starts. It travels as JSON. */
export interface SandboxPlan {
  readonly profile: BoxProfile;
  readonly runner: Runner;
  /** Over a machine that is read-only, for `isolated` over nothing, in the order in which they are laid. */
  readonly layers: readonly Layer[];
  readonly network: Network;
  readonly limits: SandboxLimits;
  /** Where temporary files go, as it is seen inside. */
  readonly temporary: string;
  /** A file that nobody may read: it is shown in the place of files that are hidden. */
  readonly blank: string;
}

/** What carries it out. `nesting`: whether a program inside could make namespaces of its own. */
export type Runner =
  | { readonly is: 'bubblewrap'; readonly file: string; readonly nesting: 'barred' | 'possible' }
  | { readonly is: 'seatbelt' };

export type Layer =
  /** Writable. Where `from` is given, it is that directory that is seen there. */
  | { readonly is: 'write'; readonly path: string; readonly from?: string }
  | { readonly is: 'read'; readonly path: string }
  /** A directory that begins empty, ends with the sandbox, and is writable. */
  | { readonly is: 'empty'; readonly path: string }
  | { readonly is: 'link'; readonly path: string; readonly to: string }
  | Hidden
  /** Nothing is there, and nothing can be made there. */
  | { readonly is: 'bar'; readonly path: string }
  /** Nothing was there; a file that says nothing new is there as long as `path` and `HOLDERS` is barred. */
  | { readonly is: 'stand-in'; readonly path: string };

/** What is barred next to a stand-in: who needs that is noted there. */
export const HOLDERS = '.wave-sandbox';

/** What a stand-in says, by its name. Git's `commondir` is then the directory that it lies in, as without one. */
export const STAND_INS: Readonly<Record<string, string>> = {
  commondir: './././.\n',
  'config.worktree': '# wave sandbox\n',
};

export interface Hidden {
  readonly is: 'hide';
  readonly path: string;
  readonly what: 'directory' | 'file';
  /** Something below it is shown all the same, so it can be walked through. */
  readonly open?: true;
}

export type Network =
  | { readonly is: 'none' }
  /** By a proxy of ours: a socket outside, which the forwarder inside leads to. */
  | {
      readonly is: 'proxy';
      readonly socket: string;
      readonly forwarder: string;
      readonly port: number;
      /** Hosts that are inside themselves, so that no way out is taken to them. */
      readonly near: readonly string[];
    };

/** Bounds for one command; without a number there is none. */
export interface SandboxLimits {
  readonly processes?: number;
  readonly memoryMB?: number;
  readonly fileMB?: number;
}
