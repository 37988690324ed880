import { homedir } from 'node:os';
import { join } from 'node:path';
import { readSettingsText } from '../reading/read.ts';
import { setTopField } from './set-top.ts';
import { writeSettings } from './write.ts';

/** Writes into the user's own settings whether Claude Code's files are read. Returns the file. */
export function sayReadClaude(reads: boolean, home = homedir()): string {
  const file = join(home, '.wave', 'settings.json');
  const old = readSettingsText(file);
  const text = setTopField(old ?? '', 'readClaudeCode', reads, file);
  if (text !== old) writeSettings(file, text, old);
  return file;
}
