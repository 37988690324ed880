import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { missingFile, scriptsOf } from '@wavehooks/hooks/scripts';
import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Around } from '../peers/read-foreign.ts';
import { unsetIn } from '../peers/unset.ts';

/** A command as it is written here, and what was done to it. */
export interface Placed {
  readonly text: string;
  readonly hows: readonly string[];
}

/** A command that finds its files from wherever it runs. */
export function placed(command: string, around: Around | undefined): Placed {
  if (!around) return { text: command, hows: [] };
  const plugin = around.plugin ? withPlugin(command, around.plugin) : command;
  const text = rooted(plugin, around.projectDir);
  return {
    text,
    hows: [
      ...(plugin === command ? [] : ["with the plugin's own place"]),
      ...(text === plugin ? [] : ["with its file from the project's root"]),
    ],
  };
}

/** The same for a program with its arguments: no shell splits them, so no quotes are needed. */
export function placedProgram(
  words: readonly string[],
  around: Around | undefined,
): { readonly words: readonly string[]; readonly hows: readonly string[] } {
  if (!around) return { words, hows: [] };
  const { plugin, projectDir } = around;
  const own = plugin ? words.map((word) => filledIn(word, plugin)) : words;
  const isOwn = (word: string, at: number) =>
    (at > 0 || word.includes('/')) &&
    !isAbsolute(word) &&
    statSync(join(projectDir, word), { throwIfNoEntry: false })?.isFile() === true;
  const placed = own.map((word, at) =>
    isOwn(word, at) ? `\${CLAUDE_PROJECT_DIR}/${word.replace(/^(\.\/)+/, '')}` : word,
  );
  const differs = (one: readonly string[], other: readonly string[]) =>
    one.some((word, at) => word !== other[at]);
  return {
    words: placed,
    hows: [
      ...(differs(own, words) ? ["with the plugin's own place"] : []),
      ...(differs(placed, own) ? ["with its file from the project's root"] : []),
    ],
  };
}

const filledIn = (word: string, { root, data }: { root: string; data: string }): string =>
  word
    .replaceAll('${CLAUDE_PLUGIN_ROOT}', () => root)
    .replaceAll('${CLAUDE_PLUGIN_DATA}', () => data);

/** Nobody sets a plugin's variables for an entry that is no plugin's any more. */
function withPlugin(command: string, { root, data }: { root: string; data: string }): string {
  const values: Record<string, string> = { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data };
  const pattern = /\$(?:\{(CLAUDE_PLUGIN_(?:ROOT|DATA))\}|(CLAUDE_PLUGIN_(?:ROOT|DATA))\b)/g;
  return command.replace(pattern, (_, braced, bare, offset: number) => {
    const value = values[braced ?? bare] ?? '';
    const inside = quoteAt(command, offset);
    if (inside === "'") return value.replaceAll("'", `'\\''`);
    const escaped = value.replace(/[\\"$`]/g, '\\$&');
    return inside === '"' ? escaped : `"${escaped}"`;
  });
}

/** The quote that stands open at a place of a command; empty where none does. */
function quoteAt(command: string, offset: number): string {
  let inside = '';
  for (const [found] of command.slice(0, offset).matchAll(/\\.|["']/gs)) {
    if (found.startsWith('\\')) continue;
    inside = inside === '' ? found : inside === found ? '' : inside;
  }
  return inside;
}

/** Names of files that are there, seen from the project's root, which does not follow `cd`. */
function rooted(command: string, projectDir: string): string {
  const files = scriptsOf(command, projectDir).files.filter(
    (file) => !isAbsolute(file) && existsSync(join(projectDir, file)),
  );
  return files.reduce((text, file) => {
    const name = file.replace(/^\.\//, '');
    const word = new RegExp(
      `(^|[\\s;&|(])(["']?)(?:\\./)?${literally(name)}\\2(?=$|[\\s;&|)])`,
      'g',
    );
    return text.replace(word, (_, before, quote) => `${before}${rootedWord(name, quote)}`);
  }, command);
}

const rootedWord = (name: string, quote: string): string =>
  quote === "'"
    ? `"$CLAUDE_PROJECT_DIR"/'${name}'`
    : `"$CLAUDE_PROJECT_DIR"/${quote}${name}${quote}`;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What Wave sets for every hook. */
const OURS = [
  'WAVE_PROJECT_DIR',
  'CLAUDE_PROJECT_DIR',
  'CLAUDECODE',
  'CLAUDE_ENV_FILE',
  'WAVE_ENV_FILE',
];

/** Why a command cannot work here: a variable that nobody sets, a file that is not there. */
export function brokenBy(
  runs: { readonly shell: string } | { readonly argv: readonly string[] },
  own: unknown,
  around: Around | undefined,
): { readonly field: string; readonly why: string }[] {
  if (!around) return [];
  const env = { ...around.env, ...(isObject(own) ? (own as Record<string, string>) : {}) };
  const unset = 'shell' in runs ? unsetIn(runs.shell, { prefix: '', set: OURS }, env) : [];
  if (unset.length > 0)
    return unset.map(({ name }) => ({ field: `$${name}`, why: 'nothing sets this variable here' }));
  const { projectDir } = around;
  const variables = { ...env, CLAUDE_PROJECT_DIR: projectDir, WAVE_PROJECT_DIR: projectDir };
  const missing = missingFile(runs, projectDir, variables);
  return missing === undefined ? [] : [{ field: 'file', why: `there is no ${missing}` }];
}
