import type { Conversation, ToolPatch } from '../../conversation/conversation.ts';
import { statsOf } from '../../files/kinds.ts';
import { absolutePath } from '../../files/paths.ts';
import type { Block } from '../../vocabulary/messages.ts';
import { type CallParts, runCall, type StepEnd } from './call.ts';
import { createLanes } from './lanes.ts';

/** A file or directory that a prompt names with `@`. */
export interface Mention {
  readonly named: string;
  readonly path: string;
  readonly is: 'file' | 'directory';
}

const MOST = 20;

/** What of a prompt names something that exists: `@src/main.ts`, `@"my notes.md"`. */
export function mentionsIn(prompt: string, cwd: string): Mention[] {
  const found = namedIn(prompt).flatMap(({ text }) => mentionOf(text, cwd));
  const first = (one: Mention, at: number) =>
    found.findIndex(({ path }) => path === one.path) === at;
  return found.filter(first).slice(0, MOST);
}

/**
 * What of a prompt can only be meant as a file, and does not exist: in quotes, with a path in front, or with
 * the ending of a file. `@types/node`, `@app.route` and `@alice` are words.
 */
export function missingIn(prompt: string, cwd: string): string[] {
  const missing = namedIn(prompt)
    .filter(({ text }) => mentionOf(text, cwd).length === 0)
    .map(({ text, quoted }) => ({ name: quoted ? text : trimmed(text), quoted }))
    .filter(({ name, quoted }) => quoted || FILE_LIKE.test(name))
    .map(({ name }) => name);
  return [...new Set(missing)];
}

const FILE_LIKE =
  /^(?:\.{0,2}\/|~\/)[\w./-]+$|^[\w./-]+\.(?:[cm]?[jt]sx?|json[cl5]?|mdx?|txt|py|rs|go|java|kt|swift|rb|php|cs?|h|[ch]pp|cc|sh|s?css|less|html?|xml|ya?ml|toml|ini|sql|csv|log|lock|svg|png|jpe?g|gif|webp|pdf|vue|svelte|ipynb)$/i;

const namedIn = (prompt: string): { text: string; quoted: boolean }[] =>
  [...prompt.matchAll(/(?:^|(?<=\s))@(?:"([^"\n]+)"|(\S+))/g)].map(([, quoted, bare = '']) => ({
    text: quoted ?? bare,
    quoted: quoted !== undefined,
  }));

/** A sentence may go on right behind a name. */
const trimmed = (text: string) => text.replace(/[.,;:!?)\]}'"]+$/, '');

function mentionOf(text: string, cwd: string): Mention[] {
  for (const named of [text, trimmed(text)]) {
    const path = absolutePath(cwd, named);
    const stats = statsOf(path);
    if (named !== '' && stats)
      return [{ named, path, is: stats.isDirectory() ? 'directory' : 'file' }];
  }
  return [];
}

/** How a mention is read: by the same tools that the model has. */
const CALLS = {
  file: ({ path }: Mention) => ({ name: 'Read', input: { file_path: path } }),
  directory: ({ path }: Mention) => ({
    name: 'Glob',
    input: { pattern: '*', path, directories: true },
  }),
} as const;

/**
 * Puts what a prompt mentions behind it. Each is a call of a tool, with the hooks and permissions of one:
 * what a guard keeps from the agent cannot be mentioned to it either.
 */
export async function attachMentions(
  prompt: string,
  parts: CallParts,
  signal: AbortSignal,
): Promise<StepEnd['halt']> {
  const { cwd } = parts.context({ signal, call: '' });
  for (const name of missingIn(prompt, cwd).slice(0, MOST))
    parts.conversation.tell('info', `@${name}: no such file; sent as text.`);
  for (const mention of mentionsIn(prompt, cwd)) {
    if (signal.aborted) return undefined;
    const halt = await attach(mention, parts, signal);
    if (halt) return halt;
  }
  return undefined;
}

async function attach(
  mention: Mention,
  parts: CallParts,
  signal: AbortSignal,
): Promise<StepEnd['halt']> {
  const { conversation } = parts;
  let ended: ToolPatch = {};
  const listening: Conversation = {
    ...conversation,
    // Nobody sees this call: what is told of it stands by itself.
    tell: (tone, text, { call: _, ...more } = {}) => conversation.tell(tone, text, more),
    patchTool: (_call: string, patch: ToolPatch) => {
      ended = { ...ended, ...patch };
    },
  };
  const call = {
    is: 'call',
    id: `mention:${mention.path}`,
    ...CALLS[mention.is](mention),
  } as const;
  const own = { ...parts, conversation: listening };
  const { messages, halt } = await runCall(call, own, signal, createLanes(1));
  if (ended.success === false)
    conversation.tell('warning', `@${mention.named} was not attached: ${ended.result ?? ''}`);
  conversation.add('user', blocksOf(mention, ended), 'wave');
  for (const text of messages) conversation.add('user', [text], 'hook');
  return halt;
}

function blocksOf({ path }: Mention, { success, result = '', images = [] }: ToolPatch): Block[] {
  const text =
    success === false ? `${path} could not be attached: ${result}` : `${path}:\n\n${result}`;
  return [{ type: 'text', content: text }, ...images];
}
