import { join } from 'node:path';
import { checkHooks, type Problem } from '@wavehooks/hooks';
import { claudeSwitch, runsGuard } from '../reading/claude.ts';
import { claudeParts } from '../reading/load.ts';
import type { LoadedFile } from '../reading/loaded-file.ts';
import { claudeHome, type LoadOptions } from '../reading/places.ts';
import { rulesIn } from '../reading/rules.ts';
import { isDefinition } from './definition.ts';
import { loadDefinitions } from './load-definitions.ts';

/** Whether Claude Code's files are read, and which of them hold something that counts. */
export interface ClaudeState {
  /** What the user said; undefined when nobody asked yet. */
  readonly said: boolean | undefined;
  readonly files: readonly ClaudeFile[];
}

/** What of theirs counts, and what one of it is called. */
const COUNTED = { hooks: 'hook', rules: 'rule', agents: 'agent', skills: 'skill' } as const;

type Counts = Readonly<Record<keyof typeof COUNTED, number>>;

/** Of rules, those of `permissions.deny` and `ask`. */
export interface ClaudeFile extends Pick<LoadedFile, 'file' | 'name' | 'plugin'>, Counts {}

/** `files` are those that are in force. */
export function claudeState(options: LoadOptions, files: readonly LoadedFile[]): ClaudeState {
  const said = claudeSwitch(files);
  if (options.only) return { said, files: [] };
  // Until somebody says so, what is wrong with them stops nobody.
  const found = said ? files.filter(isClaudes) : unreadFiles(options);
  return { said, files: found.map(weighed).filter((one) => claudeCounts([one]) !== '') };
}

function unreadFiles(options: LoadOptions): LoadedFile[] {
  const parts = claudeParts(options, 'skip broken ones');
  const definitions = loadDefinitions(options, { ...parts, claude: true });
  return [...parts.files, ...definitions.filter(isClaudes)];
}

const isClaudes = ({ agent }: LoadedFile): boolean => agent === 'claude-code';

function weighed(file: LoadedFile): ClaudeFile {
  const { entries, problems } = checkHooks([file]);
  const wrong = problems.filter(({ level }) => level === 'error');
  const rules = rulesIn(file).rules.filter(({ list }) => list !== 'allow').length;
  const kind = isDefinition(file) ? file.definition.kind : undefined;
  return {
    ...{ file: file.file, name: file.name, rules },
    agents: kind === 'agent' ? 1 : 0,
    skills: kind === 'skill' ? 1 : 0,
    ...(file.plugin ? { plugin: file.plugin } : {}),
    hooks: entries.filter(isOthers).length + wrong.length,
  };
}

type Checked = ReturnType<typeof checkHooks>;

/** Entries of `wave guard` are Wave's own: it would not run them. */
const isOthers = ({ content }: Checked['entries'][number]): boolean =>
  content !== undefined && !runsGuard((content as { readonly entry?: unknown }).entry);

/** One line for whoever has such files and was not asked yet. */
export function offProblems({ said, files }: ClaudeState): Problem[] {
  const [first] = files;
  if (said !== undefined || !first) return [];
  const more = files.length === 1 ? '' : ` and ${files.length - 1} more`;
  const text = `Claude Code's ${claudeCounts(files)} here${more && ` (${first.file}${more})`} are off: "wave hooks claude-code on" has Wave read them, "off" ends this line`;
  return [{ level: 'warning', source: first.file, hook: '', text }];
}

/** What is in them, all together: "2 hooks, 1 rule and 3 agents". */
export function claudeCounts(files: readonly Counts[]): string {
  const parts = Object.entries(COUNTED).flatMap(([name, one]) => {
    const count = files.reduce((sum, file) => sum + file[name as keyof Counts], 0);
    return count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];
  });
  return parts.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

/** What guards the agent where Wave reads it: Claude Code's directories, and plugins. */
export function guardedPlaces(options: LoadOptions, files: readonly LoadedFile[]): string[] {
  const claude = claudeSwitch(files)
    ? [claudeHome(options), join(options.projectDir, '.claude')]
    : [];
  const plugins = files.flatMap(({ plugin }) => (plugin && plugin.root !== '' ? plugin.root : []));
  return [...new Set([...claude, ...plugins])];
}
