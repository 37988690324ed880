/** Why the bytes are no whole image of a kind; undefined where they may well be one. */
export type ImageCheck = (bytes: Buffer) => string | undefined;

// A provider refuses a request with an image that it cannot read, and with it every request after that
// one. So the frame of each format is gone through to its end; what is inside is left to the provider.

const CUT = 'it ends early';
const EMPTY = 'it says that it has no width or no height';

/** Chunks of length, name, data and checksum, from IHDR over IDAT to IEND. */
export const checkPng: ImageCheck = (bytes) => {
  if (nameAt(bytes, 12) !== 'IHDR' || bytes.length < 33) return CUT;
  if (bytes.readUInt32BE(16) === 0 || bytes.readUInt32BE(20) === 0) return EMPTY;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = nameAt(bytes, at + 4);
    if (name === 'IEND') return hasData ? undefined : 'it has no content';
    hasData ||= name === 'IDAT';
  }
  return CUT;
};

/** Segments of marker and length up to the scan; the scan goes on to the end mark. */
export const checkJpeg: ImageCheck = (bytes) => {
  let sized = false;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isFrame(marker) && at + 9 <= bytes.length) {
      if (bytes.readUInt16BE(at + 5) === 0 || bytes.readUInt16BE(at + 7) === 0) return EMPTY;
      sized = true;
    }
    if (marker === 0xda) return sized && bytes.indexOf(JPEG_END, at) > 0 ? undefined : CUT;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return CUT;
};

const JPEG_END = Buffer.from([0xff, 0xd9]);

/** C4, C8 and CC are tables among the frames. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Extensions and images of small blocks; one whole image will do, since nobody misses the end mark. */
export const checkGif: ImageCheck = (bytes) => {
  if (bytes.length < 14) return CUT;
  if (bytes.readUInt16LE(6) === 0 || bytes.readUInt16LE(8) === 0) return EMPTY;
  for (let at: number | undefined = 13 + tableSize(bytes[10]); at !== undefined; ) {
    if (bytes[at] === 0x2c) {
      const data = at + 11 + tableSize(bytes[at + 9]);
      return afterBlocks(bytes, data) === undefined ? CUT : undefined;
    }
    if (bytes[at] !== 0x21) return CUT;
    at = afterBlocks(bytes, at + 2);
  }
  return CUT;
};

/** Three bytes a colour, where the flags say that there is a table. */
const tableSize = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Behind blocks of a length and as many bytes, the last of them empty; undefined where that is missing. */
function afterBlocks(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at < bytes.length; at += 1 + (bytes[at] ?? 0))
    if (bytes[at] === 0) return at + 1;
  return undefined;
}

/** One box of a stated length, with a picture in it. */
export const checkWebp: ImageCheck = (bytes) => {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return CUT;
  return /^VP8[ LX]$/.test(nameAt(bytes, 12)) ? undefined : 'it has no content';
};

const nameAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);
