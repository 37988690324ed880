import { printable } from '../../../cli/style.ts';
import type { Item } from '../../state/item.ts';
import { changeLines } from '../../text/change-lines.ts';
import { changeOf, type FileChange } from '../../text/file-change.ts';
import type { Canvas } from '../../text/lines.ts';

type Call = Extract<Item, { is: 'tool' }>;

/** What a call made of its file, as lines; where the file is not known, what it says of it. */
export function editedLines({ block, change }: Call, canvas: Canvas, most: number): string[] {
  const shown = change ?? pieceOf(block);
  if (!shown) return [];
  return changeLines(shown, printable(String(block.parameters['file_path'])), canvas, most);
}

/** Only a piece of the file is known: its lines have no numbers. */
function pieceOf({ name, parameters }: Call['block']): FileChange | undefined {
  const { old_string: from, new_string: to, content } = parameters;
  if (name === 'Edit' && typeof from === 'string' && typeof to === 'string')
    return changeOf(from, to, { numbered: false });
  if (name === 'Write' && typeof content === 'string')
    return changeOf('', content, { numbered: false });
  return undefined;
}
