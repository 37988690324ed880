import { resolverFor } from '../files/paths.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import { commandReads, lookInto } from './reads/command-reads.ts';

/**
 * Whether a call may write files that it does not name. A command that only reads may not; whatever is in doubt
 * may.
 */
export function mayWrite(tool: Tool, input: Record<string, unknown>, place: Place): boolean {
  if (tool.effect === 'edit') return (tool.files?.(input, place) ?? []).length === 0;
  if (tool.effect !== 'run') return false;
  if (tool.name !== 'Bash' || input['run_in_background']) return true;
  const command = tool.subject?.(input) ?? '';
  const resolve = resolverFor(place);
  return commandReads(lookInto({ command, place, resolve, readable: [] })) === undefined;
}
