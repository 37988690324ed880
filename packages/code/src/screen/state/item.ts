import {
  type Block,
  type CommandOutput,
  joinTexts,
  type Message,
  type ToolBlock,
} from '@wavehooks/agent-sdk';
import type { EventName, Run, RunEvent } from '@wavehooks/hooks';
import type { FileChange } from '../text/file-change.ts';
import type { Todo } from './todos.ts';

/** One thing on the screen. It can still change until it is printed; then it stays as it is. */
export type Item =
  | { readonly is: 'welcome'; readonly lines: readonly string[] }
  | {
      readonly is: 'prompt';
      readonly text: string;
      readonly hooks: readonly HookRuns[];
      /** What its hooks said, to the user and to the agent. */
      readonly notes?: readonly Item[];
    }
  /** What the model thought before it said or did something. */
  | { readonly is: 'thought'; readonly text: string }
  /** What the agent says, in markdown: all of it, or the part that is complete so far. */
  | { readonly is: 'answer'; readonly text: string; readonly goesOn: boolean }
  | {
      readonly is: 'tool';
      readonly block: ToolBlock;
      readonly hooks: readonly HookRuns[];
      /** Which subagent made the call: what it was started for. */
      readonly agent?: string;
      /** The same by its id. */
      readonly by?: string;
      /** Of a Task: what its subagent has done so far. */
      readonly did?: Did;
      /** For how long it ran. */
      readonly ms?: number;
      /** Of TodoWrite: the list before it. */
      readonly todos?: readonly Todo[];
      /** When it began to run: its hooks and questions come before. */
      readonly since?: number;
      /** What is in the file that it is about to change, where that is a text; null where there is none. */
      readonly before?: string | null;
      /** What it made of the file. */
      readonly change?: FileChange;
      /** What it has printed so far. */
      readonly output?: CommandOutput;
      /** What its hooks said, to the user and to the agent. */
      readonly notes?: readonly Item[];
      /** The user was asked about it, for these reasons. */
      readonly asked?: readonly string[];
      /** It did not run for the same reason as one right before it. */
      readonly again?: true;
      /** How far it is, in the words of whoever runs it. */
      readonly progress?: string;
    }
  /** For the user alone: what went wrong or is worth knowing, and which hook says so. */
  | {
      readonly is: 'told';
      readonly tone: Tone;
      readonly text: string;
      readonly hook?: string;
      /** The text names the hook itself. */
      readonly named?: true;
      /** It is why its hook ended the turn. */
      readonly ends?: true;
    }
  /** Hooks made something else of what the user typed: that stands right below. Kept nowhere. */
  | { readonly is: 'rewritten'; readonly typed: string; readonly by: readonly string[] }
  /** A prompt that hooks kept from the agent: it is the user's again. */
  | {
      readonly is: 'not-sent';
      readonly how: NotSent;
      readonly by: readonly string[];
      /** What they gave as a reason. */
      readonly why: readonly string[];
      readonly hooks: readonly HookRuns[];
    }
  /** What goes to the agent, and by which hooks where that is known. */
  | {
      readonly is: 'to-agent';
      readonly text: string;
      readonly hooks?: readonly string[];
      /** Of a note on a command that the user ran: its first line. */
      readonly shell?: string;
    }
  /** Hook runs that belong to nothing else on the screen. */
  | { readonly is: 'hooks'; readonly runs: HookRuns }
  /** What a command of the user's own printed. */
  | {
      readonly is: 'shell';
      readonly head: string;
      readonly text: string;
      readonly failed?: boolean;
    }
  /** What the session made of files. */
  | { readonly is: 'diff'; readonly files: readonly FileDiff[] }
  /** What a command of the screen answered. */
  | { readonly is: 'output'; readonly lines: readonly string[] };

/** What a subagent has done. */
export interface Did {
  readonly calls: number;
  readonly tokens: number;
}

/** A file with what became of it, and words about what is no text, such as its access bits. */
export interface FileDiff {
  readonly path: string;
  readonly change?: FileChange;
  readonly about?: string;
}

/** How the turn ended before the agent had the prompt. */
export type NotSent = 'blocked' | 'halted';

type Tone = 'info' | 'warning' | 'error';

/** All hooks that one event ran. */
export interface HookRuns {
  readonly event: EventName;
  readonly decision: string;
  readonly runs: readonly HookRun[];
}

/** One hook's run with what it asked for by itself, whatever the others said. */
export type HookRun = Run & { readonly effects: Effects };

type Effects = Extract<RunEvent, { is: 'decided' }>['hooks'][number]['effects'];

/** What a message that was added shows, without what of it stands there: so many characters and thoughts. */
export function itemsOf({ role, from, blocks }: Message, printed: number, thoughts = 0): Item[] {
  if (role === 'user') return blocks.flatMap((block) => userItem(block, from));
  let left = printed;
  let known = thoughts;
  return withWholeThoughts(joinTexts(blocks)).flatMap((block): Item[] => {
    if (block.type === 'reasoning') {
      if (block.content.trim() === '' || known-- > 0) return [];
      return [{ is: 'thought', text: block.content }];
    }
    if (block.type !== 'text') return assistantItem(block);
    const text = block.content.slice(left);
    left = Math.max(0, left - block.content.length);
    return text.trim() === '' ? [] : [{ is: 'answer', text, goesOn: text !== block.content }];
  });
}

/** Providers cut a thought into blocks as they like; what follows each other is one. */
function withWholeThoughts(blocks: readonly Block[]): readonly Block[] {
  const all: Block[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (block.type === 'reasoning' && last?.type === 'reasoning')
      all[all.length - 1] = { ...last, content: last.content + block.content };
    else all.push(block);
  }
  return all;
}

function userItem(block: Block, from: Message['from']): Item[] {
  if (block.type !== 'text') return [];
  const { content: text, hooks, shell } = block;
  return from === 'hook' || from === 'wave'
    ? [{ is: 'to-agent', text, ...(hooks ? { hooks } : {}), ...(shell ? { shell } : {}) }]
    : [{ is: 'prompt', text, hooks: [] }];
}

function assistantItem(block: Block): Item[] {
  if (block.type === 'tool') return [{ is: 'tool', block, hooks: [] }];
  if (block.type !== 'error' && block.type !== 'notice') return [];
  // The call itself shows it, or the line that says what is going on.
  if (block.type === 'notice' && (block.call !== undefined || block.retry)) return [];
  const [tone, ends] = block.type === 'error' ? (['error'] as const) : [block.tone, block.ends];
  const text = ends ? `The hook "${block.hook}" ended the turn: ${block.content}` : block.content;
  const named = block.named || ends ? ({ named: true } as const) : {};
  const why = ends ? ({ ends: true } as const) : {};
  return [
    { is: 'told', tone, text, ...(block.hook ? { hook: block.hook } : {}), ...named, ...why },
  ];
}
