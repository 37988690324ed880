import { type Send, send } from './send.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Sends directly, except to addresses that HTTPS_PROXY or HTTP_PROXY send through a proxy. */
export function proxiedSend(env: Env): Send {
  return async (request) => {
    const proxy = proxyFor(request.url, env);
    if (!proxy) return send(request);
    const { sendThrough } = await import('./tunnel.ts');
    return sendThrough(proxy, request);
  };
}

/**
 * Which proxy an address goes through. Node itself reads these variables only when it is told to at
 * start-up, and not at all in some versions we support, so we look ourselves.
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  const http = env['http_proxy'] || env['HTTP_PROXY'];
  const https = env['https_proxy'] || env['HTTPS_PROXY'] || http;
  const named = url.protocol === 'https:' ? https : http;
  if (!named || isExempt(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  return addressOf(named);
}

function addressOf(named: string): URL {
  const url = /^\w+:\/\//.test(named) ? named : `http://${named}`;
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url);
  const message = `the proxy "${named}" is no address that begins with http:// or https://`;
  throw Object.assign(new Error(message), { code: 'EPROXY' });
}

function isExempt(url: URL, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => entry !== '' && covers(entry.toLowerCase(), url));
}

/** `example.com` covers its subdomains too; `.example.com` and `*.example.com` do likewise. */
function covers(entry: string, url: URL): boolean {
  if (entry === '*') return true;
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (port && port !== portOf(url)) return false;
  const host = name.replace(/^\*?\./, '');
  return url.hostname === host || url.hostname.endsWith(`.${host}`);
}

export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}
