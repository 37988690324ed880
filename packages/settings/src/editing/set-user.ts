import { homedir } from 'node:os';
import { join } from 'node:path';
import { readSettingsText } from '../reading/read.ts';
import { setTopField } from './set-top.ts';
import { writeSettings } from './write.ts';

/** What was written to a settings file. */
export interface FileWritten {
  readonly file: string;
  /** What stood there; undefined where there was no file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Writes one field into the user's own settings. */
export function setUserField(field: string, value: unknown, home = homedir()): FileWritten {
  const file = join(home, '.wave', 'settings.json');
  const before = readSettingsText(file);
  const after = setTopField(before ?? '', field, value, file);
  if (after !== before) writeSettings(file, after, before);
  return { file, before, after };
}
