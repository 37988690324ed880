import type { CommandOutput } from '@wavehooks/agent-sdk';
import { exactly, printable } from '../../cli/style.ts';
import { lastOf } from '../draw/call/printing.ts';
import { subjectOf } from '../draw/call/subject.ts';
import { type Retrying, retryWords } from '../state/retrying.ts';
import type { State } from '../state/state.ts';
import { bytesText, clipped, joined, lastingText } from '../text/lines.ts';

/** A line for each command that prints, no more often than this: whoever listens wants to hear other things. */
const EVERY_MS = 5_000;
const MOST_CHARS = 120;

interface Printing {
  readonly name: string;
  readonly output: CommandOutput;
}

/** Says how far commands have come that print for long, where nothing can be drawn anew. */
export function createProgress(say: (line: string) => void, root?: string) {
  let current: readonly Printing[] = [];
  let timer: NodeJS.Timeout | undefined;
  const said = new Map<string, number>();
  const tick = () => {
    for (const { name, output } of current) {
      // Nothing new is no news.
      if (said.get(name) === output.bytes) continue;
      said.set(name, output.bytes);
      say(progressLine(name, output));
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    said.clear();
  };
  return {
    follow: (state: State | undefined) => {
      current = state ? printingIn(state, root) : [];
      if (current.length === 0) stop();
      else timer ??= setInterval(tick, EVERY_MS);
    },
  };
}

function progressLine(name: string, { ms, bytes, tail }: CommandOutput): string {
  const [last = ''] = lastOf(tail, 1);
  const text = `${clipped(name, MOST_CHARS)}: ${lastingText(ms)}, ${bytesText(bytes)} so far`;
  return last === '' ? text : `${text}; last line: ${clipped(last, MOST_CHARS)}`;
}

function printingIn({ open, printing, busyWith = '' }: State, root?: string): Printing[] {
  const own = printing ? [{ name: named(`!${busyWith}`), output: printing }] : [];
  const calls = open.flatMap((item) =>
    item.is === 'tool' && item.output
      ? [
          {
            name: named(`${item.block.name} ${subjectOf(item.block, root)}`),
            output: item.output,
          },
        ]
      : [],
  );
  return [...own, ...calls];
}

const named = (text: string): string => joined(exactly(text));

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

export function retryLine(retry: Retrying, now: number): string {
  const { reason, after } = retryWords(retry, Math.max(0, Math.ceil((retry.at - now) / 1000)));
  return `${printable(joined(reason))}${after}.`;
}
