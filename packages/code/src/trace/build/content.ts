import type { Change, ToolBlock } from '@wavehooks/agent-sdk';

/** What was said in a conversation, by the calls and times that records name. */
export interface Content {
  readonly calls: ReadonlyMap<string, ToolBlock>;
  /** What the model wrote and asked for, by the ids of its messages. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Prompts as they went to the model, with when. */
  readonly prompts: readonly { readonly at: number; readonly text: string }[];
}

interface Answer {
  readonly text: string;
  readonly calls: readonly string[];
}

/** A content that grows with the changes of its transcript. */
export interface GrowingContent {
  readonly content: Content;
  add(changes: readonly Change[]): void;
}

/** From the changes of a transcript: what was taken back later is part of what happened, too. */
export function contentOf(changes: readonly Change[]): Content {
  const { content, add } = growingContent();
  add(changes);
  return content;
}

export function growingContent(): GrowingContent {
  const calls = new Map<string, ToolBlock>();
  const answers = new Map<string, Answer>();
  const prompts: { at: number; text: string }[] = [];
  const take = (change: Change) => {
    if (change.is === 'added') {
      const { message, at } = change;
      for (const block of message.blocks) if (block.type === 'tool') calls.set(block.id, block);
      if (message.from === 'prompt' && at !== undefined)
        prompts.push({ at, text: textOf(message.blocks) });
      if (message.role === 'assistant') answers.set(message.id, answerOf(message.blocks));
    }
    if (change.is === 'block' && change.block.type === 'tool')
      calls.set(change.block.id, change.block);
    const known = change.is === 'tool' ? calls.get(change.call) : undefined;
    if (change.is === 'tool' && known) calls.set(change.call, { ...known, ...change.patch });
  };
  return { content: { calls, answers, prompts }, add: (changes) => changes.forEach(take) };
}

type Blocks = Extract<Change, { is: 'added' }>['message']['blocks'];

const answerOf = (blocks: Blocks): Answer => ({
  text: textOf(blocks).trim(),
  calls: blocks.flatMap((block) => (block.type === 'tool' ? block.id : [])),
});

const textOf = (blocks: Blocks): string =>
  blocks.map((block) => (block.type === 'text' ? block.content : '')).join('');
