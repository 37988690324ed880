import { useEffect, useState } from 'react';

/** What keeps a question back, and how it comes to be shown. */
export const HELD = {
  panel: 'it shows when you close this',
  text: 'Tab shows it',
  typing: 'it shows when you pause',
} as const;

/** Who has asked to see it waits for nothing. */
export function whyHeld(
  panel: boolean,
  answering: boolean,
  begun: boolean,
): keyof typeof HELD | undefined {
  if (panel) return 'panel';
  if (answering) return undefined;
  return begun ? 'text' : 'typing';
}

const PAUSE_MS = 700;

/**
 * Whoever is at something else is not asked: the next letter would be an answer that nobody gave. A text
 * that is begun, or an open panel, can last; after the last key there is only a pause.
 */
export function useHeld(
  asked: boolean,
  why: keyof typeof HELD | undefined,
  struck: { readonly current: number },
  now: () => number,
): boolean {
  const [, look] = useState(0);
  const left = struck.current + PAUSE_MS - now();
  const held = asked && why !== undefined && (why !== 'typing' || left > 0);
  useEffect(() => {
    if (!held || why !== 'typing') return undefined;
    const timer = setTimeout(() => look((count) => count + 1), left + 10);
    return () => clearTimeout(timer);
  });
  return held;
}
