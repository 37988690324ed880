import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type ImageBlock, imageOf, MAX_IMAGE_BYTES } from '@wavehooks/agent-sdk';
import { printable } from '../../cli/style.ts';
import { bytesText } from '../text/lines.ts';
import { readClipboard } from './clipboard.ts';
import { imagePathsIn } from './pasted-paths.ts';

/** What came of images on their way into the input: marks that stand there, and what cannot be sent. */
export interface Taken {
  readonly marks: readonly string[];
  readonly faults: readonly string[];
}

/** Images that stand in the input as a mark and go with the prompt that has it. */
export interface Images {
  /** For a paste that is nothing but paths of images; undefined for any other text. */
  pasted(text: string): Taken | undefined;
  /** The one in the clipboard. */
  clipboard(): Promise<Taken>;
  /** Those whose marks stand in a text. */
  in(text: string): readonly ImageBlock[];
  /** What is left of a mark that was edited: its image would be lost. */
  broken(text: string): string | undefined;
}

/** As many as one prompt can have. */
const MOST = 20;
const MARK = /\[image \d+: [^\]\n]+\]/g;

export function createImages(cwd: () => string, env: NodeJS.ProcessEnv = process.env): Images {
  const known = new Map<string, ImageBlock>();
  const take = (name: string, bytes: Buffer | string): Taken => {
    const read = typeof bytes === 'string' ? ({ ok: false, why: bytes } as const) : imageOf(bytes);
    if (!read.ok) return { marks: [], faults: [`${printable(name)} is not attached: ${read.why}`] };
    const mark = `[image ${known.size + 1}: ${plainName(name)}, ${bytesText(bytes.length)}]`;
    known.set(mark, read.image);
    return { marks: [mark], faults: [] };
  };
  return {
    pasted: (text) => {
      const files = imagePathsIn(text, cwd())?.filter(isFile);
      if (!files || files.length === 0) return undefined;
      return together(files.slice(0, MOST).map((file) => take(basename(file), bytesOf(file))));
    },
    clipboard: async () => {
      const found = await readClipboard(env);
      return found.is === 'image'
        ? take('clipboard.png', found.bytes)
        : { marks: [], faults: [found.why] };
    },
    in: (text) =>
      [...new Set(text.match(MARK) ?? [])].flatMap((mark) => known.get(mark) ?? []).slice(0, MOST),
    broken: (text) =>
      known.size === 0
        ? undefined
        : /\[image \d+.*/.exec(text.replace(MARK, (mark) => (known.has(mark) ? '' : mark)))?.[0],
  };
}

const together = (all: readonly Taken[]): Taken => ({
  marks: all.flatMap(({ marks }) => marks),
  faults: all.flatMap(({ faults }) => faults),
});

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** Its bytes, or why they are not read. */
function bytesOf(file: string): Buffer | string {
  try {
    const { size } = statSync(file);
    if (size > MAX_IMAGE_BYTES)
      return `it has ${size.toLocaleString('en')} bytes, and ${MAX_IMAGE_BYTES.toLocaleString('en')} is the most that can be sent`;
    return readFileSync(file);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Nothing in it ends the mark. */
const plainName = (name: string): string =>
  printable(name)
    .replace(/[[\]\n]/g, '_')
    .slice(0, 60);
