import { thoughtRefusals } from './check-thoughts.ts';
import { halvesIn } from './halves.ts';
import { type Asked, bad, type Refusal } from './wire.ts';

/** A request body as the Messages API takes it, as far as it is read here. */
export interface AnthropicBody {
  readonly model?: string;
  readonly max_tokens?: number;
  readonly stream?: boolean;
  readonly system?: readonly AnthropicBlock[];
  readonly tools?: readonly AnthropicTool[];
  readonly messages?: readonly AnthropicMessage[];
  readonly thinking?: {
    readonly type: string;
    readonly budget_tokens?: number;
    readonly block_binding?: { readonly prefix_mismatch_behavior?: string };
  };
  readonly output_config?: { readonly effort?: string };
}
interface AnthropicTool {
  readonly name: string;
  readonly type?: string;
  readonly input_schema?: Readonly<Record<string, unknown>>;
  readonly cache_control?: object;
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
  readonly thinking?: string;
  readonly signature?: string;
  readonly data?: string;
  readonly cache_control?: object;
}

/** What the Messages API refuses. Sources: its reference, its error texts in public issue threads. */
export function anthropicRefusals({ body, headers }: Asked<AnthropicBody>): readonly Refusal[] {
  if (!headers['anthropic-version'])
    return [bad('anthropic-version: header is required')].concat(keyRefusals(headers));
  const messages = body.messages ?? [];
  return [
    ...keyRefusals(headers),
    ...[
      ...bodyFaults(body),
      ...toolFaults(body.tools ?? []),
      ...(body.system ?? []).flatMap((block) => textFaults(block, 'system')),
      ...messages.flatMap((message, at) => messageFaults(message, at, messages)),
      ...halvesIn(body),
    ].map(bad),
    ...thoughtRefusals(body, String(headers['anthropic-beta'] ?? '')),
  ];
}

const keyRefusals = (headers: Asked['headers']): Refusal[] =>
  headers['x-api-key'] || headers.authorization
    ? []
    : [{ status: 401, message: 'x-api-key header is required' }];

/** Output limits, by the models overview. */
const OUTPUT: readonly (readonly [RegExp, number])[] = [
  [/^claude-[a-z]+-[5-9]/, 128_000],
  [/^claude-(opus|sonnet)-4-[6-9]/, 128_000],
  [/^claude-(sonnet|haiku|opus)-4-5/, 64_000],
  [/^claude-opus-4/, 32_000],
];

function bodyFaults(body: AnthropicBody): string[] {
  const { model = '', max_tokens: wanted = 0, messages = [] } = body;
  const most = OUTPUT.find(([pattern]) => pattern.test(model))?.[1] ?? Number.POSITIVE_INFINITY;
  const marks = JSON.stringify(body).split('"cache_control":').length - 1;
  const ids = messages.flatMap(calls);
  return [
    ...(model ? [] : ['model: Field required']),
    ...(wanted > 0 ? [] : ['max_tokens: Field required']),
    ...(wanted <= most
      ? []
      : [
          `max_tokens: ${wanted} > ${most}, which is the maximum allowed number of output tokens for ${model}`,
        ]),
    ...(messages.length > 0 ? [] : ['messages: at least one message is required']),
    ...(messages[0]?.role === 'assistant'
      ? ['messages: first message must use the "user" role']
      : []),
    ...(mayEnd(messages.at(-1))
      ? []
      : [
          'This model does not support assistant message prefill. The conversation must end with a user message.',
        ]),
    ...(marks <= 4
      ? []
      : [`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`]),
    ...(new Set(ids).size === ids.length ? [] : ['messages: `tool_use` ids must be unique']),
  ];
}

/** An answer that paused in its searches is sent back as it is. */
const mayEnd = (last: AnthropicMessage | undefined): boolean =>
  last?.role !== 'assistant' || last.content.some(({ type }) => type === 'server_tool_use');

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
  const { role, content } = message;
  const faults = content.flatMap((block, place) =>
    blockFaults(block, role, `${at}.content.${place}`),
  );
  if (content.length === 0)
    faults.push(
      `${at}: all messages must have non-empty content except for the optional final assistant message`,
    );
  if (all[index - 1]?.role === role)
    faults.push(`${at}: roles must alternate between "user" and "assistant"`);
  faults.push(...pairFaults(message, at, all[index - 1], all[index + 1]));
  for (const [place, block] of content.entries())
    if (block.type === 'server_tool_use' && content[place + 1]?.tool_use_id !== block.id)
      faults.push(
        `${at}: \`web_search\` tool use with id \`${block.id}\` was found without a corresponding \`web_search_tool_result\` block`,
      );
  return faults;
}

function pairFaults(
  message: AnthropicMessage,
  at: string,
  before: AnthropicMessage | undefined,
  after: AnthropicMessage | undefined,
): string[] {
  const given = results(message);
  const asked = before ? calls(before) : [];
  const first = message.content.findIndex((block) => block.type !== 'tool_result');
  const late = first >= 0 && message.content.slice(first).some((b) => b.type === 'tool_result');
  const open = calls(message).filter((id) => !after || !results(after).includes(id));
  const stray = given.filter((id) => !asked.includes(id));
  const twice = given.filter((id, place) => given.indexOf(id) !== place);
  return [
    ...(open.length > 0 || late
      ? [
          `${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
        ]
      : []),
    ...stray.map(
      (id) =>
        `${at}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    ),
    ...twice.map(
      (id) =>
        `${at}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
    ),
  ];
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
  if (!ALLOWED[role]?.includes(block.type))
    faults.push(`${at}: \`${block.type}\` blocks are not permitted in \`${role}\` messages`);
  if (/thinking/.test(block.type) && block.cache_control)
    faults.push(`${at}.${block.type}.cache_control: Extra inputs are not permitted`);
  if (block.type !== 'tool_use') return faults;
  if (!/^[a-zA-Z0-9_-]+$/.test(block.id ?? ''))
    faults.push(`${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  if (!NAME.test(block.name ?? ''))
    faults.push(`${at}.tool_use.name: String should match pattern '${NAME.source}'`);
  const plain = typeof block.input === 'object' && !Array.isArray(block.input) && block.input;
  return plain ? faults : [...faults, `${at}.tool_use.input: Input should be a valid dictionary`];
}

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

function textFaults(block: AnthropicBlock, at: string): string[] {
  if (block.type !== 'text' || block.text?.trim()) return [];
  return [`${at}: text content blocks must contain non-whitespace text`];
}

function toolFaults(tools: readonly AnthropicTool[]): string[] {
  const names = tools.map((tool) => tool.name);
  return [
    ...(new Set(names).size === names.length ? [] : ['tools: Tool names must be unique.']),
    ...tools.flatMap(({ name, type = 'custom', input_schema: schema }, at) => {
      if (type !== 'custom') return [];
      const place = `tools.${at}.custom`;
      return [
        ...(NAME.test(name) ? [] : [`${place}.name: String should match pattern '${NAME.source}'`]),
        ...(schema?.['type'] === 'object' ? [] : [`${place}.input_schema.type: Field required`]),
        ...(schema && ['oneOf', 'anyOf', 'allOf'].some((key) => key in schema)
          ? [
              `${place}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
            ]
          : []),
      ];
    }),
  ];
}
