import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolvePath } from '../../files/paths.ts';
import { saveFile } from '../../files/save-file.ts';
import type { Tool, ToolContext } from '../../vocabulary/tool.ts';
import { rememberFile } from './known-files.ts';

/** What is larger is read from the disk alone: it would have to pass through the host as one message. */
const MOST_BYTES = 8 * 1024 * 1024;

type Host = Pick<ToolContext, 'openFiles' | 'signal'>;

/** A file's text as the host has it; undefined where the host has none of its own. Rejects where it refuses. */
export async function hostText(
  { openFiles, signal }: Host,
  path: string,
  { size }: Pick<Stats, 'size'>,
): Promise<string | undefined> {
  return size > MOST_BYTES ? undefined : openFiles?.read?.(path, { signal });
}

/** Editors keep no byte order mark and know line ends of one kind: where nothing else differs, the disk counts. */
export function asOnDisk(text: string, disk: string): string {
  if (plain(text) === plain(disk)) return disk;
  const mark = disk.startsWith('\uFEFF') ? '\uFEFF' : '';
  const own = plain(text);
  return mark + (disk.includes('\r\n') ? own.replaceAll('\n', '\r\n') : own);
}

const plain = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');

/** Tells one text from another, however its lines end. */
export const markOf = (text: string): string =>
  createHash('sha256').update(plain(text)).digest('base64');

/**
 * Writes through the host, so that an editor shows the change. What it did not save is written to the disk as
 * well: commands, searches and undo see only that.
 */
export async function saveText(
  context: Host,
  path: string,
  real: string,
  text: string,
  before?: Stats,
): Promise<{ readonly stats: Stats; readonly mark?: string }> {
  const { openFiles, signal } = context;
  if (!openFiles?.write) return { stats: await saveFile(real, text, before) };
  const old = before && (await readFile(real, 'utf8'));
  if (!(await openFiles.write(path, text, { signal })))
    return { stats: await saveFile(real, text, before) };
  const now = await readFile(real, 'utf8').catch(() => undefined);
  const isSaved = now !== undefined && (now !== old || plain(now) === plain(text));
  const stats = isSaved ? await stat(real) : await saveFile(real, text, before);
  // An editor may have formatted it: what it holds now is what counts as known.
  const held = await hostText(context, path, stats).catch(() => undefined);
  return { stats, mark: markOf(held ?? text) };
}

/**
 * Before an edit, what the agent has read and nobody has saved is saved: the edit would save it anyway, and
 * undo has to lead back to it.
 */
export async function settleBuffers(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<void> {
  if (!context.openFiles?.write || tool.effect !== 'edit') return;
  for (const path of tool.files?.(input, context) ?? []) await settleBuffer(path, context);
}

/** Where it cannot be done, the edit itself says why. */
async function settleBuffer(named: string, context: ToolContext): Promise<void> {
  const { memory, signal, openFiles } = context;
  const { path, real } = resolvePath(context, named);
  const mark = memory.files.get(real)?.mark;
  if (mark === undefined) return;
  try {
    const text = await hostText(context, path, await stat(real));
    if (text === undefined || mark !== markOf(text)) return;
    const disk = await readFile(real, 'utf8');
    if (plain(disk) === plain(text)) return;
    if (await openFiles?.write?.(path, asOnDisk(text, disk), { signal }))
      rememberFile(memory.files, real, await stat(real), mark);
  } catch {
    return;
  }
}
