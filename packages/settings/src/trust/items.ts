import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkHooks, type Entry } from '@wavehooks/hooks';
import { beyondOf, concealed, runsOf } from '@wavehooks/hooks/entries';
import {
  fingerprint,
  loadsCode,
  type Reach,
  reachOfRuns,
  type Scripts,
  scriptsOfRuns,
} from '@wavehooks/hooks/scripts';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { markdownBelow } from '@wavehooks/process/files';
import { isDefinition } from '../definitions/definition.ts';
import { isProjects, type LoadedFile } from '../reading/loaded-file.ts';
import { modeToApprove } from '../reading/rules.ts';
import { isForbidden } from '../values/forbidden.ts';

/** What a project's files can bring that runs code or loosens a rule. */
export type ItemKind =
  | 'hook'
  | 'mcp'
  | 'allow'
  | 'mode'
  | 'env'
  | 'command'
  | 'supervisor'
  | 'agent'
  | 'skill';

/** One thing to approve, by its content. */
export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
  /** How a person recognises it. */
  readonly label: string;
  /** `file:line`. */
  readonly source: string;
  readonly content: unknown;
  readonly scripts: Scripts;
  /** All that these load; worked out when it is asked for, since an approval may say so already. */
  readonly reach: () => Reach;
}

const NO_SCRIPTS: Scripts = { files: [], coverage: 'full' };

/** Everything in a project's files that needs approval, but for its MCP servers. */
export function itemsOf(files: readonly LoadedFile[], projectDir: string): Item[] {
  const own = files.filter(isProjects);
  return [
    // A definition is approved as a whole, its hooks with it.
    ...own
      .filter((file) => !isDefinition(file))
      .flatMap((file) => [
        ...hookItems(file, projectDir),
        ...allowItems(file),
        ...modeItems(file),
        ...envItems(file),
      ]),
    ...commandItems(projectDir),
    ...supervisorItems(projectDir),
  ];
}

export type Place = Pick<LoadedFile, 'value' | 'locateIn'>;

export function makeItem(
  kind: ItemKind,
  label: string,
  source: string,
  content: unknown,
  scripts: Scripts,
  reach: () => Reach = () => ({ ...scripts, marks: [], gaps: [] }),
): Item {
  return { kind, id: idOf(kind, content), label, source, content, scripts, reach };
}

/** The same content is the same item, wherever it stands. */
export const idOf = (kind: ItemKind, content: unknown): string => fingerprint([kind, content]);

/** What is wrong does not run, so there is nothing to approve. */
const hookItems = (file: LoadedFile, projectDir: string): Item[] =>
  checkHooks([file])
    .entries.filter(({ content, off }) => content !== undefined && off === undefined)
    .map((entry) => {
      const { label, source, content } = entry;
      const runs = runsOf(entry);
      const made = (scripts: Scripts, reach: () => Reach) =>
        withoutSecrets(makeItem('hook', label, source, content, scripts, reach));
      if (!runs) return made(NO_SCRIPTS, () => wordsOf(entry));
      return made(scriptsOfRuns(runs, projectDir), () => reachOfRuns(runs, projectDir));
    });

/** Its id stands for all of it; what is shown and kept of it may be less. */
const withoutSecrets = (item: Item): Item => {
  const { entry, ...rest } = isObject(item.content) ? item.content : {};
  return isObject(entry) ? { ...item, content: { ...rest, entry: concealed(entry) } } : item;
};

/** Where nothing is started there is no file to hold, and all there is to say is what it reaches. */
function wordsOf(entry: Entry): Reach {
  const beyond = beyondOf(entry);
  const all = { ...NO_SCRIPTS, marks: [], gaps: [] };
  return beyond === undefined ? all : { ...all, coverage: 'partial', gaps: [beyond] };
}

/** The variables that an entry sets; what else stands there is a fault or a switch. */
export const variablesIn = (env: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isObject(env) ? env : {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  );

const allowItems = (file: Place): Item[] =>
  listOf(objectAt(file.value, 'permissions')['allow']).map((rule, at) =>
    makeItem('allow', String(rule), file.locateIn(['permissions', 'allow', at]), rule, NO_SCRIPTS),
  );

/** Only Wave's own: of other agents' files no mode is taken. */
function modeItems(file: LoadedFile): Item[] {
  const found = modeToApprove(file);
  if (!found) return [];
  return [makeItem('mode', found.mode, found.source, found.mode, NO_SCRIPTS)];
}

const envItems = (file: Place): Item[] =>
  Object.entries(objectAt(file.value, 'env'))
    .filter(([name]) => !isForbidden(name))
    .map(([name, value]) =>
      makeItem(
        'env',
        name,
        file.locateIn(['env', name]),
        { [name]: value },
        {
          ...NO_SCRIPTS,
          // Such a variable may lead to code that no approval sees.
          coverage: loadsCode(name) ? 'none' : 'full',
        },
      ),
    );

/** A command of the project is its file: a prompt that is sent in the user's name. */
function commandItems(projectDir: string): Item[] {
  const dir = join(projectDir, '.wave', 'commands');
  return markdownBelow(dir).map((file) => {
    const label = relative(dir, file).replace(/\.md$/, '');
    return makeItem('command', label, `${file}:1`, label, { files: [file], coverage: 'full' });
  });
}

/** What a project tells the supervisor's reviewer: it decides when an agent may stop. */
function supervisorItems(projectDir: string): Item[] {
  const file = join(projectDir, '.wave', 'SUPERVISOR.md');
  if (!existsSync(file)) return [];
  const name = 'SUPERVISOR.md';
  return [makeItem('supervisor', name, `${file}:1`, name, { files: [file], coverage: 'full' })];
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const objectAt = (
  value: Readonly<Record<string, unknown>>,
  name: string,
): Record<string, unknown> => (isObject(value[name]) ? value[name] : {});
