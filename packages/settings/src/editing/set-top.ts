import { applyEdits, type Edit } from 'jsonc-parser';
import { checked, isBlank, treeOf } from './edit.ts';
import { append, fresh } from './insert.ts';
import { removal } from './removal.ts';

/** Sets or takes away one field at the top of settings and keeps every other byte. Throws `SettingsError`. */
export function setTopField(
  text: string,
  field: string,
  value: unknown,
  file = 'settings.json',
): string {
  if (isBlank(text)) return value === undefined ? text : text + fresh(text, { [field]: value });
  const tree = treeOf(text, file);
  const index = tree.children?.findIndex((child) => child.children?.[0]?.value === field) ?? -1;
  const old = tree.children?.[index]?.children?.[1];
  const edits = (): Edit[] => {
    if (value === undefined) return old ? removal(text, tree, index) : [];
    if (old) return [{ offset: old.offset, length: old.length, content: JSON.stringify(value) }];
    return append(text, tree, [{ key: field, value }]).map((edit) => ({ ...edit, length: 0 }));
  };
  return checked(applyEdits(text, edits()), text, file);
}
