import { applyEdits, findNodeAtLocation } from 'jsonc-parser';
import { SettingsError } from '../reading/read.ts';
import type { RuleKind } from '../values/permission-fields.ts';
import { checked, isBlank, showNode, treeOf } from './edit.ts';
import { append, fresh } from './insert.ts';
import { removal } from './removal.ts';

/** A rule to add, and to which list. */
export interface RuleAddition {
  readonly kind: RuleKind;
  readonly rule: string;
}

/** Adds rules that are not there yet and keeps every byte that is. Throws `SettingsError`. */
export function addRules(
  text: string,
  additions: readonly RuleAddition[],
  file = 'settings.json',
): string {
  // One list at a time: each moves the places that the next one looks at.
  return (['deny', 'ask', 'allow'] as const).reduce((now, kind) => {
    const rules = additions.filter((one) => one.kind === kind).map(({ rule }) => rule);
    return rules.length === 0 ? now : addTo(now, kind, rules, file);
  }, text);
}

function addTo(text: string, kind: string, rules: readonly string[], file: string): string {
  const whole = { [kind]: [...new Set(rules)] };
  if (isBlank(text)) return checked(text + fresh(text, { permissions: whole }), text, file);
  const tree = treeOf(text, file);
  const permissions = findNodeAtLocation(tree, ['permissions']);
  const list = permissions && findNodeAtLocation(permissions, [kind]);
  const wrong = [permissions?.type === 'object' || !permissions, list?.type === 'array' || !list];
  if (wrong.includes(false))
    throw new SettingsError(
      `${file}: "permissions.${kind}": expected a list, got ${showNode(list ?? permissions)}`,
    );
  const present = new Set(list?.children?.map(({ value }) => value as unknown));
  const added = rules.filter((rule, at) => !present.has(rule) && rules.indexOf(rule) === at);
  const items = added.map((value) => ({ value }));
  const edits = list
    ? append(text, list, items)
    : permissions
      ? append(text, permissions, [{ key: kind, value: whole[kind] }])
      : append(text, tree, [{ key: 'permissions', value: whole }]);
  if (added.length === 0) return text;
  return checked(
    applyEdits(
      text,
      edits.map((edit) => ({ ...edit, length: 0 })),
    ),
    text,
    file,
  );
}

/** Takes a rule out, each time it stands there, and keeps every other byte. Throws `SettingsError`. */
export function removeRule(
  text: string,
  { kind, rule }: RuleAddition,
  file = 'settings.json',
): string {
  if (isBlank(text)) return text;
  let now = text;
  for (;;) {
    const list = findNodeAtLocation(treeOf(now, file), ['permissions', kind]);
    const items = list?.type === 'array' ? (list.children ?? []) : [];
    const index = items.findIndex(({ value }) => isSame(value, rule));
    if (!list || index < 0) return checked(now, text, file);
    now = applyEdits(now, removal(now, list, index, 'goes'));
  }
}

/** White space around a rule means nothing. */
const isSame = (value: unknown, rule: string): boolean =>
  typeof value === 'string' && value.trim() === rule.trim();
