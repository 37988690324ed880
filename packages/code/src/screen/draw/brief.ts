import type { ToolBlock } from '@wavehooks/agent-sdk';
import { oneLine } from '../../cli/style.ts';
import { counted } from '../text/lines.ts';

/** What a result comes down to, by its tool; nothing where the change itself says it. */
export const BRIEF: Readonly<Record<string, (block: ToolBlock) => string>> = {
  Read: ({ result = '' }) => {
    const lines = result.split('\n');
    const read = lines.filter((line) => /^ *\d+\t/.test(line)).length;
    // An image, an empty file: words instead of lines. Behind lines they say that the file goes on.
    const words = lines.filter((line) => line.startsWith('[')).join(' ');
    return read === 0 ? oneLine(result) : `${counted(read, 'line')} ${words}`;
  },
  Write: ({ result = '' }) =>
    / was created with /.test(result)
      ? 'a new file'
      : / was written over with /.test(result)
        ? 'replaces all that was in the file'
        : '',
};
