import { isObject } from '@wavehooks/hooks/vocabulary';
import { onlyReads } from '../../permissions/reads/only-reads.ts';
import type { Place, Tool } from '../../vocabulary/tool.ts';
import type { Lane } from './lanes.ts';

/** How a call runs beside others. A tool whose own code fails to say so runs alone. */
export function laneOf(tool: Tool, input: unknown, place: Place): Lane {
  try {
    if (tool.name === 'Bash') return isReadingCommand(tool, input, place) ? 'process' : 'alone';
    if (tool.effect !== 'read' && tool.effect !== 'none') return 'alone';
    return tool.alone?.(input) ? 'alone' : 'free';
  } catch {
    return 'alone';
  }
}

function isReadingCommand(tool: Tool, input: unknown, place: Place): boolean {
  if (!isObject(input) || input['run_in_background']) return false;
  const command = tool.subject?.(input);
  return typeof command === 'string' && onlyReads(command, place);
}
