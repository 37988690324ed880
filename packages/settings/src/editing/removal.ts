import { type Edit, type Node, visit } from 'jsonc-parser';
import { jsonOf } from './edit.ts';
import { commaIn, endOf, indentAt, layoutOf, startsLine } from './insert.ts';

/**
 * Takes away the property or element at `index`, one comma and the white space in front of it. Comments
 * stay: those around it as they are, those inside of it in its place, unless they are to go with it.
 */
export function removal(
  text: string,
  container: Node,
  index: number,
  inside: 'stays' | 'goes' = 'stays',
): Edit[] {
  const [before, item, after] = [-1, 0, 1].map((step) => container.children?.[index + step]);
  if (!item) return [];
  const end = endOf(item);
  const next = commaIn(text.slice(end, after?.offset ?? endOf(container) - 1));
  const start = index > 0 && before ? endOf(before) : container.offset + 1;
  const previous = next < 0 && index > 0 ? commaIn(text.slice(start, item.offset)) : -1;
  const rest = next < 0 ? end : end + next + 1;
  const behind = text.slice(end, next < 0 ? end : rest - 1) + text.slice(rest);
  const kept = inside === 'goes' ? '' : keptOf(text, item, behind);
  const lead = kept === '' ? leadOf(text, start, item, rest) : 0;
  return [
    ...(previous < 0 ? [] : [{ offset: start + previous, length: 1, content: '' }]),
    { offset: item.offset - lead, length: item.length + lead, content: kept },
    ...(next < 0 ? [] : [{ offset: rest - 1, length: 1, content: '' }]),
  ];
}

/** How much white space in front of an item goes with it. */
function leadOf(text: string, start: number, item: Node, rest: number): number {
  const space = /[ \t\r\n]*$/.exec(text.slice(start, item.offset))?.[0].length ?? 0;
  // Behind a line comment the line must not be taken away with what stands alone on it.
  const whole = !/[\r\n]/.test(text.slice(item.offset - space, item.offset));
  return whole || /^[ \t]*[\r\n]/.test(text.slice(rest)) ? space : 0;
}

/** The comments inside of an item, laid out to stand in its place; `behind` is what will follow. */
function keptOf(text: string, item: Node, behind: string): string {
  const comments = commentsIn(text, item);
  const newLine = layoutOf(text).eol + indentAt(text, item.offset);
  const isOwnLine = startsLine(text, item);
  return comments
    .map((comment, at) => {
      const isLast = at === comments.length - 1;
      if (comment.startsWith('//')) return isLast && endsHere(behind) ? comment : comment + newLine;
      return isLast ? comment : comment + (isOwnLine ? newLine : ' ');
    })
    .join('');
}

const endsHere = (behind: string) => /^[ \t]*[\r\n]/.test(behind);

function commentsIn(text: string, { offset, length }: Node): string[] {
  const found: string[] = [];
  const onComment = (at: number, size: number) => {
    if (at >= offset && at < offset + length) found.push(text.slice(at, at + size));
  };
  visit(jsonOf(text), { onComment }, { allowTrailingComma: true });
  return found;
}
