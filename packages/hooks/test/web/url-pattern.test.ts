import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsPattern, readUrlPattern } from '../../src/web/url-pattern.ts';

function fits(pattern: string, url: string): boolean {
  const read = readUrlPattern(pattern);
  if (typeof read === 'string') throw new Error(read);
  return fitsPattern(new URL(url), read);
}

test.each([
  ['https://a.example', 'https://a.example/any/path?x=1'],
  ['https://a.example/', 'https://a.example'],
  ['https://a.example/*', 'https://a.example/b/c'],
  ['https://a.example/b*', 'https://a.example/b?x=1'],
  ['https://*.example/hook', 'https://a.b.example/hook'],
  ['HTTPS://A.Example', 'https://a.EXAMPLE/x'],
  ['https://a.example:443', 'https://a.example'],
  ['https://a.example:*', 'https://a.example:8443/'],
  ['*://a.example', 'http://a.example'],
  ['http://127.0.0.1:*', 'http://0x7f.1:3000/x'],
  ['http://2130706433:80', 'http://127.0.0.1'],
  ['http://[::1]:80', 'http://[0:0:0::1]/'],
  ['https://a.example/a b', 'https://a.example/a%20b'],
])('%s fits %s', (pattern, url) => expect(fits(pattern, url)).toBe(true));

test.each([
  ['https://a.example/b', 'https://a.example/b?x=1'],
  ['https://a.example/b', 'https://a.example/B'],
  ['https://a.example', 'http://a.example'],
  ['https://a.example', 'https://a.example:8443'],
  ['https://a.example:8*', 'https://a.example'],
  ['https://a.example*', 'https://other.host/a.example'],
  ['https://*.example', 'https://evil.host/.example'],
  ['https://*.example', 'https://evil.host?.example'],
  ['https://*.example', 'https://evil.host#.example'],
  ['https://*.example', 'https://x.example@evil.host/'],
  ['https://*.example', 'https://example'],
  ['https://a.example/hooks/*', 'https://a.example/hooks/../admin'],
  ['https://a.example/hooks/*', 'https://a.example/hooks/%2e%2e/admin'],
  ['http*://a.example', 'https://b.example'],
  ['https://a*a.example', 'https://a.example'],
])('%s does not fit %s', (pattern, url) => expect(fits(pattern, url)).toBe(false));

test.each([
  ['*', 'expected an address'],
  ['a.example/hook', 'expected an address'],
  ['https://', 'expected a host'],
  ['https://me:pw@a.example', 'a user name or a password'],
  ['https://a.example:port', 'expected a host'],
  ['https://a b*c/', 'expected a host'],
])('%s is no pattern', (pattern, why) => expect(readUrlPattern(pattern)).toContain(why));

test('a star in one part never stands for another part', () => {
  const part = fc.stringMatching(/^[a-z0-9.]{1,8}$/);
  fc.assert(
    fc.property(part, part, part, (host, path, extra) => {
      const url = `https://evil.test/${host}/${path}?${extra}#${host}`;
      expect(fits('https://*.good.test', url)).toBe(false);
    }),
  );
});
