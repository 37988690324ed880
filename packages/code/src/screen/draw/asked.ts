import type { ConfirmRequest } from 'wave-agent-sdk';
import { existing } from '../replaced.ts';
import { diffLines } from './change.ts';
import type { Canvas } from './lines.ts';

/** A call that the user is asked about, taken apart: the fields that are shown as such, and the change. */
export interface Asked {
  /** What is worth knowing before anything else. */
  readonly note?: string;
  readonly fields: ConfirmRequest['input'];
  /** The change of a file as a diff; empty where it is none, or cannot be shown as one. */
  readonly change: readonly string[];
}

/** `now`: what is in the file, where that is a text and short. */
export function askedFor(
  { tool, input }: Pick<ConfirmRequest, 'tool' | 'input'>,
  now: string | undefined,
  canvas: Canvas,
): Asked {
  const { old_string, new_string, content, ...rest } = input;
  const isWrite = tool === 'Write' && now !== undefined;
  const [before, after] = isWrite ? [now, content] : [old_string, new_string];
  if (typeof before === 'string' && typeof after === 'string') {
    const lines = diffLines(before, after, canvas);
    return { fields: rest, change: lines.length > 0 ? lines : ['(it changes nothing)'] };
  }
  const over = tool === 'Write' && now === undefined && existing(input['file_path']);
  const note = over ? { note: `It replaces a file of ${over}.` } : {};
  return { ...note, fields: input, change: [] };
}
