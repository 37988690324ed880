import type { Problem } from '@wavehooks/hooks';
import { hashOf } from '@wavehooks/hooks/scripts';
import {
  type Definition,
  type DefinitionFile,
  isDefinition,
  isFaulty,
} from '../definitions/definition.ts';
import { isProjects, type LoadedFile } from '../reading/loaded-file.ts';
import type { SourceAgent, SourceName } from '../reading/places.ts';
import { definitionId } from './definition-items.ts';
import type { JudgedItem } from './judge.ts';
import type { ProjectMode } from './servers.ts';

/** Whether the model is offered it. */
export type DefinitionState = 'active' | 'unapproved' | 'changed' | 'off' | 'faulty' | 'hidden';

/** An agent or a skill, and what became of it. */
export interface OpenedDefinition {
  readonly definition: Definition;
  readonly file: string;
  readonly from: SourceName;
  readonly agent: SourceAgent;
  readonly state: DefinitionState;
  /** Why it is not active. */
  readonly why: string;
  /** The id of the scope that its hooks belong to. */
  readonly scope: string;
}

/** All of them. Of one name, the first that could be used is; it hides the others. */
export function definitionsOf(
  files: readonly LoadedFile[],
  items: readonly JudgedItem[],
  projectDir: string,
  mode: ProjectMode,
): OpenedDefinition[] {
  const taken = new Map<string, string>();
  return files.filter(isDefinition).map((file) => {
    const { definition, name: from, agent = 'wave', scope } = file;
    const judged = stateOf(file, items, projectDir, mode);
    const key = `${definition.kind} ${definition.name}`;
    const first = taken.get(key);
    if (judged.state === 'active' && first === undefined) taken.set(key, file.file);
    const state =
      judged.state === 'active' && first !== undefined
        ? ({ state: 'hidden', why: `${first} has the same name and comes first` } as const)
        : judged;
    return { definition, file: file.file, from, agent, ...state, scope: scope?.id ?? '' };
  });
}

function stateOf(
  file: DefinitionFile,
  items: readonly JudgedItem[],
  projectDir: string,
  mode: ProjectMode,
): Pick<OpenedDefinition, 'state' | 'why'> {
  const { definition } = file;
  if (isFaulty(definition)) return { state: 'faulty', why: definition.fault };
  if (!isProjects(file) || mode === 'trusted') return ACTIVE;
  if (mode === 'off') return { state: 'off', why: "the project's own are switched off" };
  const item = itemFor(file, items, projectDir);
  if (!item || item.state === 'unapproved') return { state: 'unapproved', why: UNAPPROVED };
  if (item.state === 'changed') return { state: 'changed', why: item.why.join('; ') };
  return asRead(file, item);
}

const ACTIVE = { state: 'active', why: '' } as const;
const UNAPPROVED = 'nobody has approved it yet';

export const itemFor = (
  file: DefinitionFile,
  items: readonly JudgedItem[],
  projectDir: string,
): JudgedItem | undefined => {
  const id = definitionId(file, projectDir);
  return items.find(({ kind, id: own }) => kind === file.definition.kind && own === id);
};

/** What was read has to be what was approved, also where the file changed between the two looks. */
function asRead({ file, text }: DefinitionFile, { pins }: JudgedItem) {
  const pin = pins.find(({ path, of }) => path === file && of === undefined);
  return pin?.hash === hashOf(Buffer.from(text))
    ? ACTIVE
    : ({ state: 'changed', why: `${file} is not what was approved` } as const);
}

/** One line for all that wait. */
export function waitingDefinitions(all: readonly OpenedDefinition[]): Problem[] {
  const waits = all.filter(({ state }) => state === 'unapproved' || state === 'changed');
  const [first] = waits;
  if (!first) return [];
  const names = waits.map(
    ({ definition: { kind, name }, state }) =>
      `${kind} ${name}${state === 'changed' ? ' (changed)' : ''}`,
  );
  const text = `this project's ${names.join(', ')} ${waits.length === 1 ? 'waits' : 'wait'} for your approval and ${waits.length === 1 ? 'is' : 'are'} not offered to the model (see: wave hooks review)`;
  return [{ level: 'warning', source: first.file, hook: '', text }];
}
