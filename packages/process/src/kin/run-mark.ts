import { filesMade, MARK, namelessFile } from '../basics/nameless.ts';

// What a program starts is found again by its run's mark, also where it left the group. The mark is the
// name of a nameless file, and in two places: a variable, which outlives closed descriptors, and an open
// descriptor, which outlives a cleared environment.

/** The marks of the runs that a process belongs to, the innermost last, each between colons. */
export const RUN_VARIABLE = 'WAVE_RUN';

/**
 * Out of the way of scripts, which count from 3, and of what shells take for themselves, from 10. Node
 * keeps from its children what it finds open below 16.
 */
export const RUN_FD = 19;

/** A Wave inside of a hook of Wave: deeper than that, only the innermost are kept. */
const MAX_DEPTH = 8;

export interface RunMark {
  /** For the caller to close. Only Linux shows who holds it. */
  readonly fd: number | undefined;
  /** What tells it from the other marks of this process: the end of its name. */
  readonly number: string;
  /** The value of the variable. */
  readonly value: string;
}

/** A mark for one run, which is inside of those that `outer` names. */
export function markRun(outer: string | undefined): RunMark {
  const { fd, number } = process.platform === 'linux' ? markFile() : numbered();
  const marks = [...marksIn(outer ?? ''), `${MARK}-${number}`].slice(-MAX_DEPTH);
  return { fd, number, value: `:${marks.join(':')}:` };
}

/** How the run that a process was started as is marked, by the traces that it bears (table.ts). */
export function ownMarks(traces: string): readonly string[] {
  const [, value = ''] = VARIABLE.exec(traces) ?? [];
  const [, file = ''] = FILE.exec(traces) ?? [];
  return [marksIn(value).at(-1) ?? '', file].filter(Boolean).map((mark) => `:${mark}:`);
}

const VARIABLE = new RegExp(`(?:^|[\\0 ])${RUN_VARIABLE}=([^\\0 ]*)`);
const FILE = /\0:(wave-[^\0:]+):\0$/;

const marksIn = (value: string): readonly string[] => value.split(':').filter(Boolean);

function markFile() {
  try {
    const fd = namelessFile();
    return { fd, number: String(filesMade()) };
  } catch {
    return numbered();
  }
}

let runs = 0;

const numbered = () => ({ fd: undefined, number: `run${++runs}` });
