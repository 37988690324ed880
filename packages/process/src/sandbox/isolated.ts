import { dirname } from 'node:path';
import { isBelow, type Look, type Seen } from './layers.ts';
import type { Layer } from './plan.ts';

/** What is shown in a sandbox in which nothing else is. */
export interface Isolated {
  /** Files and directories to read, by the names that programs know them by. */
  readonly shown: readonly string[];
  /** Of those, what is hidden all the same. */
  readonly hidden: readonly string[];
  /** Where temporary files go: nothing is there at first. */
  readonly temporary: readonly string[];
  /** Directories of this very run, e.g. where a shell leaves how it ended. */
  readonly own: readonly string[];
}

/** Where systems have their programs, and what these read before anything else. Nothing in it is anybody's own. */
export const SYSTEM_PLACES: readonly string[] = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix'],
  ...['/run/current-system', '/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf'],
  ...['/etc/ld.so.conf.d', '/etc/localtime', '/etc/timezone', '/etc/locale.conf', '/etc/magic'],
  ...['/etc/gitconfig', '/etc/gitattributes', '/etc/os-release', '/etc/java', '/etc/profiles'],
];

/** The layers of a sandbox that begins with nothing. Pure, but for what `look` sees. */
export function isolatedLayers(wanted: Isolated, look: Look): readonly Layer[] {
  const ends = new Map([...new Set(wanted.shown)].map((path) => [path, realOf(look(path))]));
  const shown = outermost([...ends.values()].flat());
  const isShown = (path: string) => shown.some((one) => isBelow(one, path));
  const links = [...ends].flatMap(([path, [to]]): readonly Layer[] => {
    return to === undefined || to === path || isShown(dirname(path))
      ? []
      : [{ is: 'link', path, to }];
  });
  const hidden = wanted.hidden.flatMap((path): readonly Layer[] => {
    const seen = look(path);
    return seen.is === 'missing' || !isShown(seen.real)
      ? []
      : [{ is: 'hide', path: seen.real, what: seen.is }];
  });
  return [
    ...[...new Set(wanted.temporary)]
      .filter((path) => !isShown(path))
      .map((path): Layer => ({ is: 'empty', path })),
    ...shown.map((path): Layer => ({ is: 'read', path })),
    ...links.filter((link) => !links.some((one) => isInLink(one, link))),
    ...hidden,
    ...wanted.own
      .flatMap((path) => realOf(look(path)))
      .map((path): Layer => ({ is: 'write', path })),
  ];
}

const realOf = (seen: Seen): readonly string[] => (seen.is === 'missing' ? [] : [seen.real]);

/** What is behind a link is found there by itself. */
const isInLink = (around: Layer, { path }: Layer): boolean =>
  around.path !== path && isBelow(around.path, path);

const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && isBelow(other, path)),
  );
