import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from '@wavehooks/process/files';
import { freshState, parseState, type State } from './state.ts';

/** State that cannot be kept: without a count there is no limit, so nothing may be blocked. */
export class StateError extends Error {}

/** What a process knows of a session besides its file. */
export type Known = Pick<State, 'count' | 'resets'>;

export interface ReadState {
  readonly state: State;
  /** A corrupt file was set aside just now; the state says so too, until the user was told. */
  readonly isNew: boolean;
}

/** An id can hold anything, also slashes, `..` and NUL. */
export const stateFile = (dir: string, sessionId: string): string =>
  join(
    dir,
    `${process.getBuiltinModule('node:crypto').createHash('sha256').update(sessionId).digest('hex')}.json`,
  );

/**
 * Reads a session's state, under its lock. What is no state is set aside, and the count goes on from
 * what is known of it. Throws `StateError`.
 */
export function readState(file: string, session: string, known?: Known): ReadState {
  const text = textOf(file);
  if (text === undefined) return { state: freshState(session), isNew: false };
  const state = parseState(text, session);
  return state ? { state, isNew: false } : setAside(file, { ...freshState(session), ...known });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StateError(`${file}: cannot be read: ${(error as Error).message}`);
  }
}

function setAside(file: string, state: State): ReadState {
  const aside = `${file}.corrupt-${Date.now().toString(36)}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    throw new StateError(`${file}: corrupt, and cannot be set aside: ${(error as Error).message}`);
  }
  const notice = `${file} was corrupt, so the supervisor counts from ${state.count} again; it was set aside as ${aside}`;
  return { state: { ...state, notice }, isNew: true };
}

/** Throws `StateError`. */
export function writeState(file: string, state: State): void {
  try {
    writePrivate(file, `${JSON.stringify(state)}\n`);
  } catch (error) {
    throw new StateError(`${file}: cannot be written: ${(error as Error).message}`);
  }
}
