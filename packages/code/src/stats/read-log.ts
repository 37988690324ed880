import { streamLines } from '../log/stream-lines.ts';
import type { Logged } from '../trace/build/logged.ts';
import { readLine } from '../trace/read-records.ts';
import { dayOf } from './period.ts';
import type { LogState } from './stats.ts';

export interface ReadLog {
  /** Read anew each time; `only` passes over records of other kinds quickly. */
  records(only?: string): Iterable<Logged>;
  /** What was noticed while they were last read; `from` is when the time begins that is looked at. */
  state(from: number): LogState;
}

const MOST_PLACES = 3;

/** A log as records. What is wrong with it is noted, and costs no more than itself. */
export function openRecords(dir: string): ReadLog {
  let seen = freshSeen();
  return {
    *records(only) {
      seen = freshSeen();
      const { problems, places } = seen;
      for (const { text, file, line } of streamLines(dir, (problem) => problems.add(problem))) {
        if (only !== undefined && !text?.includes(only)) continue;
        const read = text === undefined ? undefined : readLine(text);
        if (read === undefined) {
          seen.damaged += 1;
          if (places.length < MOST_PLACES) places.push(`${file}:${line}`);
        } else if ('is' in read && read.is === 'other') {
          if (read.kind === 'rotated') seen.rotated = true;
        } else {
          seen.records += 1;
          seen.oldest = Math.min(seen.oldest, Date.parse(read.time) || seen.oldest);
          yield read;
        }
      }
    },
    state: (from) => stateOf(seen, from),
  };
}

const freshSeen = () => ({
  ...{ records: 0, damaged: 0, oldest: Number.POSITIVE_INFINITY, rotated: false },
  problems: new Set<string>(),
  places: [] as string[],
});

function stateOf(seen: ReturnType<typeof freshSeen>, from: number): LogState {
  const { records, damaged, oldest, rotated, problems, places } = seen;
  const lines = damaged === 1 ? '1 line' : `${damaged} lines`;
  const more = damaged > places.length ? ', ...' : '';
  const notes = [
    ...problems,
    ...(damaged > 0 ? [`${lines} of the log could not be read (${places.join(', ')}${more})`] : []),
    ...(rotated && oldest > from && Number.isFinite(oldest)
      ? [`The log begins on ${dayOf(oldest)}: what was before that had to make room.`]
      : []),
  ];
  return { records, damaged, notes };
}
