import { expect, test } from 'vitest';
import {
  destinationOf,
  readAddress,
  refusedAtOnce,
  staysThere,
} from '../../../src/tools/web/address.ts';

const PUBLIC = ['93.184.216.34'];
const named = () => true;
const unnamed = () => false;
const hrefOf = (text: string) => {
  const url = readAddress(text);
  return typeof url === 'string' ? url : url.href;
};

test('an address is read, without what is never sent', () => {
  expect(hrefOf('HTTPS://Example.COM/a/../b?c#d')).toBe('https://example.com/b?c');
  expect(hrefOf('http://bücher.example')).toBe('http://xn--bcher-kva.example/');
});

test.each(['example.com', '', 'file:///etc/passwd', 'ftp://a.example/', 'data:text/plain,x'])(
  '%s is no web address',
  (text) => expect(hrefOf(text)).toMatch(/^a web address/),
);

test.each(['https://me@a.example/', 'https://me:secret@a.example/', 'https://:x@a.example/'])(
  '%s has what WebFetch does not send',
  (text) => expect(hrefOf(text)).toMatch(/without a user name/),
);

test('on the open web it goes over https, near by as it is written', () => {
  const to = (text: string, addresses: readonly string[]) => {
    const found = destinationOf(new URL(text), addresses, named);
    return typeof found === 'string' ? found : [found.url.href, found.inner];
  };
  expect(to('http://a.example/x', PUBLIC)).toEqual(['https://a.example/x', false]);
  expect(to('http://a.example:8080/x', PUBLIC)).toEqual(['https://a.example:8080/x', false]);
  expect(to('http://a.example/x', ['10.0.0.1'])).toEqual(['http://a.example/x', true]);
  expect(to('http://a.example/x', [])).toBe('a.example has no address.');
});

test.each([
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['fd00:ec2::254'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  // One is enough: nobody knows which of them Node would take.
  [...PUBLIC, '127.0.0.1'],
])('a name that leads to %s %s is refused, with the rule that would allow it', (...addresses) => {
  expect(destinationOf(new URL('https://a.example:81/'), addresses, unnamed)).toMatch(
    /in a private network.*WebFetch\(domain:a\.example:81\)/,
  );
});

test.each([
  'http://localhost:3000/',
  'http://LOCALHOST./',
  'http://x.localhost/',
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://224.0.0.1/',
])('%s is refused before anybody looks a name up or asks', (text) => {
  expect(refusedAtOnce(new URL(text), unnamed)).toMatch(/on this machine or in a private network/);
  expect(refusedAtOnce(new URL(text), named)).toBeUndefined();
});

test('what only a look-up tells is not refused at once', () => {
  for (const text of ['https://a.example/', 'https://1.1.1.1/', 'https://localhost.example/'])
    expect(refusedAtOnce(new URL(text), unnamed)).toBeUndefined();
});

test.each([
  ['https://a.example/', 'https://a.example/b', true],
  ['https://a.example/', 'https://A.example./b', true],
  ['http://a.example/', 'https://a.example/', true],
  ['https://a.example/', 'http://a.example/', false],
  ['https://a.example/', 'https://www.a.example/', false],
  ['https://a.example/', 'https://a.example:8443/', false],
  ['http://a.example:81/', 'https://a.example/', false],
])('a redirect from %s to %s stays there: %s', (from, to, stays) => {
  expect(staysThere(new URL(from), new URL(to))).toBe(stays);
});
