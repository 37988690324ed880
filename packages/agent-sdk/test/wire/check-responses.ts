import { halvesIn } from './halves.ts';
import { issuedFor } from './issued.ts';
import { type Asked, bad, type Refusal } from './wire.ts';

/** A request body as the Responses API takes it, as far as it is read here. */
export interface ResponsesBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly store?: boolean;
  readonly instructions?: string;
  readonly input?: readonly ResponsesItem[];
  readonly include?: readonly string[];
  readonly prompt_cache_key?: string;
  readonly previous_response_id?: string;
  readonly max_output_tokens?: number;
  readonly reasoning?: { readonly effort?: string; readonly summary?: string };
  readonly tools?: readonly {
    readonly type: string;
    readonly name: string;
    readonly strict?: boolean;
    readonly parameters?: Readonly<Record<string, unknown>>;
  }[];
}
interface ResponsesItem {
  readonly type?: string;
  readonly id?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[];
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly output?: unknown;
  readonly summary?: readonly object[];
  readonly encrypted_content?: string | null;
}

const FIELDS = [
  ...['model', 'stream', 'store', 'instructions', 'input', 'include', 'prompt_cache_key'],
  ...['previous_response_id', 'max_output_tokens', 'reasoning', 'tools', 'tool_choice', 'text'],
  ...['parallel_tool_calls', 'truncation', 'metadata', 'temperature', 'top_p', 'service_tier'],
  ...['safety_identifier', 'prompt_cache_retention', 'prompt_cache_options', 'max_tool_calls'],
];

/** What the Responses API refuses. Sources: `openai` types, error texts in public issue threads. */
export function responsesRefusals({ body, headers }: Asked<ResponsesBody>): readonly Refusal[] {
  if (!headers.authorization && !headers['api-key'])
    return [{ status: 401, message: "You didn't provide an API key." }];
  const input = body.input ?? [];
  return [
    ...input.flatMap((item) => storedRefusals(item, body)),
    ...[
      ...(body.model ? [] : ["Missing required parameter: 'model'."]),
      ...(input.length > 0 ? [] : ["Missing required parameter: 'input'."]),
      ...Object.keys(body).flatMap((name) =>
        FIELDS.includes(name) ? [] : [`Unknown parameter: '${name}'.`],
      ),
      ...effortFaults(body),
      ...limitFaults(body),
      ...input.flatMap((item, at) => itemFaults(item, at)),
      ...input.flatMap((item, at) => reasoningFaults(item, at, input)),
      ...pairFaults(input),
      ...toolFaults(body.tools ?? []),
      ...halvesIn(body),
    ].map(bad),
  ];
}

const REASONS = /^(?:gpt-[56](?!.*chat)|o\d|codex)/;

function effortFaults({ model = '', reasoning, include = [] }: ResponsesBody): string[] {
  const effort = reasoning?.effort;
  if (!REASONS.test(model))
    return [
      ...(reasoning === undefined
        ? []
        : ["Unsupported parameter: 'reasoning.effort' is not supported with this model."]),
      ...(include.includes('reasoning.encrypted_content')
        ? ['Encrypted content is not supported with this model.']
        : []),
    ];
  const known = effortsOf(model);
  return effort === undefined || known.includes(effort)
    ? []
    : [
        `Unsupported value: '${effort}' is not supported with the '${model}' model. Supported values are: ${known.map((one) => `'${one}'`).join(', ')}.`,
      ];
}

function effortsOf(model: string): readonly string[] {
  if (/^o\d/.test(model)) return ['low', 'medium', 'high'];
  if (/^gpt-5(?!\.)/.test(model)) return ['minimal', 'low', 'medium', 'high'];
  const minor = Number(/^gpt-5\.(\d)/.exec(model)?.[1] ?? 9);
  const most = [...(minor >= 2 ? ['xhigh'] : []), ...(minor >= 6 ? ['max'] : [])];
  const least = /^gpt-6(?:\.1-sol|-astra)/.test(model) ? [] : ['none'];
  return [...least, 'low', 'medium', 'high', ...most];
}

function limitFaults(body: ResponsesBody): string[] {
  const { max_output_tokens: most = 16, prompt_cache_key: key = '', tools = [] } = body;
  return [
    ...(most >= 16
      ? []
      : [
          `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${most} instead.`,
        ]),
    ...(key.length <= 64
      ? []
      : [
          `Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64, but got a string with length ${key.length} instead.`,
        ]),
    ...(tools.length <= 128
      ? []
      : [
          `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools.length} instead.`,
        ]),
  ];
}

/** Nothing is kept at the provider: what an item refers to is not there. */
function storedRefusals(item: ResponsesItem, body: ResponsesBody): Refusal[] {
  const refers =
    item.type === 'item_reference' || (item.type === 'reasoning' && !item.encrypted_content);
  if (body.previous_response_id)
    return [
      {
        status: 400,
        message: `Previous response with id '${body.previous_response_id}' not found.`,
      },
    ];
  if (!refers) return [];
  const rest =
    body.store === false
      ? ' Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'
      : '';
  return [{ status: 404, message: `Item with id '${item.id}' not found.${rest}` }];
}

const TYPES = ['message', 'function_call', 'function_call_output', 'reasoning', 'item_reference'];

function itemFaults(item: ResponsesItem, at: number): string[] {
  const { type = 'message', role = '', content } = item;
  const place = `input[${at}]`;
  if (!TYPES.includes(type)) return [`Invalid value: '${type}'. Supported values are: ${TYPES}.`];
  if (type === 'message')
    return [
      ...(['user', 'assistant', 'system', 'developer'].includes(role)
        ? []
        : [`Invalid value: '${role}'. (${place}.role)`]),
      ...(content?.length ? [] : [`Missing required parameter: '${place}.content'.`]),
      ...(typeof content === 'string' ? [] : (content ?? [])).flatMap((part) =>
        PARTS[role === 'assistant' ? 'assistant' : 'user']?.includes(part.type)
          ? []
          : [`Invalid value: '${part.type}'. Supported values are: ${PARTS[role]}. (${place})`],
      ),
    ];
  if (type !== 'function_call') return [];
  return [
    ...(/^[a-zA-Z0-9_-]{1,128}$/.test(item.name ?? '')
      ? []
      : [`Invalid '${place}.name': string does not match pattern.`]),
    ...((item.call_id?.length ?? 0) <= 64
      ? []
      : [
          `Invalid '${place}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${item.call_id?.length} instead.`,
        ]),
    ...(isJson(item.arguments) ? [] : [`Invalid '${place}.arguments': expected valid JSON.`]),
  ];
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
};

function isJson(text: string | undefined): boolean {
  try {
    return typeof JSON.parse(text ?? '') === 'object';
  } catch {
    return false;
  }
}

function reasoningFaults(item: ResponsesItem, at: number, all: readonly ResponsesItem[]): string[] {
  const next = all[at + 1];
  if (item.type === 'function_call') return missingThought(item, all.slice(0, at));
  if (item.type !== 'reasoning') return [];
  if (!item.summary) return [`Missing required parameter: 'input[${at}].summary'.`];
  if (item.encrypted_content && issuedFor(item.encrypted_content).length === 0)
    return [`The encrypted content for item ${item.id} could not be verified.`];
  const follows =
    next?.type === 'function_call' || next?.type === 'reasoning' || next?.role === 'assistant';
  return follows
    ? []
    : [`Item '${item.id}' of type 'reasoning' was provided without its required following item.`];
}

/** A call that is named by its id comes with the thought that led to it. */
function missingThought(item: ResponsesItem, before: readonly ResponsesItem[]): string[] {
  const [known] = issuedFor(item.id ?? '');
  const needed = known?.prefix;
  if (!needed || before.some(({ id }) => id === needed)) return [];
  return [
    `Item '${item.id}' of type 'function_call' was provided without its required 'reasoning' item: '${needed}'.`,
  ];
}

function pairFaults(input: readonly ResponsesItem[]): string[] {
  const ids = (type: string) =>
    input.flatMap((item) => (item.type === type ? [item.call_id ?? ''] : []));
  const [asked, given] = [ids('function_call'), ids('function_call_output')];
  return [
    ...asked
      .filter((id) => !given.includes(id))
      .map((id) => `No tool output found for function call ${id}.`),
    ...given
      .filter((id) => !asked.includes(id))
      .map((id) => `No tool call found for function call output with call_id ${id}.`),
    ...asked
      .filter((id, at) => asked.indexOf(id) !== at)
      .map((id) => `Duplicate item found with call_id ${id}.`),
  ];
}

function toolFaults(tools: NonNullable<ResponsesBody['tools']>): string[] {
  return tools.flatMap(({ type, name, strict, parameters }, at) => {
    if (type !== 'function') return [];
    return [
      ...(/^[a-zA-Z0-9_-]{1,128}$/.test(name)
        ? []
        : [`Invalid 'tools[${at}].name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`]),
      ...(parameters?.['type'] === 'object'
        ? []
        : [
            `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`,
          ]),
      ...(strict !== false && parameters?.['additionalProperties'] !== false
        ? [
            `Invalid schema for function '${name}': In context=(), 'additionalProperties' is required to be supplied and to be false.`,
          ]
        : []),
    ];
  });
}
