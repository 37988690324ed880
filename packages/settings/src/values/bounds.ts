import type { Problem } from '@wavehooks/hooks';
import { type Path, unknownFields } from '@wavehooks/hooks/entries';
import { type Field, type Fields, misfit, optional, show } from '@wavehooks/hooks/vocabulary';

/** Tells of something wrong, by the way to it in its file. */
export type Warn = (path: Path, text: string) => Problem;

/** An object whose fields are known, or the fields of each of its values. */
export const holding = <F extends Fields>(
  what: 'inside' | 'each',
  fields: F,
  about: string,
): Field<'object', false> => ({ ...optional('object', about), [what]: fields });

export const COUNT = 'a whole number above 0';

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

/** What is right in an object of bounds: its fields are known, and each number is a count. */
export const boundsIn = (fields: Fields, value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).filter(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return field && expectedIn(field, one) === undefined;
    }),
  );

/** What is wrong in such an object, and where. */
export function boundProblems(
  path: readonly string[],
  fields: Fields,
  value: Record<string, unknown>,
  warn: Warn,
): Problem[] {
  const at = path.join('.');
  const unknown = unknownFields(value, Object.keys(fields)).map((text) =>
    warn(path, `${at}: ${text}`),
  );
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const expected = value[name] === undefined ? undefined : expectedIn(field, value[name]);
    return expected === undefined
      ? []
      : [
          warn(
            [...path, name],
            `"${at}.${name}": expected ${expected}, got ${show(value[name])}; ignored`,
          ),
        ];
  });
  return [...unknown, ...wrong];
}

const expectedIn = (field: Field, value: unknown): string | undefined => {
  if (field.is !== 'number') return misfit(field, value);
  return isCount(value) ? undefined : COUNT;
};
