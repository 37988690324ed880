import type { Dialog } from '../../state/state.ts';
import { dialogQuery } from './dialogs.ts';
import type { Query } from './query.ts';

/** The question that waits for a line, and what was typed before it was put. */
export interface Asking {
  readonly query: Query | undefined;
  put(query: Query): void;
  /** Puts the agent's question; drops one that a turn left behind, or that is over by itself. */
  follow(dialog: Dialog | undefined): void;
  /** Takes a whole line: for an answer, or for later. */
  take(line: string): void;
  /** After every key: a line that is empty begins anew. */
  onKey(): void;
  /** Drops the question of a command; false where there is none. */
  drop(): boolean;
  keep(text: string): void;
  /** What was kept, once nothing is asked any more; only once. */
  release(): string | undefined;
}

interface AskingParts {
  readonly say: (...lines: readonly string[]) => void;
  /** What is typed so far. */
  readonly typed: () => string;
  /** Which keys these are: those that came together share a number. */
  readonly batch: () => number;
  /** The text of a line. */
  readonly whole: (line: string) => string;
  /** The project. */
  readonly root?: string;
}

export function createAsking({ say, typed, batch, whole, root }: AskingParts): Asking {
  let asked: { readonly query: Query; readonly dialog: Dialog | undefined } | undefined;
  /** The line was begun before the question was put: whatever it says, it is no answer. */
  let begunBefore = false;
  /** Keys that came together with those that led to the question were typed before it as well. */
  let bornIn: number | undefined;
  let kept: string[] = [];
  const put = (query: Query, dialog?: Dialog) => {
    asked = { query, dialog };
    say(query.text, query.how, ...(typed() === '' ? [] : [BEGUN]));
    bornIn = batch();
    begunBefore = typed() !== '';
  };
  const answer = (line: string) => {
    if (!asked) return;
    const { query, dialog } = asked;
    const reply = query.take(line.trim());
    if (reply.is === 'again') return say(reply.why, query.how);
    asked = undefined;
    if (reply.is === 'next') put(reply.query, dialog);
    else if (reply.says) say(reply.says);
  };
  return {
    get query() {
      return asked?.query;
    },
    put: (query) => put(query),
    follow: (dialog) => {
      if (asked?.dialog && asked.dialog !== dialog) asked = undefined;
      const over = asked?.query.over?.();
      if (over !== undefined) {
        asked = undefined;
        say(over);
      }
      if (!asked && dialog) put(dialogQuery(dialog, root), dialog);
    },
    take: (line) => {
      if (!begunBefore && batch() !== bornIn) return answer(line);
      begunBefore = false;
      kept.push(whole(line));
      say(NO_ANSWER, ...(asked ? [asked.query.how] : []));
    },
    onKey: () => {
      begunBefore = typed() !== '' && (begunBefore || batch() === bornIn);
    },
    drop: () => {
      const isOwn = asked !== undefined && asked.dialog === undefined;
      if (isOwn) asked = undefined;
      return isOwn;
    },
    keep: (text) => void kept.push(text),
    release: () => {
      if (asked || kept.length === 0) return undefined;
      const text = kept.join('\n');
      kept = [];
      return text;
    },
  };
}

const BEGUN =
  'What you typed before the question does not answer it. Press Enter to keep it for later.';
const NO_ANSWER =
  'You began that line before the question, so it does not answer it. Wave keeps it for later.';
