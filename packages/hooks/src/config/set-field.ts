import { applyEdits, type Edit, findNodeAtLocation, type Node } from 'jsonc-parser';
import { checked, showNode, treeOf } from './edit.ts';
import { append, commaIn, endOf } from './insert.ts';
import { type Path, pathText, SettingsError } from './read.ts';

/** Sets or takes away one field of the hook at `path` (within `hooks`). Throws `SettingsError`. */
export function setEntryField(
  text: string,
  path: Path,
  field: string,
  value: unknown,
  file = 'settings.json',
): string {
  const entry = findNodeAtLocation(treeOf(text, file), ['hooks', ...path]);
  if (entry?.type !== 'object')
    throw new SettingsError(`${file}: ${pathText(path)}: expected a hook, got ${showNode(entry)}`);
  return checked(applyEdits(text, fieldEdits(text, entry, field, value)), text, file);
}

function fieldEdits(text: string, entry: Node, field: string, value: unknown): Edit[] {
  const index = entry.children?.findIndex((child) => child.children?.[0]?.value === field) ?? -1;
  const old = entry.children?.[index]?.children?.[1];
  if (value === undefined) return old ? removal(text, entry, index) : [];
  if (old) return [{ offset: old.offset, length: old.length, content: JSON.stringify(value) }];
  return append(text, entry, [{ key: field, value }]).map((edit) => ({ ...edit, length: 0 }));
}

/** The property or element, one comma and the white space in front of it; comments stay. */
export function removal(text: string, entry: Node, index: number): Edit[] {
  const [before, property, after] = [-1, 0, 1].map((step) => entry.children?.[index + step]);
  if (!property) return [];
  const end = endOf(property);
  const next = commaIn(text.slice(end, after?.offset ?? endOf(entry) - 1));
  const start = index > 0 && before ? endOf(before) : entry.offset + 1;
  const previous = next < 0 && index > 0 ? commaIn(text.slice(start, property.offset)) : -1;
  const space = /[ \t\r\n]*$/.exec(text.slice(start, property.offset))?.[0].length ?? 0;
  const rest = next < 0 ? end : end + next + 1;
  // Behind a line comment the line must not be taken away with what stands alone on it.
  const whole = !/[\r\n]/.test(text.slice(property.offset - space, property.offset));
  const lead = whole || /^[ \t]*[\r\n]/.test(text.slice(rest)) ? space : 0;
  return [
    ...(previous < 0 ? [] : [{ offset: start + previous, length: 1, content: '' }]),
    { offset: property.offset - lead, length: property.length + lead, content: '' },
    ...(next < 0 ? [] : [{ offset: rest - 1, length: 1, content: '' }]),
  ];
}
