import { expect, test } from 'vitest';
import { mediaOf, textOf } from '../../../src/tools/web/media.ts';

const media = (type: string, body = 'text') => {
  const found = mediaOf(type, Buffer.from(body));
  return found.is === 'other' ? found.what : found.is;
};

test.each([
  ['text/html; charset=utf-8', 'html'],
  ['application/xhtml+xml', 'html'],
  ['TEXT/Plain', 'text'],
  ['text/markdown', 'text'],
  ['application/json', 'text'],
  ['application/problem+json', 'text'],
  ['application/rss+xml', 'text'],
  ['image/svg+xml', 'text'],
  ['application/javascript', 'text'],
  ['application/x-ndjson', 'text'],
  ['image/png', 'an image (image/png)'],
  ['application/pdf', 'a PDF (application/pdf)'],
  ['application/zip', 'an archive (application/zip)'],
  ['application/wasm', 'a file of type application/wasm, or no text'],
])('%s is %s', (type, is) => expect(media(type)).toBe(is));

test('without a type, the content says what it is', () => {
  expect(media('', ' \n<!DOCTYPE html><p>')).toBe('html');
  expect(media('application/octet-stream', 'plain')).toBe('text');
  expect(media('', 'a\0b')).toBe('no text');
  expect(media('text/plain', 'a\0b')).toMatch(/no text/);
});

test('letters are read as the mark, the server or the page says', () => {
  const latin = Buffer.from('caf\xe9', 'latin1');
  expect(textOf(latin, 'text/plain; charset="iso-8859-1"')).toBe('café');
  const page = Buffer.from('<meta charset=iso-8859-1>caf\xe9', 'latin1');
  expect(textOf(page, 'text/html')).toContain('café');
  const wide = Buffer.from('\ufeffcafé', 'utf16le');
  expect([mediaOf('text/plain', wide).is, textOf(wide, 'text/plain')]).toEqual(['text', 'café']);
  expect(textOf(Buffer.from('\ufeffcafé'), 'text/plain; charset=klingon')).toBe('café');
});
