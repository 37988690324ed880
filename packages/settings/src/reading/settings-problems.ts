import type { Problem } from '@wavehooks/hooks';
import { unknownFields, variableFault } from '@wavehooks/hooks/entries';
import { misfit, show } from '@wavehooks/hooks/vocabulary';
import type { Warn } from '../values/bounds.ts';
import { isForbidden } from '../values/forbidden.ts';
import type { Setting } from '../values/setting.ts';
import { SETTINGS_FIELDS } from '../values/settings-fields.ts';
import { isProjects, type LoadedFile, objectIn } from './loaded-file.ts';
import { modeProblems, rulesIn } from './rules.ts';

const FIELDS: readonly (readonly [string, Setting])[] = Object.entries(SETTINGS_FIELDS);

/** What is wrong with a settings file beside its hooks. */
export function problemsOf(file: LoadedFile): Problem[] {
  const warn: Warn = (path, text) => ({
    level: 'warning',
    source: file.locateIn(path),
    hook: '',
    text,
  });
  // Hooks in the wrong place are told with the hooks.
  const misplaced = (file.misplaced ?? []).map(({ under }) => under);
  const unknown = Object.keys(file.value)
    .filter((name) => !misplaced.includes(name))
    .flatMap((name) =>
      unknownFields({ [name]: null }, Object.keys(SETTINGS_FIELDS)).map((text) =>
        warn([name], text),
      ),
    );
  return [
    ...(file.problems ?? []),
    ...unknown,
    ...rulesIn(file).problems,
    ...modeProblems(file),
    ...envProblems(file, warn),
    ...FIELDS.flatMap(([name, field]) => fieldProblems(name, field, file.value[name], warn)),
    ...ownerProblems(file, warn),
  ];
}

/** What is wrong with the kind of a value, or else with the value. */
function fieldProblems(name: string, field: Setting, value: unknown, warn: Warn) {
  // Rules say more: a slip in them must not open a guard.
  if (value == null || name === 'permissions') return [];
  const expected = misfit(field, value);
  return expected === undefined
    ? (field.problems?.(value, warn, name) ?? [])
    : [warn([name], `"${name}": expected ${expected}, got ${show(value)}; ignored`)];
}

const envProblems = (file: LoadedFile, warn: Warn): Problem[] =>
  Object.entries(objectIn(file, 'env')).flatMap(([name, value]) => {
    const fault = variableFault(name, value);
    return fault === undefined ? [] : [warn(['env', name], `${fault}; ignored`)];
  });

/** Some have no field, and would be the worst to take from a project. */
const USERS_ONLY = [
  ...FIELDS.flatMap(([name, { owner }]) => (owner === 'user' ? [name] : [])),
  ...['apiKey', 'apiKeyHelper', 'baseUrl', 'baseURL'],
];

/** Wave reports it if a project sets what only the user may set. */
function ownerProblems(file: LoadedFile, warn: Warn): Problem[] {
  if (!isProjects(file)) return [];
  const fields = USERS_ONLY.filter((name) => file.value[name] !== undefined).map((name) =>
    warn([name], `"${name}" is never read from a project's file; set it in ~/.wave/settings.json`),
  );
  const variables = Object.keys(objectIn(file, 'env')).filter((name) => isForbidden(name));
  return [
    ...fields,
    ...variables.map((name) =>
      warn(['env', name], `"env.${name}" is never read from a project's file; it was ignored`),
    ),
  ];
}
