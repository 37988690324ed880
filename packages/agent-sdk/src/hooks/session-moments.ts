import type { Verdict } from '@wavehooks/hooks';
import { atMost, unlessAborted } from '../base/wait.ts';
import type { Fire, ValueOf } from './fire.ts';
import type { Pending } from './pending.ts';

export type StartSource = ValueOf<'SessionStart'>;
export type EndReason = ValueOf<'SessionEnd'>;
export type NoticeType = ValueOf<'Notification'>;

/** The moments of a session that belong to no turn. */
export interface SessionMoments {
  /** SessionStart, once: nobody waits for it but the next prompt. */
  start(source: StartSource): void;
  /** The same for a session that goes on after a compaction. */
  restart(source: StartSource): void;
  /** Settles when the hooks of every start have ended. Rejects with `Aborted`. */
  started(signal: AbortSignal): Promise<void>;
  /** Notification: nobody waits for it. */
  notify(type: NoticeType, message: string): void;
  /** Work that nobody waits for but the session's end. */
  aside(work: Promise<void>): void;
  /** SessionEnd, and the end of what is still on its way; no longer than until the abort. */
  end(reason: EndReason, signal?: AbortSignal): Promise<void>;
}

export interface MomentParts {
  readonly fire: Fire;
  readonly tell: (verdict: Verdict) => void;
  readonly pending: Pending;
  readonly model: () => string;
}

/** What was fired as the session ends gets as long as the hooks of its end. */
const LAST_WORDS_MS = 5_000;

export function sessionMoments({ fire, tell, pending, model }: MomentParts): SessionMoments {
  const starts = new Set<Promise<void>>();
  const asides = new Set<Promise<void>>();
  const keep = (all: Set<Promise<void>>, work: Promise<void>) => {
    const kept = work.catch(() => {}).finally(() => all.delete(kept));
    all.add(kept);
  };
  let isStarted = false;
  const restart = (source: StartSource) => {
    const run = async () => {
      const verdict = await fire('SessionStart', { source, model: model() });
      tell(verdict);
      pending.add(verdict);
    };
    keep(starts, run());
  };
  return {
    start: (source) => {
      if (!isStarted) restart(source);
      isStarted = true;
    },
    restart,
    started: async (signal) => {
      if (starts.size > 0) await unlessAborted(Promise.all(starts), signal);
    },
    notify: (type, message) => {
      const own = { notification_type: type, message, title: 'Wave' };
      keep(asides, fire('Notification', own).then(tell));
    },
    aside: (work) => keep(asides, work),
    end: async (reason, signal) => {
      if (!isStarted) return;
      const last = fire('SessionEnd', { reason }, signal).then(tell, () => {});
      await Promise.all([last, atMost(LAST_WORDS_MS, Promise.all(asides), signal)]);
    },
  };
}
