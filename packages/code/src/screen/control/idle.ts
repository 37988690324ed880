import type { State } from '../state/state.ts';
import type { Store } from '../state/store.ts';

/** So long the screen waits for the user before it calls. */
export const IDLE_MS = 60_000;

/** Does something later; returns how to keep it from that. */
export type Later = (ms: number, act: () => void) => () => void;

export interface Idle {
  /** Somebody is there: the time begins anew, unless they were called already. */
  stir(): void;
  stop(): void;
}

interface IdleParts {
  readonly store: Store;
  readonly later: Later;
  readonly call: () => void;
}

/** Calls a user who lets the screen wait for long: once a wait, and not where a question is open. */
export function watchIdle({ store, later, call }: IdleParts): Idle {
  let cancel: (() => void) | undefined;
  let isCalled = false;
  const end = () => {
    cancel?.();
    cancel = undefined;
  };
  const begin = () => {
    cancel = later(IDLE_MS, () => {
      cancel = undefined;
      isCalled = true;
      call();
    });
  };
  const follow = () => {
    if (!isWaiting(store.get())) {
      end();
      isCalled = false;
    } else if (!cancel && !isCalled) begin();
  };
  const unfollow = store.subscribe(follow);
  follow();
  return {
    stir: () => {
      if (!cancel) return;
      end();
      begin();
    },
    stop: () => {
      unfollow();
      end();
    },
  };
}

const isWaiting = ({ busySince, dialogs }: State) =>
  busySince === undefined && dialogs.length === 0;
