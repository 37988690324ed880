import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, relative, sep } from 'node:path';
import { addRules, removeRule } from '../editing/add-rules.ts';
import type { FileWritten } from '../editing/set-user.ts';
import { writeSettings } from '../editing/write.ts';
import { settingsPaths } from '../reading/load.ts';
import { real } from '../reading/project.ts';
import { readSettingsText, SettingsError } from '../reading/read.ts';
import type { RuleKind } from '../values/permission-fields.ts';
import { approve, forget } from './approve.ts';
import { idOf } from './items.ts';
import { type OpenOptions, openSettings } from './open.ts';

/** A rule for a file of settings. */
export interface RuleChange {
  readonly list: RuleKind;
  readonly rule: string;
}

/** What became of a file. */
export interface RuleWritten extends RuleChange, FileWritten {}

type Where = Pick<OpenOptions, 'projectDir' | 'home' | 'env'>;

/** The file that holds what the user says for this project, or for all; undefined where there is none. */
export const rulesFile = (where: Where, scope: 'local' | 'user'): string | undefined =>
  settingsPaths(where).find(({ name }) => name === scope)?.file;

/**
 * Writes a rule into the user's settings or the project's local ones, and keeps every other byte. The user
 * has just said so: an allow needs no second approval. Throws `SettingsError`.
 */
export async function keepRule(
  where: Where,
  scope: 'local' | 'user',
  { list, rule }: RuleChange,
): Promise<RuleWritten> {
  const file = rulesFile(where, scope);
  if (file === undefined)
    throw new SettingsError('your home directory is no project: keep the rule for all projects');
  if (scope === 'local') refuseElsewhere(file, where.projectDir);
  const written = change(file, { list, rule }, (text) =>
    addRules(text, [{ kind: list, rule }], file),
  );
  if (scope === 'local' && list === 'allow') await approveAllow(where, file, rule);
  return written;
}

/** Takes a rule out of a file of settings; it then has no approval either. Throws `SettingsError`. */
export async function dropRule(
  where: Where,
  file: string,
  { list, rule }: RuleChange,
): Promise<RuleWritten> {
  const written = change(file, { list, rule }, (text) =>
    removeRule(text, { kind: list, rule }, file),
  );
  const { home = homedir(), projectDir } = where;
  if (list !== 'allow') return written;
  // The same rule may stand in another file of the project, by the same approval.
  const id = idOf('allow', rule);
  const { items } = openSettings(where);
  if (!items.some((item) => item.kind === 'allow' && item.id === id))
    await forget(home, projectDir, [{ kind: 'allow', id }]);
  return written;
}

function change(file: string, about: RuleChange, edit: (text: string) => string): RuleWritten {
  const before = readSettingsText(file);
  const after = edit(before ?? '');
  if (after !== before) writeSettings(file, after, before);
  return { ...about, file, before, after };
}

/** A repository may bring a link: what is for this project must not end up in the settings for all. */
function refuseElsewhere(file: string, projectDir: string): void {
  const root = real(projectDir);
  const place = nearest(file);
  if (place === undefined)
    throw new SettingsError(`${file}: goes through a link that leads nowhere; nothing was written`);
  const inside = relative(root, place);
  if (inside === '..' || inside.startsWith(`..${sep}`))
    throw new SettingsError(
      `${file}: goes through a link to ${place}, outside the project; nothing was written`,
    );
}

/** Where a path leads, or of what is not there the first above that is; undefined for a link that leads nowhere. */
function nearest(path: string): string | undefined {
  if (existsSync(path)) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  return nearest(dirname(path));
}

async function approveAllow(where: Where, file: string, rule: string): Promise<void> {
  const { home = homedir(), projectDir } = where;
  const own = openSettings(where).items.filter(
    ({ kind, content, source }) =>
      kind === 'allow' && content === rule && source.startsWith(`${file}:`),
  );
  await approve(home, projectDir, own);
}
