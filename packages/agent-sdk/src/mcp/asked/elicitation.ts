import type { FormField, FormValue } from './elicitation-form.ts';

/** Something that a server wants to know from the user. */
export type Elicitation = {
  /** The server's name in the settings. */
  readonly server: string;
  /** The server's words. */
  readonly message: string;
  readonly id?: string | undefined;
} /** `schema` is what the fields were read from. */ & (
  | {
      readonly mode: 'form';
      readonly fields: readonly FormField[];
      readonly schema: Readonly<Record<string, unknown>>;
    }
  /** A page that the user is to open. Wave opens none by itself. */
  | { readonly mode: 'url'; readonly url: string }
  /** It wants to ask your model this. */
  | { readonly mode: 'model'; readonly prompt: string }
);

export type ElicitAnswer =
  /** Fields that are left out are sent as the form has them. */
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, FormValue>> }
  /** `why` is for the user. */
  | { readonly action: 'decline' | 'cancel'; readonly why?: string };

/** Asks the user for a server. */
export type McpElicit = (asked: Elicitation, signal: AbortSignal) => Promise<ElicitAnswer>;
