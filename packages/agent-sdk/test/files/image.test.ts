import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { imageOf, MAX_IMAGE_BYTES } from '../../src/files/image.ts';
import { resultOf } from '../../src/mcp/server/call-result.ts';
import { DOT } from '../mcp/dot.ts';
import { rig } from '../tools/helpers.ts';

const hex = (...parts: string[]) => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex');

/** One dot in each format. */
const IMAGES: [string, Buffer][] = [
  ['image/png', Buffer.from(DOT, 'base64')],
  [
    'image/jpeg',
    hex(
      'ffd8 ffe00010 4a46494600 0101 00 0001 0001 0000',
      'ffc0000b 08 0001 0001 01 011100',
      'ffda0008 01 0100 003f00 7f ffd9',
    ),
  ],
  ['image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['image/webp', Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')],
];

describe.each(IMAGES)('%s', (mediaType, bytes) => {
  test('is taken whole, also with more behind it', () => {
    expect(imageOf(bytes)).toEqual({
      ok: true,
      image: { type: 'image', mediaType, content: bytes.toString('base64') },
    });
    expect(imageOf(Buffer.concat([bytes, Buffer.alloc(9, 7)]))).toMatchObject({ ok: true });
  });

  test('is not taken with its end missing, wherever it was cut', () => {
    // A GIF needs its images, not the mark behind them.
    const whole = bytes.length - (mediaType === 'image/gif' ? 1 : 0);
    for (let length = 0; length < whole; length++)
      expect(imageOf(bytes.subarray(0, length)), `${length} bytes`).toMatchObject({ ok: false });
  });

  test('is not taken when it is too large', () => {
    const large = Buffer.concat([bytes, Buffer.alloc(MAX_IMAGE_BYTES)]);
    expect(imageOf(large)).toMatchObject({ ok: false, why: expect.stringContaining('the most') });
  });

  test('is shown by Read, and a damaged one is told', async () => {
    const { dir, run } = rig();
    writeFileSync(join(dir, 'good'), bytes);
    writeFileSync(join(dir, 'bad'), bytes.subarray(0, bytes.length - 8));
    expect((await run('Read', { file_path: join(dir, 'good') })).images).toHaveLength(1);
    expect(await run('Read', { file_path: join(dir, 'bad') })).toMatchObject({
      success: false,
      text: `${dir}/bad cannot be shown: it is no whole ${mediaType} image: it ends early.`,
    });
  });

  test('of a server: a damaged one is named, not sent', () => {
    const piece = (data: Buffer) => ({
      type: 'image',
      mimeType: 'x',
      data: data.toString('base64'),
    });
    const { images, text } = resultOf({ content: [piece(bytes), piece(bytes.subarray(0, 16))] });
    expect(images).toHaveLength(1);
    expect(text).toBe(
      `[an image: x, ${bytes.length} bytes]\n[an image: x, 16 bytes, which cannot be shown]`,
    );
  });
});

test.each([
  ['image/png', 16],
  ['image/jpeg', 25],
  ['image/gif', 6],
] as const)('%s without a width', (mediaType, at) => {
  const bytes = Buffer.from(IMAGES.find(([type]) => type === mediaType)?.[1] ?? '');
  bytes.fill(0, at, at + (mediaType === 'image/png' ? 4 : 2));
  expect(imageOf(bytes)).toEqual({
    ok: false,
    why: `it is no whole ${mediaType} image: it says that it has no width or no height`,
  });
});
