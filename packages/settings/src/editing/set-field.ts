import { type Path, pathText } from '@wavehooks/hooks/entries';
import { applyEdits, type Edit, findNodeAtLocation, type Node } from 'jsonc-parser';
import { SettingsError } from '../reading/read.ts';
import { checked, showNode, treeOf } from './edit.ts';
import { append } from './insert.ts';
import { removal } from './removal.ts';

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
