import { homedir } from 'node:os';
import { join } from 'node:path';
import { readSettingsText } from '../reading/read.ts';
import { setTopField } from './set-top.ts';
import { writeSettings } from './write.ts';

/** Writes one field into the user's own settings. Returns the file. */
export function setUserField(field: string, value: unknown, home = homedir()): string {
  const file = join(home, '.wave', 'settings.json');
  const old = readSettingsText(file);
  const text = setTopField(old ?? '', field, value, file);
  if (text !== old) writeSettings(file, text, old);
  return file;
}
