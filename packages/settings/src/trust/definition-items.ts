import { relative } from 'node:path';
import { checkHooks } from '@wavehooks/hooks';
import { beyondOf, runsOf } from '@wavehooks/hooks/entries';
import { type Reach, reachOfRuns, scriptsOfRuns } from '@wavehooks/hooks/scripts';
import { type DefinitionFile, isDefinition, isFaulty } from '../definitions/definition.ts';
import { folderAt } from '../definitions/folder.ts';
import { isProjects, type LoadedFile } from '../reading/loaded-file.ts';
import { type Item, idOf, makeItem } from './items.ts';

/** The agents and skills of a project, each with all of its files and what its hooks load. */
export const definitionItemsOf = (files: readonly LoadedFile[], projectDir: string): Item[] =>
  files
    .filter(isDefinition)
    .filter((file) => isProjects(file) && !isFaulty(file.definition))
    .map((file) => itemOf(file, projectDir));

/** By its place: what it says is in its file, which the approval holds. */
export const definitionId = ({ definition, file }: DefinitionFile, projectDir: string): string =>
  idOf(definition.kind, relative(projectDir, file));

function itemOf(file: DefinitionFile, projectDir: string): Item {
  const { kind, name } = file.definition;
  const own = ownFiles(file);
  const entries = checkHooks([file]).entries.filter(
    ({ content, off }) => content !== undefined && off === undefined,
  );
  const runs = entries.flatMap((entry) => runsOf(entry) ?? []);
  const beyond = entries.flatMap((entry) => (runsOf(entry) ? [] : (beyondOf(entry) ?? [])));
  const reach = (): Reach => {
    const all = runs.map((one) => reachOfRuns(one, projectDir));
    return {
      files: unique([...own.files, ...all.flatMap(({ files }) => files)]),
      marks: [...own.marks, ...all.flatMap(({ marks }) => marks)],
      gaps: [...beyond, ...all.flatMap(({ gaps }) => gaps)],
      coverage: weakest([
        ...all.map(({ coverage }) => coverage),
        ...(beyond.length > 0 ? ['partial' as const] : []),
      ]),
    };
  };
  const named = runs.map((one) => scriptsOfRuns(one, projectDir));
  const scripts = {
    files: unique([...own.files, ...named.flatMap(({ files }) => files)]),
    coverage: weakest(named.map(({ coverage }) => coverage)),
  };
  return makeItem(kind, name, `${file.file}:1`, relative(projectDir, file.file), scripts, reach);
}

/** Of a skill the whole folder, as it is listed: no file may be added unseen. */
function ownFiles({ definition, file }: DefinitionFile): Pick<Reach, 'files' | 'marks'> {
  const folder = 'dir' in definition && definition.dir ? folderAt(definition.dir) : undefined;
  if (!folder?.ok) return { files: [file], marks: [] };
  return {
    files: unique([file, ...folder.files]),
    marks: folder.dirs.map((path) => ({ path, of: 'entries' }) as const),
  };
}

const unique = (paths: readonly string[]): string[] => [...new Set(paths)];

const ORDER = ['none', 'partial', 'full'] as const;

const weakest = (all: readonly Reach['coverage'][]): Reach['coverage'] =>
  ORDER.find((one) => all.includes(one)) ?? 'full';
