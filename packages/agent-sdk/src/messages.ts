import type { Tone } from 'wave-hooks';

/** What a conversation is made of. `agent.messages` is a list of these. */
export interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly Block[];
  /** Where a user message comes from: a prompt, added by a hook, or a note of ours to the model. */
  readonly from?: 'prompt' | 'hook' | 'wave';
}

export type Block = TextBlock | ImageBlock | ReasoningBlock | ToolBlock | ErrorBlock | NoticeBlock;

export interface TextBlock {
  readonly type: 'text';
  readonly content: string;
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
}

/** For the user only: something went wrong or was blocked. */
export interface ErrorBlock {
  readonly type: 'error';
  readonly content: string;
  readonly hook?: string;
}

/** For the user only: something to know that is no error. */
export interface NoticeBlock {
  readonly type: 'notice';
  readonly tone: Tone;
  readonly content: string;
  readonly hook?: string;
}
