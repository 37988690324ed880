import { closeSync, openSync, readSync } from 'node:fs';
import type { Change } from '../conversation/conversation.ts';
import type { Block, Message, ToolBlock } from '../vocabulary/messages.ts';
import { readLines } from './transcript/read-lines.ts';

/** How far into a file it is looked what a session is about. */
const LOOK_BYTES = 256 * 1024;

/**
 * What a session is about, from the start of its file: its first prompt, or in parentheses what else it
 * begins with, so that no list shows a session without a word. And where it began.
 */
export function skimmed(file: string) {
  const bytes = startOf(file);
  const { changes } = readLines(bytes);
  const messages = changes.flatMap(messageIn);
  const prompt = messages.find(({ from }) => from === 'prompt');
  const text = prompt ? firstText([prompt]) : cutPrompt(bytes);
  const system = changes.find((change) => change.is === 'prefix')?.system ?? '';
  const [[, dir] = [], [, branch] = []] = [DIRECTORY, BRANCH].map(
    (line) => line.exec(system) ?? [],
  );
  return {
    about: text || withoutPrompt(messages),
    ...(dir === undefined ? {} : { dir }),
    ...(branch === undefined ? {} : { branch }),
  };
}

/** Lines of the system text. */
const DIRECTORY = /^Working directory: (\/.*)$/m;
const BRANCH = /^- Git branch: (.*?)(?: \(.*\))?$/m;

const messageIn = (change: Change): Message[] => (change.is === 'added' ? [change.message] : []);

function firstText(messages: readonly Message[]): string {
  const blocks = messages.flatMap((message) => message.blocks);
  return shortened(blocks.map(contentOf).find((text) => text.trim() !== '') ?? '');
}

const contentOf = (block: Block): string =>
  'content' in block && block.type !== 'image' ? block.content : '';

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);

/** A prompt with a picture or a long paste is a line longer than what was read: its text begins it. */
function cutPrompt(bytes: Buffer): string {
  const last = bytes.subarray(bytes.lastIndexOf(0x0a) + 1, bytes.length).toString('utf8');
  const [, text = ''] = CUT_PROMPT.exec(last.slice(0, 4_000)) ?? [];
  return shortened(JSON.parse(`"${text}"`));
}

/** Only what JSON has in a string, escapes whole: what is found can be read, wherever it ends. */
const CUT_PROMPT =
  /^\{"is":"added","message":\{"id":"[^"]*","role":"user","blocks":\[\{"type":"text","content":"((?:[^"\\\p{Cc}]|\\u[0-9a-f]{4}|\\["\\/bfnrt]){1,2000})/u;

function withoutPrompt(messages: readonly Message[]): string {
  const [call] = messages.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool'));
  if (call) return `(no prompt; first call: ${shortened(callText(call))})`;
  const text = firstText(messages);
  return text === '' ? '(no prompt)' : `(no prompt; it begins: ${text})`;
}

function callText({ name, parameters }: ToolBlock): string {
  const subject = Object.values(parameters).find((value) => typeof value === 'string');
  return `${name} ${subject ?? ''}`;
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
