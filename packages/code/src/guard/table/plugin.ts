import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Addition, SettingsError } from '@wavehooks/settings';

/** The program that an agent loads, with its entries in front. */
export function withPlugin(
  agent: string,
  text: string,
  entries: readonly Addition[],
  file: string,
): string {
  if (text !== '' && pluginEntries(text).length === 0)
    throw new SettingsError(`${file}: expected a file of Wave's, got another one: move it away`);
  const commands = Object.fromEntries(
    entries.map(({ event, entry }) => [event, Object(entry).command]),
  );
  return [
    `// Written by "wave guard install --agent ${agent}", which writes it anew; "wave guard uninstall" takes it out.`,
    `const COMMANDS = ${JSON.stringify(commands, null, 2)};`,
    '',
    readFileSync(join(import.meta.dirname, `guard-${agent}.mjs`), 'utf8'),
  ].join('\n');
}

/** The entries in it; none in a file that is not ours. */
export function pluginEntries(text: string): Addition[] {
  const [, found] = /^const COMMANDS = (\{.*?^\});$/ms.exec(text) ?? [];
  if (found === undefined) return [];
  try {
    return Object.entries(JSON.parse(found)).map(([event, command]) => ({
      event,
      entry: { command },
    }));
  } catch {
    return [];
  }
}
