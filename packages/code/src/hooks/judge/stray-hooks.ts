import { isObject, suggest } from '@wavehooks/hooks/vocabulary';
import type { Peer } from '../import/peers/peer.ts';
import { isEventOf } from './event-notes.ts';
import { hooksBelow, isList } from './hooks-below.ts';
import { type JudgedFile, type Note, never, type Path } from './judged.ts';

/** Hooks that stand where nobody looks for them. */
export interface StrayHooks {
  readonly event: string;
  readonly piece: unknown;
  readonly path: Path;
  readonly note: Note;
}

/** Settings of other things lie no deeper than this. */
const MAX_DEPTH = 3;

const FIX = 'put it inside "hooks": { ... }, at the top of the file';

/** Events outside of "hooks", and what stands under a name that is nearly "hooks", or in another place. */
export function strayHooks(peer: Peer, { value, at }: JudgedFile): StrayHooks[] {
  return at.length === 1 ? strayIn(peer, value, [], at) : [];
}

function strayIn(peer: Peer, value: unknown, above: Path, at: Path): StrayHooks[] {
  if (!isObject(value) || above.length >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, inner]): StrayHooks[] => {
    const path = [...above, name];
    if (path.length === at.length && name === at[0]) return [];
    if (isHooksName(name)) return underName(peer, inner, path);
    if (above.length === 0 && isEventOf(peer, name) && isList(inner)) {
      const note = never(`"${name}" stands at the top of the file`, FIX);
      return [{ event: name, piece: inner, path, note }];
    }
    return strayIn(peer, inner, path, at);
  });
}

/** A name that begins with a sign is put aside on purpose. */
const isHooksName = (name: string): boolean =>
  /^[a-z]/i.test(name) && (name === 'hooks' || suggest(name, ['hooks']) !== undefined);

function underName(peer: Peer, inner: unknown, path: Path): StrayHooks[] {
  const where = `"${path.join('.')}"`;
  const note = never(
    path.length === 1
      ? `${where} is not known, so nobody reads its hooks: did you mean "hooks"?`
      : `nobody reads hooks at ${where}`,
    FIX,
  );
  const events = isObject(inner)
    ? Object.entries(inner).filter(([name, groups]) => isEventOf(peer, name) && isList(groups))
    : [];
  if (events.length > 0)
    return events.map(([event, piece]) => ({ event, piece, path: [...path, event], note }));
  return hooksBelow(inner, path).length > 0 ? [{ event: '', piece: inner, path, note }] : [];
}
