import type { ElicitAnswer, Elicitation } from './elicitation.ts';

/** Who answers what servers ask of the user and the model. */
export interface AskHost {
  /** Asks hooks, then the user. Absent where there is neither. */
  readonly elicit?:
    | ((asked: Elicitation, signal: AbortSignal) => Promise<ElicitAnswer>)
    | undefined;
  /** Asks the user, then the model; a text says why not. */
  readonly sample?: ((asked: Sampling, signal: AbortSignal) => Promise<SampleAnswer>) | undefined;
  /** The directories that the agent works in, the project first. */
  readonly roots?: (() => readonly string[]) | undefined;
}

/** What a server wants the user's model to answer. */
export interface Sampling {
  readonly server: string;
  readonly system: string | undefined;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly maxTokens: number;
}

export type SampleAnswer =
  | { readonly ok: true; readonly model: string; readonly text: string; readonly cut: boolean }
  | { readonly ok: false; readonly why: string };
