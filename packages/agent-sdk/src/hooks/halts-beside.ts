import type { Verdict } from '@wavehooks/hooks';

type Halt = Pick<Verdict, 'stopReason'>;

/** Halts that came while a call ran, from hooks that belong to no call: the call's end is the turn's. */
export function haltsBeside() {
  let waiting: Halt | undefined;
  return {
    put: (halt: Halt): void => {
      waiting ??= halt;
    },
    take: (): Halt | undefined => {
      const taken = waiting;
      waiting = undefined;
      return taken;
    },
  };
}
