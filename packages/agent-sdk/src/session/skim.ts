import { closeSync, openSync, readSync } from 'node:fs';
import type { Change } from '../conversation.ts';
import { readLines } from './read.ts';

/** How far into a file its first prompt is looked for. */
const LOOK_BYTES = 256 * 1024;

/** The first prompt of a session, from the start of its file; empty where none is found there. */
export function firstPrompt(file: string): string {
  const { changes } = readLines(startOf(file));
  for (const change of changes)
    if (change.is === 'added' && change.message.from === 'prompt') return promptText(change);
  return '';
}

function promptText({ message }: Extract<Change, { is: 'added' }>): string {
  const [text] = message.blocks.flatMap((block) => (block.type === 'text' ? [block.content] : []));
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
}

function startOf(file: string): Buffer {
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(LOOK_BYTES);
    return bytes.subarray(0, readSync(fd, bytes, 0, LOOK_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}
