import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Pin } from '@wavehooks/hooks/scripts';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { readTextFile, withLock, writePrivate } from '@wavehooks/process/files';
import { SettingsError } from '../reading/read.ts';
import type { ItemKind } from './items.ts';

/** What somebody approved: an item of a project by its content, and the files it runs. */
export interface Approval {
  readonly kind: ItemKind;
  readonly id: string;
  readonly label: string;
  /** The item itself, so that a review can show what changed. */
  readonly content: unknown;
  readonly files: readonly Pin[];
  /** How far what its files load was followed when it was approved; absent for not at all. */
  readonly reach?: number;
  readonly at: string;
}

interface StoreFile {
  readonly version: 1;
  readonly projects: Record<string, readonly Approval[]>;
}

/** Approvals are kept with the user, never in the repository that asks for them. */
export const approvalsFile = (home: string): string => join(home, '.wave', 'approvals.json');

export function readApprovals(home: string, projectDir: string): readonly Approval[] {
  return readStore(approvalsFile(home)).projects[rootOf(projectDir)] ?? [];
}

/** Changes a project's approvals while nobody else does. */
export async function changeApprovals(
  home: string,
  projectDir: string,
  change: (before: readonly Approval[]) => readonly Approval[],
): Promise<void> {
  const file = approvalsFile(home);
  mkdirSync(join(home, '.wave'), { recursive: true, mode: 0o700 });
  await withLock(`${file}.lock`, () => {
    const store = readStore(file);
    const root = rootOf(projectDir);
    const projects = { ...store.projects, [root]: change(store.projects[root] ?? []) };
    writePrivate(file, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`);
  });
}

function readStore(file: string): StoreFile {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { version: 1, projects: {} };
    throw new SettingsError(`${file}: cannot be read: ${(error as Error).message}`);
  }
  return checked(file, text);
}

/** A damaged file approves nothing, and is not written over. */
function checked(file: string, text: string): StoreFile {
  const fail = (why: string): never => {
    throw new SettingsError(`${file}: ${why}; move it away and approve the project's hooks again`);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(`not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(value) || !isObject(value['projects'])) return fail('expected a list of approvals');
  if (value['version'] !== 1)
    return fail(`written by another version (${String(value['version'])})`);
  for (const list of Object.values(value['projects']))
    if (!Array.isArray(list) || !list.every(isApproval)) return fail('holds what is no approval');
  return value as unknown as StoreFile;
}

const isApproval = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['label'] === 'string' &&
  Array.isArray(value['files']) &&
  value['files'].every(
    (pin) => isObject(pin) && typeof pin['path'] === 'string' && typeof pin['hash'] === 'string',
  );

/** One project under all its names. */
function rootOf(projectDir: string): string {
  try {
    return realpathSync(projectDir);
  } catch {
    return projectDir;
  }
}
