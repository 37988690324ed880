import type { Tone } from '@wavehooks/hooks';
import type { Retry, ToolSpec } from './model.ts';

/** What a conversation is made of. `agent.messages` is a list of these. */
export interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
  /** Where a user message comes from: a prompt, added by a hook, or a note of ours to the model. */
  readonly from?: 'prompt' | 'hook' | 'wave';
  /** Of an answer: how many tokens its request and itself had, as the provider counted them. */
  readonly tokens?: number;
  /** Of an answer: the model whose thoughts and metadata are in it. They go back to that one alone. */
  readonly model?: string;
  /** Its provider does not take its thoughts back any more: they are for the user only. */
  readonly voided?: true;
  /** Makes this message stand for everything in front of it, as far as the model is concerned. */
  readonly compaction?: Compaction;
}

export interface Compaction {
  /** The first of the messages in front of it that the model still gets. */
  readonly tail: string;
  /** Where those are too long: how many characters of each of their texts. */
  readonly chars?: number;
  /** About how many tokens the model got before and gets now. */
  readonly before: number;
  readonly after: number;
  /** Who wrote the summary: the model, or we, when the model could not. */
  readonly by: 'model' | 'wave';
}

export type Block = TextBlock | ImageBlock | ReasoningBlock | ToolBlock | ErrorBlock | NoticeBlock;

export interface TextBlock {
  readonly type: 'text';
  readonly content: string;
  /** The hooks that say it, in a message that hooks added. */
  readonly hooks?: readonly string[];
  /** On which event they say it. */
  readonly event?: string;
  /** About which call. */
  readonly call?: { readonly id: string; readonly tool: string };
  /** Of a note on a command that the user ran: its first line. The rest is what the command printed. */
  readonly shell?: string;
  /** Of a note of ours on plan mode: what it says. */
  readonly plan?: 'begins' | 'ends';
  /** Of a note of ours on what changed since the beginning: all that the model knows of it from here on. */
  readonly told?: Told;
  /** Of an answer: what its provider wants back with it, such as citations. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What is not as it was when the conversation began. */
export interface Told {
  /** The system text, where it is another. */
  readonly system?: string;
  /** Tools that are new, or not as they are listed. */
  readonly tools: readonly ToolSpec[];
  readonly gone: readonly string[];
}

/** A picture for the model, in base64. */
export interface ImageBlock {
  readonly type: 'image';
  readonly mediaType: string;
  readonly content: string;
}

/** What the model thought; kept because a provider may need it back, with its own data. */
export interface ReasoningBlock {
  readonly type: 'reasoning';
  readonly content: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A tool call and, once there is one, its only result. */
export interface ToolBlock {
  readonly type: 'tool';
  readonly id: string;
  readonly name: string;
  /** What the tool runs with: after a hook's rewrite, the rewritten input. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What the model asked for, where a hook rewrote it. */
  readonly original?: Readonly<Record<string, unknown>>;
  readonly stage: 'pending' | 'running' | 'end';
  readonly result?: string;
  readonly success?: boolean;
  /** Pictures that belong to the result. */
  readonly images?: readonly ImageBlock[];
  /** The subagent that the call started. */
  readonly agent?: string;
  /** Whose words the result is, where the call did not run. `wave`: the turn ended before it could. */
  readonly by?: 'hook' | 'user' | 'wave';
  /** What kept it from running, for the user only: hooks by name, a rule, a mode. */
  readonly refused?: string;
  /** The hooks that kept it from running, or answered in its place: the result is theirs. */
  readonly hooks?: readonly string[];
  /** The model's provider ran it, not Wave: what came of it, as the provider wants it back. */
  readonly served?: Served;
  /** What its provider wants back with it, such as a signature. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The call of the model that this one was made of, alone or with its neighbours. It goes back as it came. */
  readonly asked?: Asked;
}

/** A call in the words of the model, where Wave calls it otherwise. */
export interface Asked {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Served {
  /** Absent while nothing came. */
  readonly output?: unknown;
  readonly failed?: true;
}

/** For the user only: something went wrong or was blocked. */
export interface ErrorBlock {
  readonly type: 'error';
  readonly content: string;
  readonly hook?: string;
  /** The text names the hook itself. */
  readonly named?: true;
}

/** For the user only: something to know that is no error. */
export interface NoticeBlock {
  readonly type: 'notice';
  readonly tone: Tone;
  readonly content: string;
  readonly hook?: string;
  /** The text names the hook itself. */
  readonly named?: true;
  /** It is why its hook ended the turn. */
  readonly ends?: true;
  /** The call that it is about, where that says the same. */
  readonly call?: string;
  /** The model is asked again: only of interest until it answers. */
  readonly retry?: Retry;
}
