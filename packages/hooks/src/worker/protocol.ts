import type { TracePlace } from '@wavehooks/process';
import { type Fields, isObject, misfit, optional, required, show } from '../vocabulary/shape.ts';

/** One answer of a worker: what a command would have printed, and how it would have exited. */
export const WORKER_ANSWER_FIELDS = {
  id: required('text', 'the id of the event that is answered'),
  exit_code: optional('number', 'a whole number from 0 to 255, as a command exits; 0 by default'),
  stdout: optional('anything', 'what a command prints: a text, or the JSON answer as an object'),
  stderr: optional('text', 'what a command writes to stderr: the reason beside `"exit_code": 2`'),
} as const satisfies Fields;

export interface WorkerAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A line of a worker. One whose id can be told costs one event, noise costs the worker. */
export type WorkerLine =
  | { is: 'answer'; id: string; said: WorkerAnswer }
  | { is: 'unfit'; id: string; error: string }
  | { is: 'noise'; error: string };

/** The pieces of a request: put together by whoever writes them, since an event can be large. */
export const requestLine = (
  id: string,
  payload: Buffer,
  trace: TracePlace | undefined,
): readonly Buffer[] => [
  Buffer.from(`${JSON.stringify({ id, ...trace }).slice(0, -1)},"input":`),
  payload.at(-1) === NEWLINE ? payload.subarray(0, -1) : payload,
  Buffer.from('}\n'),
];

export const cancelLine = (id: string): Buffer => Buffer.from(`{"cancel":"${id}"}\n`);

export const NEWLINE = 10;

export function readWorkerLine(text: string): WorkerLine {
  const value = parsed(text);
  if (value === undefined)
    return { is: 'noise', error: `it printed a line that is not JSON: ${show(text)}` };
  if (!isObject(value))
    return { is: 'noise', error: `it printed a line that is no object: ${show(value)}` };
  const { id } = value;
  if (typeof id !== 'string')
    return { is: 'noise', error: `it printed a line without an "id": ${show(value)}` };
  try {
    const error = faultOf(value);
    return error === undefined
      ? { is: 'answer', id, said: said(value) }
      : { is: 'unfit', id, error };
  } catch (error) {
    // What is nested too deeply can be read, but not written again.
    return { is: 'unfit', id, error: `its answer cannot be taken: ${(error as Error).message}` };
  }
}

/** A byte order mark is dropped, as it is from what a command prints. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** A field that is not understood may be the block: then nothing of the answer counts. */
function faultOf(value: Record<string, unknown>): string | undefined {
  for (const [name, one] of Object.entries(value)) {
    const field = Object.hasOwn(WORKER_ANSWER_FIELDS, name)
      ? (WORKER_ANSWER_FIELDS as Fields)[name]
      : undefined;
    if (!field) return `its line has a field "${name}"; an answer belongs into "stdout"`;
    const expected = one === null ? undefined : (misfit(field, one) ?? MORE[name]?.(one));
    if (expected) return `"${name}": expected ${expected}, got ${show(one)}`;
  }
  return undefined;
}

const MORE: Record<string, (value: unknown) => string | undefined> = {
  exit_code: (code) =>
    Number.isInteger(code) && Number(code) >= 0 && Number(code) <= 255
      ? undefined
      : 'a whole number from 0 to 255',
  stdout: (out) => (typeof out === 'string' || isObject(out) ? undefined : 'a text or an object'),
};

function said({ exit_code, stdout, stderr }: Record<string, unknown>): WorkerAnswer {
  const printed = stdout ?? '';
  return {
    code: (exit_code as number | null | undefined) ?? 0,
    stdout: typeof printed === 'string' ? printed : JSON.stringify(printed),
    stderr: (stderr as string | null | undefined) ?? '',
  };
}
