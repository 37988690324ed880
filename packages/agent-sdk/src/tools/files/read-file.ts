import { type FileHandle, open } from 'node:fs/promises';
import * as z from 'zod';
import { faultText } from '../../base/error-text.ts';
import { once } from '../../base/once.ts';
import { imageOf, looksLikeImage, MAX_IMAGE_BYTES, tooLarge } from '../../files/image.ts';
import { absolutePath, resolvePath } from '../../files/paths.ts';
import {
  done,
  failed,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { whyNotText } from './file-kind.ts';
import { linesOf } from './file-lines.ts';
import { hostText, markOf } from './host-text.ts';
import { notAFile, rememberFile } from './known-files.ts';
import { notebookText } from './notebook.ts';
import { MAX_LINE_CHARS, type Shown, showLines } from './numbered-lines.ts';
import { looksLikePdf, pdfText } from './pdf.ts';

const input = once(() =>
  z.strictObject({
    file_path: z.string().min(1).describe('The path of the file, absolute'),
    offset: z.int().min(1).optional().describe('The number of the first line to read'),
    limit: z.int().min(1).optional().describe('How many lines to read; 2000 without it'),
    pages: z.string().optional().describe('Of a PDF: which pages, e.g. "1-5"; at most 20'),
  }),
);
type Input = z.infer<ReturnType<typeof input>>;

const response = once(() =>
  z.strictObject({
    file_path: z.string().describe('The path, absolute'),
    lines: z.int().optional().describe('How many lines were read; not for an image'),
  }),
);

const CHUNK = 64 * 1024;
const DEFAULT_LIMIT = 2000;

export const read: Tool<Input> = {
  name: 'Read',
  description:
    'Reads a text file and returns its lines with their numbers, shows an image (PNG, JPEG, GIF, WebP), or reads the cells of a notebook or the pages of a PDF as text. Without offset and limit the first 2000 lines; lines of more than 2000 characters are cut. Omitted output is marked. A file must be read before Edit or Write may change it.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.Read,
  get response() {
    return response();
  },
  paths: ['file_path'],
  effect: 'read',
  files: ({ file_path }, { cwd }) => [absolutePath(cwd, file_path)],
  subject: ({ file_path }) => file_path,
  run: async (given, context) => {
    const { path, real } = resolvePath(context, given.file_path);
    try {
      return await readFile(path, real, given, context);
    } catch (error) {
      return failed(`${path} could not be read: ${faultText(error)}`);
    }
  },
};

async function readFile(
  path: string,
  real: string,
  { offset = 1, limit = DEFAULT_LIMIT, pages }: Input,
  context: ToolContext,
): Promise<ToolResult> {
  const { memory, signal } = context;
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  const handle = await open(real, NONBLOCKING);
  try {
    // Asked before reading: a change while we read makes what we know out of date.
    const stats = await handle.stat();
    if (!stats.isFile()) return failed(`${path} cannot be read: ${notAFile(stats)}`);
    const start = await startOf(handle);
    if (looksLikeImage(start)) return await readImage(path, handle, stats.size);
    if (looksLikePdf(start)) {
      const read = await pdfText(real, pages, context);
      if (!read.ok) return failed(`${path} cannot be shown: ${read.why}`);
      return shownText(path, await showLines(textLines(read.text), offset, limit));
    }
    const why = whyNotText(path, start);
    if (why !== undefined) return failed(`${path} cannot be shown: ${why}`);
    const held = await hostText(context, path, stats);
    const notebook = path.endsWith('.ipynb')
      ? await notebookIn(handle, stats.size, held)
      : undefined;
    const lines =
      notebook === undefined && held === undefined
        ? linesOf(chunksOf(handle, signal), MAX_LINE_CHARS)
        : textLines(notebook ?? held ?? '');
    const shown = await showLines(lines, offset, limit);
    if (signal.aborted) return failed(`${path} was not read to its end: the user ended it.`);
    rememberFile(memory.files, real, stats, held === undefined ? undefined : markOf(held));
    return shownText(path, shown);
  } finally {
    await handle.close();
  }
}

const shownText = (path: string, { text, lines }: Shown): ToolResult =>
  done(text, { file_path: path, lines });

const textLines = (text: string) => linesOf(wholeOf(text), MAX_LINE_CHARS);

const MAX_NOTEBOOK_BYTES = 64 * 1024 * 1024;

/** Undefined for a file that only has the name of one. */
async function notebookIn(
  handle: FileHandle,
  size: number,
  held: string | undefined,
): Promise<string | undefined> {
  if (size > MAX_NOTEBOOK_BYTES) return undefined;
  return notebookText(held ?? (await textOfHandle(handle, size)));
}

async function textOfHandle(handle: FileHandle, size: number): Promise<string> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, 0);
  return bytes.toString('utf8', 0, bytesRead);
}

async function readImage(path: string, handle: FileHandle, size: number): Promise<ToolResult> {
  const read =
    size > MAX_IMAGE_BYTES
      ? { ok: false as const, why: tooLarge(size) }
      : imageOf(await handle.readFile());
  if (!read.ok) return failed(`${path} cannot be shown: ${read.why}.`);
  const { mediaType } = read.image;
  return {
    ...done(`An image (${mediaType}, ${size} bytes).`, { file_path: path }),
    images: [read.image],
  };
}

const NONBLOCKING = process.getBuiltinModule('node:fs').constants.O_NONBLOCK;

async function startOf(handle: FileHandle): Promise<Buffer> {
  const start = Buffer.alloc(8192);
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  return start.subarray(0, bytesRead);
}

async function* chunksOf(handle: FileHandle, signal: AbortSignal): AsyncIterable<Buffer> {
  const chunk = Buffer.alloc(CHUNK);
  for (let at = 0; !signal.aborted; ) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

async function* wholeOf(text: string): AsyncIterable<Buffer> {
  yield Buffer.from(text);
}
