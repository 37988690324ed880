import { isObject, show } from '../vocabulary/shape.ts';
import type { Raw } from './handler.ts';

/** `${NAME}`, and `$NAME` as Claude Code takes it as well. */
const REFERENCE = /\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;

type Texts = Readonly<Record<string, string>>;

export interface HttpFields {
  readonly url: string;
  readonly headers: Texts;
  readonly allowedEnvVars: readonly string[];
}

export const httpOf = ({ url, headers, allowedEnvVars }: Raw): HttpFields => ({
  url: url as string,
  headers: (headers ?? {}) as Texts,
  allowedEnvVars: (allowedEnvVars ?? []) as string[],
});

/** Neither who asks nor what is asked for: either may hold a key. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return text.replace(/\?.*$/s, '?...');
  const { origin, pathname, search } = new URL(text);
  return `${origin === 'null' ? new URL(text).protocol : origin}${pathname}${search === '' ? '' : '?...'}`;
}

/** No message repeats the value of a header. */
export function httpFault(raw: Raw): string | undefined {
  return urlFault(raw['url'] as string) ?? namesFault(raw['allowedEnvVars']) ?? headersFault(raw);
}

function urlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return `"url": expected an address that begins with http:// or https://, got ${text.includes('@') ? 'another' : show(shownUrl(text))}`;
  return url.username === '' && url.password === ''
    ? undefined
    : '"url": expected an address without a user name and a password; "headers" can hold a key';
}

function namesFault(names: unknown): string | undefined {
  const fits =
    names == null ||
    (Array.isArray(names) && names.every((name) => /^[A-Za-z_]\w*$/.test(String(name))));
  return fits
    ? undefined
    : `"allowedEnvVars": expected a list of variables' names, got ${show(names)}`;
}

function headersFault({ headers, allowedEnvVars }: Raw): string | undefined {
  const names = (allowedEnvVars ?? []) as string[];
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {})) {
    const fault = headerFault(name, value, names);
    if (fault !== undefined) return `"headers.${name}": ${fault}`;
  }
  return undefined;
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** These say how the request is made, which only who makes it knows. */
const OURS = /^(host|connection|content-length|content-type|transfer-encoding|accept-encoding)$/i;

function headerFault(name: string, value: unknown, names: readonly string[]): string | undefined {
  if (!NAME.test(name)) return 'this cannot be the name of a header';
  if (OURS.test(name)) return 'Wave sets this header itself';
  if (typeof value !== 'string') return 'expected a text';
  if (!VALUE.test(value)) return 'its value has characters that no header can have';
  const stranger = referencesIn(value).find((one) => !names.includes(one));
  return stranger && `\${${stranger}} is not among "allowedEnvVars"`;
}

export const referencesIn = (text: string): string[] =>
  [...text.matchAll(REFERENCE)].map(([, braced, bare]) => braced ?? bare ?? '');

/** The headers as they are sent, or the variable that is missing for it. */
export function filledHeaders(
  { headers }: HttpFields,
  env: Readonly<Record<string, string | undefined>>,
): { readonly headers: Texts } | { readonly fault: string } {
  const filled: Record<string, string> = {};
  for (const [name, text] of Object.entries(headers)) {
    const missing = referencesIn(text).find((one) => !env[one]);
    if (missing !== undefined)
      return { fault: `the header ${name} needs the variable ${missing}, which is not set` };
    const value = text.replace(REFERENCE, (_, braced, bare) => env[braced ?? bare] ?? '').trim();
    if (!VALUE.test(value))
      return { fault: `the header ${name} would have characters that no header can have` };
    filled[name] = value;
  }
  return { headers: filled };
}
