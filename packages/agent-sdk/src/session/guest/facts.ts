import type { Change } from '../../conversation/conversation.ts';
import type { Usage } from '../../vocabulary/model.ts';

/** What a line says of its message that is not in the message. */
export interface Fact {
  readonly at: number;
  readonly cwd: string;
  readonly model?: string;
  readonly usage?: Usage;
}

export interface Facts {
  hear(change: Change, isPast?: boolean): void;
  /** By the id of a message, or of a call for its result. */
  of(id: string): Fact | undefined;
}

/** Remembers when and where things were said, and by which model. */
export function createFacts(cwd: () => string, now: () => number = Date.now): Facts {
  const known = new Map<string, Fact>();
  let last = 0;
  /** The answer that was added just now: what is spent next is what it cost. */
  let answer: string | undefined;
  const note = (id: string, at: number) => {
    last = at;
    known.set(id, { at, cwd: cwd() });
  };
  return {
    of: (id) => known.get(id),
    hear: (change, isPast = false) => {
      const at = () => (isPast ? last : now());
      const answered = answer;
      answer = undefined;
      if (change.is === 'added') {
        note(change.message.id, change.at ?? at());
        if (change.message.role === 'assistant') answer = change.message.id;
      }
      if (change.is === 'compacted') note(change.message.id, at());
      if (change.is === 'tool' && change.patch.stage === 'end') note(change.call, at());
      const fact = answered === undefined ? undefined : known.get(answered);
      if (change.is === 'spent' && answered !== undefined && fact)
        known.set(answered, { ...fact, model: change.model, usage: change.usage });
    },
  };
}
