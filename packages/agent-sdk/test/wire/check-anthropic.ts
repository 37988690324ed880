import { halvesIn } from './halves.ts';

/** A request body as the Messages API takes it, as far as it is checked here. */
export interface AnthropicBody {
  readonly model?: string;
  readonly max_tokens?: number;
  readonly stream?: boolean;
  readonly system?: readonly AnthropicBlock[];
  readonly tools?: readonly { name: string; type?: string; input_schema?: { type?: string } }[];
  readonly messages?: readonly AnthropicMessage[];
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number };
  readonly output_config?: { readonly effort?: string };
}
export interface AnthropicMessage {
  readonly role: string;
  readonly content: readonly AnthropicBlock[];
}
export interface AnthropicBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly signature?: string;
  readonly data?: string;
  readonly cache_control?: object;
}

/** What the Messages API would refuse, as a list of sentences; empty when all is well. */
export function anthropicFaults(body: AnthropicBody): string[] {
  const messages = body.messages ?? [];
  const faults: string[] = [
    ...(body.model ? [] : ['model: field required']),
    ...(Number(body.max_tokens) > 0 ? [] : ['max_tokens: field required']),
    ...(messages[0]?.role === 'user' ? [] : ['messages: first message must use the "user" role']),
    ...(mayEnd(messages.at(-1)) ? [] : ['messages: the last message must be of the user']),
    ...(count(body, 'cache_control') <= 4 ? [] : ['at most 4 blocks may have cache_control']),
    ...(body.system ?? []).flatMap((block) => textFaults(block, 'system')),
    ...toolFaults(body.tools ?? []),
    ...thinkingFaults(body),
    ...halvesIn(body),
  ];
  const each = messages.flatMap((m, i) => messageFaults(m, i, messages));
  const ids = messages.flatMap((m) => calls(m));
  if (new Set(ids).size !== ids.length) faults.push('tool_use ids must be unique');
  return [...faults, ...each];
}

function thinkingFaults({ thinking, max_tokens = 0 }: AnthropicBody): string[] {
  const { type, budget_tokens: budget } = thinking ?? {};
  if (type !== 'enabled') return [];
  if (budget === undefined || budget < 1024) return ['thinking: budget_tokens of at least 1024'];
  return budget < max_tokens ? [] : ['thinking: max_tokens must be greater than budget_tokens'];
}

/** An answer that paused in its searches is sent back as it is. */
const mayEnd = (last: AnthropicMessage | undefined): boolean =>
  last?.role === 'user' || last?.content.some(({ type }) => type === 'server_tool_use') === true;

const count = (body: object, key: string) => JSON.stringify(body).split(`"${key}":`).length - 1;

const calls = ({ content }: AnthropicMessage) =>
  content.flatMap((block) => (block.type === 'tool_use' ? [block.id ?? ''] : []));
const results = ({ content }: AnthropicMessage) =>
  content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id ?? ''] : []));

function messageFaults(
  message: AnthropicMessage,
  index: number,
  all: readonly AnthropicMessage[],
): string[] {
  const at = `messages.${index}`;
  const before = all[index - 1];
  const faults = message.content.flatMap((block) => blockFaults(block, message.role, at));
  if (message.content.length === 0) faults.push(`${at}: content must not be empty`);
  if (before?.role === message.role) faults.push(`${at}: roles must alternate`);
  if (results(message).join() !== (before ? calls(before).join() : '')) {
    faults.push(`${at}: tool_use and tool_result must match: each call has one result right after`);
  }
  for (const [place, block] of message.content.entries())
    if (block.type === 'server_tool_use' && message.content[place + 1]?.tool_use_id !== block.id)
      faults.push(`${at}: ${block.id}: a search has its result right after it`);
  const first = message.content.findIndex((block) => block.type !== 'tool_result');
  if (first >= 0 && message.content.slice(first).some((block) => block.type === 'tool_result')) {
    faults.push(`${at}: tool_result blocks must come first`);
  }
  return faults;
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'tool_result', 'image', 'document'],
  assistant: [
    ...['text', 'tool_use', 'thinking', 'redacted_thinking'],
    ...['server_tool_use', 'web_search_tool_result'],
  ],
};

function blockFaults(block: AnthropicBlock, role: string, at: string): string[] {
  const faults = textFaults(block, at);
  if (!ALLOWED[role]?.includes(block.type)) faults.push(`${at}: ${role} has no ${block.type}`);
  if (block.type === 'thinking' && !block.signature) faults.push(`${at}: signature required`);
  if (/thinking/.test(block.type) && block.cache_control) faults.push(`${at}: no cache_control`);
  if (block.type !== 'tool_use') return faults;
  if (!/^[\w-]+$/.test(block.id ?? '')) faults.push(`${at}: tool_use.id has bad characters`);
  if (!/^[\w-]{1,128}$/.test(block.name ?? '')) faults.push(`${at}: tool_use.name is not valid`);
  const plain = typeof block.input === 'object' && !Array.isArray(block.input) && block.input;
  return plain ? faults : [...faults, `${at}: tool_use.input must be an object`];
}

function textFaults(block: AnthropicBlock, at: string): string[] {
  if (block.type !== 'text' || block.text?.trim()) return [];
  return [`${at}: text content blocks must contain non-whitespace text`];
}

function toolFaults(tools: NonNullable<AnthropicBody['tools']>): string[] {
  const names = tools.map((tool) => tool.name);
  const bad = tools.filter(
    ({ type, input_schema: schema }) => type !== 'web_search_20250305' && schema?.type !== 'object',
  );
  return [
    ...(new Set(names).size === names.length ? [] : ['tools: names must be unique']),
    ...bad.map((tool) => `tools: ${tool.name}: input_schema.type must be "object"`),
  ];
}
