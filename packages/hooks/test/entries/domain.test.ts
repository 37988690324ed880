import { expect, test } from 'vitest';
import { domainOf, fitsDomain, readDomain } from '../../src/entries/domain.ts';

const one = (host: string, port?: string) => ({ host, below: false, port });

test.each([
  ['domain:example.com', one('example.com')],
  ['domain:EXAMPLE.com.', one('example.com')],
  ['DOMAIN: example.com', one('example.com')],
  ['domain:bücher.example', one('xn--bcher-kva.example')],
  ['domain:localhost:3000', one('localhost', '3000')],
  ['domain:0x7f.1', one('127.0.0.1')],
  ['domain:2130706433', one('127.0.0.1')],
  ['domain:[::1]:8080', one('[::1]', '8080')],
  ['domain:*.example.com', { host: 'example.com', below: true, port: undefined }],
  ['domain:*', { host: undefined, below: false, port: undefined }],
])('%s is read', (text, domain) => {
  expect(readDomain(text)).toEqual(domain);
});

test.each([
  'example.com',
  'domain:',
  'domain:https://example.com',
  'domain:example.com/x',
  'domain:me@example.com',
  'domain:*.*',
  'domain:ex*mple.com',
  'domain:a b',
  'domain:*.',
])('%s is no rule for hosts', (text) => {
  expect(readDomain(text)).toMatch(/^expected /);
});

const ADDRESSES = [
  'https://example.com/x',
  'http://example.com:80/',
  'https://example.com:8443/',
  'https://EXAMPLE.com./y?z',
  'https://a.example.com/',
  'https://a.b.example.com/',
  'https://notexample.com/',
  'https://example.com.evil.test/',
];

test.each<readonly [string, readonly number[]]>([
  ['domain:example.com', [0, 1, 2, 3]],
  ['domain:example.com:443', [0, 1, 3]],
  ['domain:example.com:8443', [2]],
  ['domain:*.example.com', [4, 5]],
  ['domain:*.com', [0, 1, 2, 3, 4, 5, 6]],
  ['domain:*', [0, 1, 2, 3, 4, 5, 6, 7]],
  ['nonsense', []],
])('%s means %j', (rule, fitting) => {
  const means = ADDRESSES.flatMap((text, at) =>
    fitsDomain(rule, domainOf(new URL(text))) ? [at] : [],
  );
  expect(means).toEqual(fitting);
});
