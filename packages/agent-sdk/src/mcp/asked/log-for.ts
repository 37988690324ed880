import type { Tell } from '../config/tell.ts';

/** How what a server logs is shown; what is below a warning is not. */
const TONES: Readonly<Record<string, 'warning' | 'error'>> = {
  warning: 'warning',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

const MAX_CHARS = 500;
const MOST = 20;

/** A server that logs without end is heard up to a point. */
export function logFor(tell: Tell) {
  let told = 0;
  return (level: string, logger: string | undefined, data: unknown): void => {
    const tone = Object.hasOwn(TONES, level) ? TONES[level] : undefined;
    if (tone === undefined || told > MOST) return;
    if (told++ === MOST) {
      tell('warning', 'it logs more than Wave shows');
      return;
    }
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const from = logger === undefined ? '' : ` (${inLine(logger, 60)})`;
    tell(tone, `it says${from}: ${inLine(text ?? '', MAX_CHARS)}`);
  };
}

/** A line of its own could pass for a word of ours, or of another server's. */
const inLine = (text: string, most: number): string => text.slice(0, most).replace(/\s+/g, ' ');
