import { exactly } from '../../cli/style.ts';
import type { FileDiff } from '../state/item.ts';
import { changeLines } from '../text/change-lines.ts';
import { type Canvas, setIn } from '../text/lines.ts';
import { shownPath } from '../text/paths.ts';
import { changeWords } from './call/brief.ts';

/** Files with what became of each, so many lines of each at the most. */
export const sessionDiff = (files: readonly FileDiff[], canvas: Canvas, most: number): string[] =>
  files.flatMap((file, at) => [...(at > 0 ? [''] : []), ...fileLines(file, canvas, most)]);

function fileLines({ path, change, about }: FileDiff, canvas: Canvas, most: number): string[] {
  const { width, paint, root } = canvas;
  const words = [...(change ? [changeWords(change)] : []), about ?? []].flat().join(', ');
  const head = `${paint('strong', exactly(shownPath(path, root)))} ${paint('quiet', `· ${words}`)}`;
  if (!change) return [head];
  return [head, ...setIn(changeLines(change, path, { ...canvas, width: width - 2 }, most))];
}
