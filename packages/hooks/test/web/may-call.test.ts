import { expect, test } from 'vitest';
import { innerRefusal, mayCall } from '../../src/web/may-call.ts';

const may = (url: string, allowed?: readonly string[]) => mayCall(new URL(url), allowed);

test('without a list every address of the open web may be called, and none is named', () => {
  expect(may('https://hooks.example/x')).toEqual({ named: false });
});

test('with a list only what it holds', () => {
  expect(may('https://hooks.example/x', ['https://hooks.example'])).toEqual({ named: true });
  expect(may('https://hooks.example/x', ['https://*.example'])).toEqual({ named: false });
  expect(may('https://other.test/x', ['https://*.example'])).toEqual({
    refused:
      'https://other.test is not among the addresses that hooks may call; to allow it, put this line into ~/.wave/settings.json: "allowedHttpHookUrls": ["https://*.example", "https://other.test/x"]',
  });
  expect(may('https://other.test/x', [])).toHaveProperty('refused');
});

test.each([
  'http://127.0.0.1:8080/hook',
  'http://2130706433:8080/hook',
  'http://0x7f000001:8080/hook',
  'http://[::ffff:127.0.0.1]:8080/hook',
  'http://0.0.0.0:8080/hook',
  'http://169.254.169.254/latest',
])('%s must be named by its host', (url) => {
  expect(may(url)).toHaveProperty('refused');
  expect(may(url, ['http://*:*'])).toHaveProperty('refused');
  const refused = (may(url) as { refused: string }).refused;
  const line = /"allowedHttpHookUrls": (\[.*\])$/.exec(refused)?.[1] ?? '';
  expect(may(url, JSON.parse(line)), 'the line that it prints is enough').toEqual({ named: true });
});

test('the line that would allow it holds no query, and is enough', () => {
  const { refused } = may('http://127.0.0.1/x?token=abc') as { refused: string };
  expect(refused).toContain('["http://127.0.0.1/x?*"]');
  expect(refused).not.toContain('abc');
  expect(may('http://127.0.0.1/x?token=abc', ['http://127.0.0.1/x?*'])).toEqual({ named: true });
});

test('one private address among public ones is enough to refuse a name', () => {
  const url = new URL('https://hooks.example/x');
  expect(innerRefusal(url, undefined, ['1.1.1.1', '10.0.0.1'])).toContain('leads to 10.0.0.1');
  expect(innerRefusal(url, undefined, ['1.1.1.1'])).toBeUndefined();
});
