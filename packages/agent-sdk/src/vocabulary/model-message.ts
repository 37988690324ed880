/**
 * A message as a model gets it. Our own type, for whoever writes a model: the types of the library that talks
 * to providers do not compile in every project. What is written here fits what that library takes.
 */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;

interface UserMessage {
  role: 'user';
  content: string | UserPart[];
  providerOptions?: ProviderData;
}

interface AssistantMessage {
  role: 'assistant';
  content: string | AssistantPart[];
  providerOptions?: ProviderData;
}

/** The results of the calls of the answer in front of it. */
interface ToolMessage {
  role: 'tool';
  content: ToolResultPart[];
  providerOptions?: ProviderData;
}

export type UserPart = TextPart | FilePart;
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart | ServedResultPart;

export interface TextPart {
  type: 'text';
  text: string;
  providerOptions?: ProviderData;
}

/** A picture, in base64. */
interface FilePart {
  type: 'file';
  data: string;
  mediaType: string;
  providerOptions?: ProviderData;
}

interface ReasoningPart {
  type: 'reasoning';
  text: string;
  providerOptions?: ProviderData;
}

interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  /** The provider ran it: its result follows in the same message, and nobody else answers it. */
  providerExecuted?: true;
  providerOptions?: ProviderData;
}

/** What a tool of the provider gave back, in the provider's own form. */
interface ServedResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'json' | 'error-json'; value: Json };
  providerOptions?: ProviderData;
}

export interface ToolResultPart {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'text' | 'error-text'; value: string };
  providerOptions?: ProviderData;
}

/** What only one provider reads, by its name. */
export type ProviderData = Record<string, Record<string, Json | undefined>>;

export type Json = null | string | number | boolean | Json[] | { [name: string]: Json | undefined };
