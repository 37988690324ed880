import type { ImageBlock } from '../messages.ts';

/** The kinds that every provider takes, by their first bytes. */
const KINDS: readonly (readonly [string, (start: Buffer) => boolean])[] = [
  ['image/png', (start) => start.subarray(0, 8).equals(PNG)],
  ['image/jpeg', (start) => start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff],
  ['image/gif', (start) => /^GIF8[79]a/.test(start.toString('latin1', 0, 6))],
  [
    'image/webp',
    (start) =>
      start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
  ],
];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Providers take five megabytes of base64. */
export const MAX_IMAGE_BYTES = 3_700_000;

export const imageTypeOf = (start: Buffer): string | undefined =>
  KINDS.find(([, is]) => is(start))?.[0];

export const imageBlock = (mediaType: string, bytes: Buffer): ImageBlock => ({
  type: 'image',
  mediaType,
  content: bytes.toString('base64'),
});
