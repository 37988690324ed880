import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writePrivate } from '@wavehooks/process/files';
import { makeDirs } from '../state/dirs.ts';

/** Whether the supervisor reviews at all, and since when. */
export interface Mode {
  readonly on: boolean;
  /** Milliseconds; 0 when nobody ever switched. */
  readonly since: number;
}

/** On unless somebody switched it off: a file that cannot be read switches nothing off. */
export function readMode(file: string): Mode {
  try {
    const [word, since] = readFileSync(file, 'utf8').trim().split(' ');
    return { on: word !== 'off', since: Number(since) || 0 };
  } catch {
    return { on: true, since: 0 };
  }
}

export function writeMode(file: string, on: boolean): void {
  makeDirs(dirname(file));
  writePrivate(file, `${on ? 'on' : 'off'} ${Date.now()}\n`);
}
