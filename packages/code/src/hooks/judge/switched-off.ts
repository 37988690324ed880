import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Peer } from '../import/peers/peer.ts';
import { type JudgedFile, type Note, never } from './judged.ts';

/** Why a hook is switched off. */
export type OffNotes = (raw: Readonly<Record<string, unknown>>) => Note[];

/** What a file says of its own hooks, and the user's file of all. */
export function offNotes(peer: Peer, file: JudgedFile, files: readonly JudgedFile[]): OffNotes {
  const heard = [file, ...files.filter((one) => one !== file && one.level === 'user')];
  const found = heard.flatMap(({ value, locateIn }) =>
    Object.entries(peer.switches).map(([path, rule]) => ({
      path,
      rule,
      value: valueAt(value, path),
      at: locateIn(path.split('.')),
    })),
  );
  return (raw) =>
    found.flatMap(({ path, rule, value, at }) => {
      if (rule.is === 'all-off' && value === rule.when)
        return [never(`"${path}" is ${value} (${at}), so every hook is off`, 'take it away')];
      return rule.is === 'names-off' && Array.isArray(value) && value.includes(nameOf(raw))
        ? [never(`"${path}" names it (${at}), so it is off`, 'take its name out')]
        : [];
    });
}

/** Without a name a hook goes by its command. */
const nameOf = (raw: Readonly<Record<string, unknown>>): unknown => raw['name'] ?? raw['command'];

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      value,
    );
