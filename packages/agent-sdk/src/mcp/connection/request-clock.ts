/** The time that one request may take. */
export interface RequestClock {
  readonly signal: AbortSignal;
  readonly isLate: () => boolean;
  /** A sign of life: the time begins anew. */
  restart(): void;
  clear(): void;
}

/** However often a server shows progress, a request ends after this. */
const MOST_MS = 3_600_000;

/** Questions to the user that are open. Their time is not the server's. */
export interface OpenQuestions {
  during<T>(work: () => Promise<T>): Promise<T>;
  readonly isOpen: () => boolean;
  /** Calls `then` whenever the last one is answered. Returns how to call it off. */
  onAnswered(then: () => void): () => void;
}

export function openQuestions(): OpenQuestions {
  const waiting = new Set<() => void>();
  let open = 0;
  return {
    isOpen: () => open > 0,
    during: async (work) => {
      open++;
      try {
        return await work();
      } finally {
        open--;
        if (open === 0) for (const then of [...waiting]) then();
      }
    },
    onAnswered: (then) => {
      waiting.add(then);
      return () => void waiting.delete(then);
    },
  };
}

export function requestClock(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  questions: OpenQuestions,
): RequestClock {
  const late = new AbortController();
  const began = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    clearTimeout(timer);
    const left = Math.max(MOST_MS - (Date.now() - began), 0);
    timer = setTimeout(ring, Math.min(timeoutMs, left));
  };
  const ring = () => (questions.isOpen() ? restart() : late.abort());
  // Whoever waits for the user gets the whole time again once the user has answered.
  const callOff = questions.onAnswered(restart);
  restart();
  return {
    signal: outer ? AbortSignal.any([outer, late.signal]) : late.signal,
    isLate: () => late.signal.aborted,
    restart,
    clear: () => {
      callOff();
      clearTimeout(timer);
    },
  };
}
