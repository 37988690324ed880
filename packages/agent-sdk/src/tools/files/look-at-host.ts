import { faultText } from '../../base/error-text.ts';
import type { ToolContext } from '../../vocabulary/tool.ts';
import { hostText, markOf } from './host-text.ts';
import { lookAtTarget, type Target } from './known-files.ts';

/** The same with what the host holds of a file, which nobody may have saved. */
export type HeldTarget =
  | Exclude<Target, { is: 'file' }>
  | (Extract<Target, { is: 'file' }> & { readonly held: string | undefined });

/** Only a text that this session knows may be written over, on the disk and in the host. */
export async function lookAtHost(
  context: ToolContext,
  path: string,
  real: string,
): Promise<HeldTarget> {
  const { files } = context.memory;
  const target = lookAtTarget(files, real);
  if (target.is !== 'file') return target;
  try {
    const held = await hostText(context, path, target.stats);
    const mark = files.get(real)?.mark;
    if (held !== undefined && mark !== undefined && mark !== markOf(held))
      return {
        is: 'refused',
        why: 'it changed in the editor since it was last read. Read it again.',
      };
    return { ...target, held };
  } catch (error) {
    return { is: 'refused', why: `the editor does not give it out: ${faultText(error)}` };
  }
}
