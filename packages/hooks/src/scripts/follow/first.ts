import type { Place } from '../names/place.ts';
import type { Code, Step } from '../names/step.ts';

/**
 * The first of some names that is there. Those before it are held as missing: one of them would be loaded
 * instead.
 */
export function firstOf(tried: readonly string[], own: Code, place: Place): Partial<Step> {
  const at = tried.findIndex((name) => place.kind(name) === 'file');
  const files = tried.slice(0, at === -1 ? tried.length : at + 1);
  const file = tried[at];
  return {
    files: files.filter((name) => place.kind(name) !== 'directory'),
    code: file === undefined ? [] : [{ ...own, file }],
  };
}
