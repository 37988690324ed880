import { withoutSecrets } from '@wavehooks/hooks/entries';
import { isObject } from '@wavehooks/hooks/vocabulary';

/** A piece of another agent's settings without what must not be shown, as deep as it goes. */
export function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (!isObject(value)) return value;
  const inner = Object.entries(withoutSecrets(value)).map(([name, one]) => [name, shown(one)]);
  return Object.fromEntries(inner);
}

/** The same for one field. */
export const shownField = (name: string, value: unknown): unknown => {
  const [inner] = Object.values(shown({ [name]: value }) as object);
  return inner;
};
