import { plainServer } from '../../mcp/config/server-names.ts';
import { anyChar, many, oneChar, stepsMatch } from '../words/steps.ts';
import type { Reading } from './file-pattern.ts';

/**
 * Whether `server:address`, with `*` for any text, means a resource. A server is called as in the names
 * of its tools, so that no other one reads like it. An address can be written in several ways: one of
 * them is enough to deny, a permission with a `*` must mean them all.
 */
export function matchesResource(pattern: string, subject: string, reading: Reading): boolean {
  const [server, address] = split(pattern.trim());
  const [ownServer, ownAddress] = split(subject);
  if (!globOf(server, reading)(ownServer) && plainServer(server) !== ownServer) return false;
  if (reading === 'strict' && address === ownAddress) return true;
  const glob = globOf(address, reading);
  const ways = waysToWrite(ownAddress);
  return reading === 'wide'
    ? ways.some((way) => glob(way))
    : address.includes('*') && ways.every((way) => glob(way));
}

/** What a call of `ReadMcpResource` is about. */
export const resourceSubject = (server: string, uri: string): string =>
  `${plainServer(server)}:${uri}`;

function split(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function globOf(text: string, reading: Reading): (subject: string) => boolean {
  const steps = (text.match(/\*+|[^*]/gs) ?? []).map((part) =>
    part.startsWith('*') ? many(anyChar) : oneChar(part, reading === 'wide'),
  );
  return (subject) => stepsMatch(steps, subject);
}

/** As it came, without escapes, and with the dots in its path gone. */
function waysToWrite(address: string): readonly string[] {
  const plain = unescaped(unescaped(address));
  return [address, plain, withoutDots(plain)];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutDots(address: string): string {
  const [, head = '', path = ''] = /^([^/]*\/\/[^/]*|[^/]*)([\s\S]*)$/.exec(address) ?? [];
  const names: string[] = [];
  for (const name of path.replaceAll('\\', '/').split('/'))
    if (name === '..') names.splice(Math.max(1, names.length - 1));
    else if (name !== '.') names.push(name);
  return head + names.join('/');
}
