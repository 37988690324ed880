import { show } from '../vocabulary/shape.ts';

/** Which hosts a rule means: one, all below one, or every host there is. */
export interface Domain {
  /** As addresses are compared; undefined for every host. */
  readonly host: string | undefined;
  /** The hosts below it, and not itself: `*.example.com`. */
  readonly below: boolean;
  /** Without one: every port. */
  readonly port: string | undefined;
}

const EXAMPLE = 'domain:example.com or domain:*.example.com';
const FORM = /^domain:\s*(\*\.)?(\*|\[[\da-f:.]+\]|[^\s/@?#\\:*[\]]+)(?::(\d{1,5}))?$/i;

/** What is in the parentheses of a rule about web addresses, or what is wrong with it. */
export function readDomain(text: string): Domain | string {
  const [, below, written, port] = FORM.exec(text.trim()) ?? [];
  if (written === undefined) return `expected ${EXAMPLE}, got ${show(text.trim())}`;
  if (written === '*')
    return below ? `expected ${EXAMPLE}, got ${show(text.trim())}` : { ...EVERY, port };
  const host = hostOf(written);
  if (host === undefined) return `expected a host, as in ${EXAMPLE}, got ${show(written)}`;
  return { host, below: below !== undefined, port };
}

const EVERY = { host: undefined, below: false } as const;

/** `EXAMPLE.com.`, `bücher.example` and `0x7f.1` are other spellings of what addresses say. */
function hostOf(written: string): string | undefined {
  const url = `http://${written}`;
  return URL.canParse(url) ? bareHost(new URL(url)) : undefined;
}

/** The host of an address. One dot at its end changes nothing about where it leads. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

/** What rules look at in an address. A port is named only where it is not the usual one. */
export const domainOf = (url: URL): string =>
  `domain:${bareHost(url)}${url.port === '' ? '' : `:${url.port}`}`;

/** Whether a rule means an address; both in the words of rules. */
export function fitsDomain(pattern: string, subject: string): boolean {
  const [rule, own] = [readDomain(pattern), readDomain(subject)];
  if (typeof rule === 'string' || typeof own === 'string' || own.host === undefined) return false;
  return fitsHost(rule, own.host) && fitsPort(rule.port, own.port);
}

function fitsHost({ host, below }: Domain, own: string): boolean {
  if (host === undefined) return true;
  return below ? own.endsWith(`.${host}`) && own.length > host.length + 1 : own === host;
}

const fitsPort = (port: string | undefined, own: string | undefined): boolean =>
  port === undefined || port === own || (own === undefined && USUAL.includes(port));

const USUAL: readonly string[] = ['80', '443'];
