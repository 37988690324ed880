import { show } from '../vocabulary/shape.ts';

/** An address with wildcards, in its parts. A star stands for anything inside its own part. */
export interface UrlPattern {
  readonly scheme: string;
  readonly host: string;
  /** Without one: the usual port of the scheme. */
  readonly port: string | undefined;
  /** Path and query. Without one: every path. */
  readonly path: string | undefined;
}

const SHAPE = /^([a-z*][a-z0-9+.*-]*):\/\/([^/?#]*)([/?].*)?$/i;
const AUTHORITY = /^(\[[^\]]*\]|[^:]*)(?::([\d*]+))?$/;
const EXAMPLE = 'such as https://hooks.example.com/*';

/** The parts of a pattern, or what is wrong with it. */
export function readUrlPattern(text: string): UrlPattern | string {
  const [, scheme, authority = '', rest] = SHAPE.exec(text.trim()) ?? [];
  if (scheme === undefined) return `expected an address ${EXAMPLE}, got ${show(text)}`;
  if (authority.includes('@')) return 'an address with a user name or a password is never called';
  const [, written = '', port] = AUTHORITY.exec(authority) ?? [];
  const host = hostOf(written);
  if (host === undefined) return `expected a host ${EXAMPLE}, got ${show(authority)}`;
  const path = rest === undefined ? undefined : pathOf(new URL(rest, 'http://host'));
  return { scheme: scheme.toLowerCase(), host, port, path };
}

/** As addresses are compared: `LOCALHOST`, `0x7f.1` and `[0:0::1]` are other spellings. */
function hostOf(written: string): string | undefined {
  if (written === '') return undefined;
  if (written.includes('*'))
    return /^[a-z0-9.*_-]+$/i.test(written) ? written.toLowerCase() : undefined;
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : undefined;
}

/** Whether an address fits a pattern: each part by itself. */
export function fitsPattern(url: URL, { scheme, host, port, path }: UrlPattern): boolean {
  const usual = USUAL_PORTS[url.protocol] ?? '';
  return (
    fits(scheme, url.protocol.slice(0, -1)) &&
    fits(host, url.hostname) &&
    fits(port ?? usual, url.port || usual) &&
    (path === undefined || fits(path, pathOf(url)))
  );
}

const USUAL_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const pathOf = ({ pathname, search }: URL): string => pathname + search;

/** Without a regular expression: no pattern makes this slow. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
