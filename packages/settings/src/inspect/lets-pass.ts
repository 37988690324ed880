import { resolve } from 'node:path';
import { isEventName } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import { readTextFile } from '@wavehooks/process/files';
import type { HookRow } from './list.ts';

/** Whether a hook is a guard whose own failure opens the gate without anybody having chosen that. */
export function letsPass(
  { event, state, onError, choosesOnError, async, command, files }: HookRow,
  projectDir: string,
): boolean {
  const decides = isEventName(event) && specOf(event).decides === 'permission';
  if (!decides || state === 'invalid' || state === 'disabled' || async) return false;
  if (onError === 'block' || choosesOnError) return false;
  return textsOf({ command, files }, projectDir).some((text) => DENIES.test(text));
}

/** How a hook refuses or asks: exit 2, a JSON answer, or the kit's own words. */
const DENIES = /\b(exit[ (]+2|_exit\(2|exitCode\s*=\s*2)\b|ecision|blocked|\b(deny|ask|block)\(/;

/** What can be read of a hook: its command and the scripts that it names. */
export const textsOf = (
  { command, files }: Pick<HookRow, 'command' | 'files'>,
  projectDir: string,
): string[] => [command, ...files.map((file) => read(projectDir, file))];

/** What cannot be read shows nothing; that it is missing is told elsewhere. */
export function read(projectDir: string, file: string): string {
  try {
    return readTextFile(resolve(projectDir, file)) ?? '';
  } catch {
    return '';
  }
}
