/** What is to be done should this process be killed. */
export interface Duty {
  readonly task: 'end' | 'late' | 'remove' | 'unlock' | 'write';
  readonly what: string;
  /** More that is to be removed, in this order. */
  readonly others?: readonly string[];
  /** The name that a lock of ours leads to. */
  readonly owner?: string;
}

/** Takes a duty on; what it returns calls it off. */
export type Entrust = (duty: Duty) => () => void;

/** Apart from the warden, so that who writes a file need not load all that starts processes. */
let entrust: Entrust = () => () => {};

export function entrustTo(taker: Entrust): void {
  entrust = taker;
}

/** Ends a process group that should end by itself if this process is killed, and a moment later has not. */
export const endLateIfKilled = (pgid: number): (() => void) =>
  entrust({ task: 'late', what: String(pgid) });

/** Writes a text to a terminal if this process is killed: it may come before or behind what others write there. */
export const writeIfKilled = (terminal: string, text: string): (() => void) =>
  entrust({ task: 'write', what: terminal, others: [text] });

/** Removes a file, or a directory that is then empty, if this process is killed. Say so before you make it. */
export const removeIfKilled = (path: string): (() => void) =>
  entrust({ task: 'remove', what: path });

/** The same for several at once, in this order: what is in a directory before the directory. */
export const removeAllIfKilled = ([what, ...others]: readonly string[]): (() => void) =>
  what === undefined ? () => {} : entrust({ task: 'remove', what, others });

/**
 * Gives a lock back if this process is killed, as long as it is still `owner`'s; and removes the file that it
 * is for, called the same without `.lock`, where nothing was written to that. Say so before you take it.
 */
export const unlockIfKilled = (lock: string, owner: string): (() => void) =>
  entrust({ task: 'unlock', what: lock, owner });
