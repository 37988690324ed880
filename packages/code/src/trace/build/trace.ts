import type { Decision } from '@wavehooks/hooks';

/** All that a trace page shows, as JSON. Times are milliseconds since the session began. */
export interface Trace {
  readonly version: 1;
  readonly session: string;
  readonly title?: string;
  /** Where the project is: settings in it are named from there. */
  readonly project?: string;
  /** The user's home: files in it are named from there. */
  readonly home?: string;
  /** When the session began, as an ISO time. */
  readonly began: string;
  /** Whether texts of the conversation are in it. */
  readonly withContent: boolean;
  readonly lanes: readonly Lane[];
  readonly spans: readonly Span[];
  /** Hooks that are set up and did not run in this session. */
  readonly unused: readonly Unused[];
  /** The hooks of each process of the session. */
  readonly setups?: readonly Setup[];
}

/** The hooks that were set up, by an event and what it was about (`PreToolUse Bash`). */
export type Setup = Readonly<Record<string, readonly Candidate[]>>;

/** A hook that was set up for an event. */
export interface Candidate {
  readonly hook: string;
  readonly source: string;
  /** Why it did not run, where it did not. */
  readonly why: string;
}

/** The main agent, or a subagent. */
export interface Lane {
  readonly id: string;
  readonly name: string;
  /** Of a subagent: the call that started it. */
  readonly call?: string;
}

export interface Unused {
  readonly hook: string;
  readonly event: string;
  readonly source: string;
  readonly why: string;
}

interface Timed {
  readonly id: string;
  readonly lane: string;
  /** The span that it belongs to. */
  readonly parent?: string;
  readonly at: number;
  readonly ms: number;
}

export type Span = Turn | Request | Call | Moment | HookRun;

export interface Turn extends Timed {
  readonly is: 'turn';
  readonly prompt?: string;
  readonly ended?: string;
  readonly cost?: number;
}

export interface Request extends Timed {
  readonly is: 'request';
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly cost?: number;
  readonly ended: 'done' | 'failed' | 'aborted';
  /** What it was for, if it was no step of a turn: a summary, a hook or a server. */
  readonly for?: string;
  /** What the model wrote. */
  readonly said?: string;
  /** The calls that it asked for. */
  readonly calls?: readonly string[];
}

/** A call on its way from the model to its result. */
export interface Call extends Timed {
  readonly is: 'call';
  readonly tool: string;
  readonly call: string;
  readonly success?: boolean;
  /** The turn was ended before it came to its own end. */
  readonly interrupted?: true;
  /** How long it waited for a person, and from when on. */
  readonly waited?: number;
  readonly waitedAt?: number;
  /** As the model sent it. */
  readonly sent?: unknown;
  /** As it ran, where hooks rewrote it. */
  readonly ran?: unknown;
  readonly rewrittenBy?: readonly string[];
  readonly permission?: Permission;
  readonly result?: string;
  readonly resultRewrittenBy?: readonly string[];
  /** What came of its hooks. */
  readonly verdict?: Decision;
  /** Which of the setups it met. */
  readonly setup?: number;
}

/** Who decided, and by which row of the permission table. */
export interface Permission {
  readonly answer: 'yes' | 'no';
  readonly row: number;
  /** The row in words. */
  readonly text: string;
  readonly by: string;
  /** Where the rule is: `file:line`. */
  readonly where?: string;
}

/** What is neither a call nor a request: a prompt, a stop, a compaction, the start of a session. */
export interface Moment extends Timed {
  readonly is: 'moment';
  readonly event: string;
  /** What its hooks are chosen by, such as why a session began. */
  readonly subject?: string;
  /** An example of what hooks get: nothing else is kept of it. A prompt is kept with the conversation. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Which of the setups it met. */
  readonly setup?: number;
  readonly verdict?: Decision;
  /** What came of it, in words. */
  readonly meant?: string;
  /** The hooks that the verdict comes from. */
  readonly by?: readonly string[];
  /** Of a prompt: what it said. Where hooks rewrote it, only the text after them is known. */
  readonly text?: string;
  /** The text after hooks, where they rewrote it. */
  readonly after?: string;
  readonly rewrittenBy?: readonly string[];
}

export interface HookRun extends Timed {
  readonly is: 'run';
  readonly event: string;
  readonly tool?: string;
  /** On events about no tool: what it was chosen by. */
  readonly subject?: string;
  readonly hook: string;
  readonly source: string;
  /** Why it matched. */
  readonly matched?: string;
  /** How it ended, in words. */
  readonly outcome: string;
  readonly failed: boolean;
  readonly decision: Decision;
  readonly rewrote?: boolean;
  /** Nobody waited for it. */
  readonly late?: boolean;
  readonly said: readonly Said[];
  readonly stdout?: string;
  readonly stderr?: string;
}

export interface Said {
  readonly to: 'agent' | 'user' | 'context';
  readonly text: string;
}
