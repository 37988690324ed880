import { join } from 'node:path';
import { checkHooks, type Problem } from '@wavehooks/hooks';
import { claudeSwitch } from './claude.ts';
import { claudeFiles } from './load.ts';
import type { LoadedFile } from './loaded-file.ts';
import { claudeHome, type LoadOptions } from './places.ts';
import { rulesIn } from './rules.ts';

/** Whether Claude Code's files are read, and which of them hold something that counts. */
export interface ClaudeState {
  /** What the user said; undefined when nobody asked yet. */
  readonly said: boolean | undefined;
  readonly files: readonly ClaudeFile[];
}

export interface ClaudeFile extends Pick<LoadedFile, 'file' | 'name' | 'plugin'> {
  readonly hooks: number;
  /** Of `permissions.deny` and `ask`. */
  readonly rules: number;
}

/** `files` are those that are in force. */
export function claudeState(options: LoadOptions, files: readonly LoadedFile[]): ClaudeState {
  const said = claudeSwitch(files);
  if (options.only) return { said, files: [] };
  // Until somebody says so, what is wrong with them stops nobody.
  const found = said ? files.filter(isClaudes) : claudeFiles(options, 'skip broken ones');
  return { said, files: found.map(weighed).filter(({ hooks, rules }) => hooks + rules > 0) };
}

const isClaudes = ({ agent }: LoadedFile): boolean => agent === 'claude-code';

function weighed(file: LoadedFile): ClaudeFile {
  const { entries, problems } = checkHooks([file]);
  const wrong = problems.filter(({ level }) => level === 'error');
  const rules = rulesIn(file).rules.filter(({ list }) => list !== 'allow').length;
  return {
    ...{ file: file.file, name: file.name, rules },
    ...(file.plugin ? { plugin: file.plugin } : {}),
    hooks: entries.filter(({ content }) => content !== undefined).length + wrong.length,
  };
}

/** One line for whoever has such files and was not asked yet. */
export function offProblems({ said, files }: ClaudeState): Problem[] {
  const [first] = files;
  if (said !== undefined || !first) return [];
  const hooks = files.reduce((sum, one) => sum + one.hooks, 0);
  const rules = files.reduce((sum, one) => sum + one.rules, 0);
  const what = [countText(hooks, 'hook'), countText(rules, 'rule')].filter(Boolean).join(' and ');
  const more = files.length === 1 ? '' : ` and ${files.length - 1} more`;
  const text = `Claude Code's ${what} here${more && ` (${first.file}${more})`} are off: "wave hooks claude-code on" has Wave read them, "off" ends this line`;
  return [{ level: 'warning', source: first.file, hook: '', text }];
}

const countText = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;

/** What guards the agent where Wave reads it: Claude Code's directories, and plugins. */
export function guardedPlaces(options: LoadOptions, files: readonly LoadedFile[]): string[] {
  const claude = claudeSwitch(files)
    ? [claudeHome(options), join(options.projectDir, '.claude')]
    : [];
  const plugins = files.flatMap(({ plugin }) => (plugin && plugin.root !== '' ? plugin.root : []));
  return [...new Set([...claude, ...plugins])];
}
