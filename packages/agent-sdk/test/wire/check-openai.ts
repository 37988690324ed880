import { halvesIn } from './halves.ts';

/** A request body as chat completions take it, as far as it is checked here. */
export interface OpenAIBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly stream_options?: { include_usage?: boolean };
  readonly messages?: readonly OpenAIMessage[];
  readonly tools?: readonly { type: string; function: { name: string; parameters?: object } }[];
}
export interface OpenAIMessage {
  readonly role: string;
  readonly content?: string | null | readonly { type: string; text?: string }[];
  readonly tool_calls?: readonly {
    id: string;
    type: string;
    function: { name: string; arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** What chat completions would refuse, as a list of sentences; empty when all is well. */
export function openaiFaults(body: OpenAIBody): string[] {
  const messages = body.messages ?? [];
  return [
    ...(body.model ? [] : ['you must provide a model parameter']),
    ...(body.stream ? [] : ['stream must be true']),
    ...(messages.length > 0 ? [] : ['messages must not be empty']),
    ...(messages.at(-1)?.role === 'assistant' ? ['the last message is of the assistant'] : []),
    ...messages.flatMap((message, i) => messageFaults(message, i)),
    ...pairFaults(messages),
    ...halvesIn(body),
    ...(body.tools ?? []).flatMap(({ type, function: f }) =>
      type === 'function' && /^[\w-]{1,64}$/.test(f.name) ? [] : [`tools: ${f.name} is not valid`],
    ),
  ];
}

const ROLES = ['system', 'user', 'assistant', 'tool'];

function messageFaults(message: OpenAIMessage, index: number): string[] {
  const at = `messages.${index}`;
  const faults: string[] = [];
  if (!ROLES.includes(message.role)) faults.push(`${at}: unknown role ${message.role}`);
  if (message.role === 'system' && index > 0) faults.push(`${at}: system must come first`);
  if (blank(message.content) && !message.tool_calls?.length) faults.push(`${at}: empty content`);
  for (const { id, function: f } of message.tool_calls ?? []) {
    if (!id || id.length > 40) faults.push(`${at}: tool call id of 1 to 40 characters wanted`);
    if (!isObject(f.arguments)) faults.push(`${at}: arguments of ${f.name} are no JSON object`);
    else faults.push(...halvesIn(JSON.parse(f.arguments), `${at}: arguments of ${f.name}`));
  }
  return faults;
}

function blank(content: OpenAIMessage['content']): boolean {
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
function pairFaults(messages: readonly OpenAIMessage[]): string[] {
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
