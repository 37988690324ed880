import { halvesIn } from './halves.ts';
import { type Asked, bad, type Refusal } from './wire.ts';

/** A request body as chat completions take it, as far as it is checked here. */
export interface ChatBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly reasoning_effort?: string;
  readonly stream_options?: { include_usage?: boolean };
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly { type: string; function: { name: string; parameters?: object } }[];
}
interface ChatMessage {
  readonly role: string;
  readonly content?: string | null | readonly { type: string; text?: string }[];
  readonly tool_calls?: readonly {
    id: string;
    type: string;
    function: { name: string; arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** What chat completions refuse. Sources: the reference, error texts in public issue threads. */
export function chatRefusals({ body }: Asked<ChatBody>): readonly Refusal[] {
  const messages = body.messages ?? [];
  return [
    ...modelRefusals(body),
    ...[
      ...(body.stream ? [] : ['stream must be true']),
      ...(messages.length > 0
        ? []
        : ["Invalid 'messages': empty array. Expected an array with minimum length 1"]),
      ...(messages.at(-1)?.role === 'assistant' ? ['the last message is of the assistant'] : []),
      ...messages.flatMap((message, i) => messageFaults(message, i)),
      ...messages.flatMap((message, i) =>
        familyFaults(body.model ?? '', message, messages[i - 1], i),
      ),
      ...pairFaults(messages),
      ...halvesIn(body),
      ...toolFaults(body.tools ?? []),
    ].map(bad),
  ];
}

/** OpenAI's own models, by their names; others may be served by anybody. */
const OPENAI = /^(?:gpt-\d|o\d|chatgpt)/;

function modelRefusals({ model = '', tools = [], reasoning_effort: effort }: ChatBody): Refusal[] {
  if (!model) return [bad('you must provide a model parameter')];
  if (/^gpt-5.*-(?:codex|pro)/.test(model))
    return [
      {
        status: 404,
        message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
      },
    ];
  if (/^gpt-5\.[4-9]/.test(model) && tools.length > 0 && effort !== 'none')
    return [
      bad(
        `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead.`,
      ),
    ];
  return [];
}

function toolFaults(tools: NonNullable<ChatBody['tools']>): string[] {
  return [
    ...(tools.length <= 128
      ? []
      : [
          `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`,
        ]),
    ...tools.flatMap(({ type, function: f }, at) =>
      type === 'function' && /^[a-zA-Z0-9_-]{1,64}$/.test(f.name)
        ? []
        : [
            `Invalid 'tools[${at}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          ],
    ),
  ];
}

const FIELDS = ['role', 'content', 'tool_calls', 'tool_call_id', 'name', 'refusal', 'audio'];

/** What only some of those who speak this protocol refuse. */
function familyFaults(
  model: string,
  message: ChatMessage,
  before: ChatMessage | undefined,
  at: number,
): string[] {
  const unknown = Object.keys(message).filter((name) => !FIELDS.includes(name));
  if (OPENAI.test(model))
    return unknown.map((name) => `Unrecognized request argument supplied: messages[${at}].${name}`);
  if (/mistral|codestral|devstral/.test(model))
    return [
      ...unknown.map(
        (name) => `body.messages.${at}.${message.role}.${name}: Extra inputs are not permitted`,
      ),
      ...(message.role === 'user' && before?.role === 'tool'
        ? ["Unexpected role 'user' after role 'tool'"]
        : []),
      ...(message.tool_calls ?? []).flatMap(({ id }) =>
        /^[a-zA-Z0-9]{9}$/.test(id)
          ? []
          : [`Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`],
      ),
    ];
  if (/deepseek/.test(model) && message.tool_calls && !('reasoning_content' in message))
    return ['The `reasoning_content` in the thinking mode must be passed back to the API.'];
  // Groq's and Cerebras' words; those who take thoughts back are known by name.
  if (!/deepseek|kimi|glm|minimax|qwen/.test(model))
    return unknown.map((name) => `'messages.${at}' : property '${name}' is unsupported`);
  return [];
}

const ROLES = ['system', 'user', 'assistant', 'tool'];

function messageFaults(message: ChatMessage, index: number): string[] {
  const at = `messages.${index}`;
  const faults: string[] = [];
  if (!ROLES.includes(message.role)) faults.push(`${at}: unknown role ${message.role}`);
  if (message.role === 'system' && index > 0) faults.push(`${at}: system must come first`);
  if (blank(message.content) && !message.tool_calls?.length) faults.push(`${at}: empty content`);
  for (const { id, function: f } of message.tool_calls ?? []) {
    if (!id || id.length > 40)
      faults.push(
        `Invalid '${at}.tool_calls.id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
      );
    if (!isObject(f.arguments)) faults.push(`${at}: arguments of ${f.name} are no JSON object`);
    else faults.push(...halvesIn(JSON.parse(f.arguments), `${at}: arguments of ${f.name}`));
  }
  return faults;
}

function blank(content: ChatMessage['content']): boolean {
  if (typeof content === 'string' || !content) return !content?.trim();
  return content.length === 0 || content.some(({ type, text }) => type === 'text' && !text?.trim());
}

function isObject(json: string): boolean {
  try {
    return typeof JSON.parse(json) === 'object';
  } catch {
    return false;
  }
}

/** Each call is answered once, directly behind its message. */
function pairFaults(messages: readonly ChatMessage[]): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  for (const [i, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!open.includes(id)) faults.push(`messages.${i}: no call in front for ${id}`);
      open = open.filter((each) => each !== id);
      continue;
    }
    if (open.length > 0) faults.push(`messages.${i}: no result for ${open.join()} in front`);
    open = (message.tool_calls ?? []).map((call) => call.id);
  }
  return open.length > 0 ? [...faults, `no result for ${open.join()}`] : faults;
}
