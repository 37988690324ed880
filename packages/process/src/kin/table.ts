import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { RUN_FD } from './run-mark.ts';

/** A process that is alive, as the system's table shows it. */
export interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** A later process with the same number is another one. 0 where the table does not say. */
  readonly started: number;
  /** Where marks are looked for: its first environment and, on Linux, the mark it inherited as a file. */
  traces(): string;
}

/** All processes that are alive. Empty where the table cannot be read. */
export const processes = (): readonly Row[] =>
  process.platform === 'linux' ? fromProc() : readPs(psOutput());

/** One of them; undefined when it is dead. Only where there is /proc. */
export function rowOf(pid: string): Row | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything, parentheses included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = 'X', parent, group, session] = fields;
    // A zombie that nobody reaped is dead.
    if (DEAD.test(state)) return undefined;
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      started: Number(fields[START]),
      traces: () => `${environmentOf(pid)}\0:${markFileOf(pid)}:\0`,
    };
  } catch {
    return undefined;
  }
}

const DEAD = /^[ZX]/;
const START = 19;

function fromProc(): readonly Row[] {
  const names = attempt(() => readdirSync('/proc'), []);
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => rowOf(name) ?? []);
}

const environmentOf = (pid: string): string =>
  attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1'), '');

const markFileOf = (pid: string): string =>
  attempt(
    () => basename(readlinkSync(`/proc/${pid}/fd/${RUN_FD}`)).replace(/ \(deleted\)$/, ''),
    '',
  );

/** What belongs to somebody else cannot be read, and what ended just now is not there. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Long enough for a system that is busy; without an answer there is nobody to find. */
const PS_MS = 2_000;
const PS_BYTES = 64 * 1024 * 1024;

function psOutput(): string {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  // Only macOS shows environments by -E; elsewhere that is another option.
  const all = process.platform === 'darwin' ? '-axwwE' : '-axww';
  const args = [all, '-o', 'pid=,ppid=,pgid=,stat=,command='];
  const { stdout } = spawnSync('ps', args, {
    encoding: 'latin1',
    timeout: PS_MS,
    maxBuffer: PS_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return stdout ?? '';
}

/** Lines of pid, parent, group, state and command, the environment behind it. */
export function readPs(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = 'Z', rest = ''] = PS_LINE.exec(line) ?? [];
    if (DEAD.test(state)) return [];
    const ids = { pid: Number(pid), parent: Number(parent), group: Number(group) };
    // Its session is not shown: its group stands for it.
    return [{ ...ids, session: ids.group, started: 0, traces: () => rest }];
  });
}

const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/;
