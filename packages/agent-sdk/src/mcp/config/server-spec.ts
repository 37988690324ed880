import type { Pin } from '@wavehooks/hooks/scripts';
import type { Values } from '@wavehooks/hooks/vocabulary';
import type { OAUTH_FIELDS } from '@wavehooks/settings';

/** A server as it is started or called: everything checked and filled in. */
export type ServerSpec = Timing & (StdioSpec | HttpSpec);

export interface StdioSpec {
  readonly is: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All that it gets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It runs in the sandbox. */
  readonly sandbox: boolean;
  /** What its files must be when it is started. */
  readonly pins: readonly Pin[];
}

export interface HttpSpec {
  readonly is: 'http';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** `sse`: the transport that streamable HTTP replaced, and no other is tried. */
  readonly transport: 'http' | 'sse';
  readonly oauth: OAuthSpec;
}

/** What the user said about logging in; mostly nothing. */
export type OAuthSpec = Values<typeof OAUTH_FIELDS>;

interface Timing {
  readonly callMs: number;
  readonly startMs: number;
  /** Whether it may ask the user's model. */
  readonly sampling: boolean;
}

/** A server that somebody configured, and whether it can be used. */
export interface Configured {
  readonly name: string;
  /** `file:line`, or who gave it. */
  readonly source: string;
  /** What is started or called, as it is written. */
  readonly target: string;
  /** Where a login to it would be kept for, whether it may be used or not. */
  readonly address?: URL | undefined;
  readonly use:
    | { readonly is: 'start'; readonly spec: ServerSpec }
    | { readonly is: 'needs approval'; readonly reason: string }
    | { readonly is: 'off' }
    /** What is wrong with its configuration. */
    | { readonly is: 'wrong'; readonly reason: string };
}
