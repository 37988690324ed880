import { readAwk } from './awk.ts';
import { type Heard, type Reader, UNHEARD } from './heard.ts';
import { readSed } from './sed.ts';
import { readGitSetting, readGitValue, readOtherSetting, readSshSetting } from './settings.ts';
import { SMALL } from './small.ts';

/** The languages that we read a little of. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['sed', readSed],
  ['awk', readAwk],
  ['git', readGitSetting],
  ['gitvalue', readGitValue],
  ['ssh', readSshSetting],
  ['setting', readOtherSetting],
  ...Object.entries(SMALL),
]);

export const isLanguage = (name: string): boolean => READERS.has(name);

/** What code does. Of a language that we do not read, nothing is known. */
export const readCode = (language: string | undefined, text: string): Heard =>
  READERS.get(language ?? '')?.(text) ?? UNHEARD;
