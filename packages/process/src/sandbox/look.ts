import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isHeld } from './held.ts';
import type { Look } from './layers.ts';

/** What is at a path of this machine. What only a sandbox put there counts as missing. */
export const lookAtMachine: Look = (path) => {
  try {
    const real = realpathSync(path);
    if (isHeld(real)) return { is: 'missing' };
    return { is: statSync(real).isDirectory() ? 'directory' : 'file', real };
  } catch {
    // A link that leads nowhere is there: it could be made to lead somewhere.
    return isLink(path) ? { is: 'file', real: `${path} (a broken link)` } : { is: 'missing' };
  }
};

/** The same where nothing is made for a sandbox, and so nothing needs to be told from that. */
export const lookPlainly: Look = (path) => {
  try {
    const real = realpathSync.native(path);
    return { is: statSync(real).isDirectory() ? 'directory' : 'file', real };
  } catch {
    return { is: 'missing' };
  }
};

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/**
 * The sockets that somebody on this machine listens at, by their paths. Whoever can name one can connect, also
 * where files are read-only and the network is another one.
 */
export function listeningSockets(): readonly string[] {
  const named = socketsIn(textOf('/proc/net/unix'));
  const relative = named.filter(({ path }) => !path.startsWith('/'));
  const found = relative.length === 0 ? [] : placesOf(relative);
  const paths = [...named.map(({ path }) => path), ...found].filter((path) => path.startsWith('/'));
  const all = [...new Set(paths)];
  // One that got another name is still listed by its first: ssh links its own to their names. Most stay near.
  const left = new Set(all.filter((path) => !isSocket(path)).map((path) => dirname(path)));
  return [...new Set([...all.filter(isSocket), ...[...left].flatMap(socketsBelow)])];
}

function socketsBelow(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isSocket())
      .map(({ name }) => join(dir, name));
  } catch {
    return [];
  }
}

interface Named {
  readonly inode: string;
  readonly path: string;
}

/** One a line; an abstract one, which begins with `@`, is kept away by the network. */
const socketsIn = (text: string): readonly Named[] =>
  text.split('\n').flatMap((line) => {
    const [, inode, path] = /^(?:[0-9a-f]+:\s)(?:\S+\s+){5}(\d+)\s([^@].*)$/.exec(line) ?? [];
    return inode === undefined || path === undefined ? [] : [{ inode, path }];
  });

/** A path may have been given from a directory on: whoever holds the socket may still be there. */
function placesOf(relative: readonly Named[]): readonly string[] {
  const paths = new Map(relative.map(({ inode, path }) => [`socket:[${inode}]`, path]));
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const held = namesIn(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
      const mine = held.flatMap((to) => paths.get(to) ?? []);
      return mine.length === 0 ? [] : mine.map((path) => resolve(linkOf(`/proc/${pid}/cwd`), path));
    });
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
}
