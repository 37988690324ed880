import type { Problem, Source } from '@wavehooks/hooks';
import type { Misplaced } from '@wavehooks/hooks/entries';
import { isObject } from '@wavehooks/hooks/vocabulary';
import type { SourceAgent, SourceName } from './places.ts';
import type { SettingsFile } from './read.ts';

/** Something of another agent's file that Wave does not take, and where it stands. */
export interface NotTaken {
  /** `file:line`. */
  readonly source: string;
  readonly field: string;
  /** Why nothing takes its place here. */
  readonly why?: string;
}

export interface LoadedFile
  extends SettingsFile,
    Pick<Source, 'plugin' | 'timeoutOf' | 'offFor' | 'scope'> {
  readonly name: SourceName;
  /** Whose form it has; Wave's own by default. */
  readonly agent?: SourceAgent;
  readonly misplaced?: readonly Misplaced[];
  /** What is wrong with it as a whole. */
  readonly problems?: readonly Problem[];
  readonly notTaken?: readonly NotTaken[];
}

/** Files that come with a project, whoever wrote them. */
export const isProjects = ({ name }: { name: string }) => name === 'project' || name === 'local';

/** The object that a file has under a name, or an empty one. */
export function objectIn(file: LoadedFile, name: string): Record<string, unknown> {
  const value = file.value[name];
  return isObject(value) ? value : {};
}
