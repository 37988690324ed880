/** What takes longer than this is named: silence could be anything. */
const SLOW_MS = 500;

/** Says what is under way, once, where that is no prompt and takes its time. */
export function createSlow(say: (what: string) => void) {
  let current: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  return {
    follow: (what: string | undefined) => {
      if (what === current) return;
      current = what;
      clearTimeout(timer);
      if (what !== undefined) timer = setTimeout(say, SLOW_MS, what);
    },
  };
}
