import { readFileSync } from 'node:fs';

/** The name of one process at one time: its number alone would be given to somebody else one day. */
export const ownName = (): string => `${process.pid}-${bornAt(process.pid)}-${serial()}`;

let count = 0;

/** No two locks of ours have the same name, so that what was said about one never fits another. */
const serial = (): string => `${Date.now().toString(36)}${(count++).toString(36)}`;

/** Whether the process that gave itself this name still runs. */
export function isAlive(name: string): boolean {
  const [, born = ''] = name.split('-');
  const pid = pidOf(name);
  return pid !== undefined && isRunning(pid, born);
}

/** The number of the process that gave itself this name. */
export function pidOf(name: string): number | undefined {
  const pid = Number(name.split('-')[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** Whether a process runs that was born then; where nobody knows when, any of that number. */
function isRunning(pid: number, born: string): boolean {
  if (!answers(pid)) return false;
  const now = bornAt(pid);
  return born === '' || now === '' || now === born;
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When it was started, as the kernel counts; "dead" for a zombie, empty where there is no such table. */
function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything, parentheses included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'dead' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
