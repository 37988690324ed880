import type { Problem } from '@wavehooks/hooks';
import { unknownFields, variableFault } from '@wavehooks/hooks/entries';
import { misfit, show } from '@wavehooks/hooks/vocabulary';
import { boundProblems, COUNT, isCount, type Warn } from '../values/bounds.ts';
import { LIMIT_FIELDS, OWNERS_ONLY, PRICE_FIELDS, SETTINGS_FIELDS } from '../values/fields.ts';
import { isForbidden } from '../values/forbidden.ts';
import { isPrice } from '../values/prices.ts';
import { urlProblems } from '../values/urls.ts';
import { EFFORT_WORDS, isEffort } from '../values/words.ts';
import { isProjects, type LoadedFile, objectIn } from './loaded-file.ts';
import { modeProblems, rulesIn } from './rules.ts';
import { sandboxProblems } from './sandbox.ts';
import { undoProblems } from './undo.ts';

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
  const { permissions: _, ...fields } = SETTINGS_FIELDS;
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const value = file.value[name];
    const expected = value == null ? undefined : misfit(field, value);
    return expected
      ? [warn([name], `"${name}": expected ${expected}, got ${show(value)}; ignored`)]
      : [];
  });
  return [
    ...(file.problems ?? []),
    ...unknown,
    ...wrong,
    ...rulesIn(file).problems,
    ...modeProblems(file),
    ...envProblems(file, warn),
    ...boundProblems(['limits'], LIMIT_FIELDS, objectIn(file, 'limits'), warn),
    ...undoProblems(file.value['undo'], warn),
    ...modelProblems(file, warn),
    ...urlProblems(file.value['allowedHttpHookUrls'], warn),
    ...sandboxProblems(file.value['sandbox'], warn),
    ...ownerProblems(file, warn),
  ];
}

const envProblems = (file: LoadedFile, warn: Warn): Problem[] =>
  Object.entries(objectIn(file, 'env')).flatMap(([name, value]) => {
    const fault = variableFault(name, value);
    return fault === undefined ? [] : [warn(['env', name], `${fault}; ignored`)];
  });

function modelProblems(file: LoadedFile, warn: Warn): Problem[] {
  const { effort } = file.value;
  const counts = (['contextWindow', 'parallelCommands'] as const).filter(
    (name) => typeof file.value[name] === 'number' && !isCount(file.value[name]),
  );
  const wrong = Object.entries(objectIn(file, 'prices')).filter(([, price]) => !isPrice(price));
  const expected = `expected ${Object.keys(PRICE_FIELDS).join(', ')} as numbers from 0 on, the first two at least`;
  return [
    ...counts.map((name) =>
      warn([name], `"${name}": expected ${COUNT}, got ${show(file.value[name])}; ignored`),
    ),
    ...(typeof effort !== 'string' || isEffort(effort)
      ? []
      : [
          warn(
            ['effort'],
            `"effort": expected ${EFFORT_WORDS.join(', ')}, got ${show(effort)}; ignored`,
          ),
        ]),
    ...wrong.map(([name, price]) =>
      warn(['prices', name], `"prices.${name}": ${expected}, got ${show(price)}; ignored`),
    ),
  ];
}

/** Wave reports it if a project sets what only the user may set. */
function ownerProblems(file: LoadedFile, warn: Warn): Problem[] {
  if (!isProjects(file)) return [];
  const fields = OWNERS_ONLY.filter((name) => file.value[name] !== undefined).map((name) =>
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
