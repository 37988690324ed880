import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseState, type State } from '../state/state.ts';

/** Every session that left its state, the last one active first; what cannot be read is counted. */
export function allSessions(dir: string): { states: State[]; unreadable: string[] } {
  const files = namesIn(dir).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  const read = files.map((name) => ({ name, state: stateIn(join(dir, name)) }));
  const states = read.flatMap(({ state }) => state ?? []);
  return {
    states: states.sort((a, b) => ((a.last?.at ?? '') < (b.last?.at ?? '') ? 1 : -1)),
    unreadable: [
      ...read.filter(({ state }) => !state).map(({ name }) => name),
      ...namesIn(dir).filter((name) => name.includes('.corrupt-')),
    ],
  };
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function stateIn(file: string): State | undefined {
  try {
    // The file's name is what is left to tell it by.
    return parseState(readFileSync(file, 'utf8'), basename(file, '.json').slice(0, 12));
  } catch {
    return undefined;
  }
}
