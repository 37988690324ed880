/** What the log says about some days, as JSON. Times in milliseconds, costs in US dollars. */
export interface Stats {
  readonly version: 1;
  /** ISO times. */
  readonly from: string;
  readonly to: string;
  /** Where days begin. */
  readonly timeZone: string;
  /** Only sessions of this project; null: all. */
  readonly project: string | null;
  readonly sessions: number;
  readonly turns: number;
  readonly calls: number;
  readonly questions: Questions;
  /** What was decided without a question, and by whom. */
  readonly unasked: readonly Unasked[];
  /** The one that took the most time first. */
  readonly hooks: readonly HookStats[];
  /** The dearest first. */
  readonly models: readonly ModelStats[];
  readonly cost: number;
  /** Every day of the period, the oldest first. */
  readonly days: readonly DayStats[];
}

/** Questions about calls, and how they were answered. */
export interface Questions {
  /** Those that a person was asked. */
  readonly asked: number;
  /** How long they waited for an answer. */
  readonly waited: number;
  readonly once: number;
  /** With a rule or a mode that lasts. */
  readonly always: number;
  readonly refused: number;
  /** Those that hooks answered in the person's place. */
  readonly allowedByHook: number;
  readonly refusedByHook: number;
  /** Those that nobody was there for: the calls did not run. */
  readonly unanswered: number;
}

export interface Unasked {
  readonly by: string;
  readonly allowed: number;
  readonly refused: number;
}

export interface HookStats {
  readonly hook: string;
  readonly runs: number;
  readonly failures: number;
  readonly blocks: number;
  readonly p50: number;
  readonly p95: number;
  /** All runs that were waited for. */
  readonly lost: number;
}

export interface ModelStats {
  readonly model: string;
  readonly requests: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly cost: number;
  /** Requests without a known price, which `cost` leaves out. */
  readonly unpriced: number;
}

export interface DayStats {
  /** `2026-01-31`, where the reader is. */
  readonly day: string;
  readonly questions: number;
  readonly blocks: number;
  readonly lost: number;
  readonly tokens: number;
  readonly cost: number;
}

/** An allow rule, and how many of the questions it would have saved. */
export interface Proposal {
  readonly rule: string;
  readonly saves: number;
  /** Where it would have; undefined for all projects. */
  readonly project?: string;
  /** How to add it. */
  readonly command: string;
}

interface Proposals {
  /** Each saves what those before it do not. */
  readonly proposals: readonly Proposal[];
  /** Questions that rules of today would save already. */
  readonly settled: number;
  /** Questions whose calls cannot be looked at any more. */
  readonly unread: number;
}

/** What is known of the log that the numbers are from. */
export interface LogState {
  readonly records: number;
  readonly damaged: number;
  /** In words, with places. */
  readonly notes: readonly string[];
}

export interface Report extends Stats {
  readonly rules: Proposals;
  readonly log: LogState;
}
