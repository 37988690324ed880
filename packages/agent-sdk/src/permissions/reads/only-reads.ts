import { programOf } from '@wavehooks/shell/rules';
import { resolverFor } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { commandReads, lookInto } from './command-reads.ts';

/**
 * Whether a command does nothing but read, whatever the rules say about what it reads. One that moves the
 * agent to another directory does more: the commands after it run there.
 */
export function onlyReads(command: string, place: Place): boolean {
  const looked = lookInto({ command, place, resolve: resolverFor(place), readable: [] });
  const moves = looked?.analysis.parts.some(({ command: part }) =>
    MOVES.has(programOf(part) ?? ''),
  );
  return !moves && commandReads(looked) !== undefined;
}

const MOVES: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);
