import { printable } from '../../cli/style.ts';
import { type Retrying, retryWords } from '../state/retrying.ts';
import { joined } from '../text/lines.ts';

/** Says each try once, in a line: nothing that was said can be changed here. */
export function createRetries(say: (line: string) => void, now: () => number = Date.now) {
  let current: Retrying | undefined;
  return {
    follow: (retry: Retrying | undefined) => {
      if (retry === current) return;
      current = retry;
      if (retry) say(retryLine(retry, now()));
    },
  };
}

function retryLine(retry: Retrying, now: number): string {
  const { reason, after } = retryWords(retry, Math.max(0, Math.ceil((retry.at - now) / 1000)));
  return `${printable(joined(reason))}${after}.`;
}
