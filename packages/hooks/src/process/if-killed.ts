/** What is to be done should this process be killed. */
export interface Duty {
  readonly task: 'end' | 'remove';
  readonly what: string;
}

/** Takes a duty on; what it returns calls it off. */
export type Entrust = (duty: Duty) => () => void;

/** Apart from the warden, so that who writes a file need not load all that starts processes. */
let entrust: Entrust = () => () => {};

export function entrustTo(taker: Entrust): void {
  entrust = taker;
}

/** Removes a file, or a directory that is then empty, if this process is killed. Say so before you make it. */
export const removeIfKilled = (path: string): (() => void) =>
  entrust({ task: 'remove', what: path });
