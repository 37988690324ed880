import { halvesIn } from './halves.ts';
import { issuedFor } from './issued.ts';
import { type Asked, bad, type Refusal } from './wire.ts';

/** A request body as generateContent takes it, as far as it is read here. */
export interface GeminiBody {
  readonly contents?: readonly GeminiContent[];
  readonly systemInstruction?: { readonly parts: readonly GeminiPart[] };
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly {
      readonly name: string;
      readonly parameters?: Schema;
      readonly parametersJsonSchema?: unknown;
    }[];
  }[];
  readonly generationConfig?: {
    readonly maxOutputTokens?: number;
    readonly thinkingConfig?: {
      readonly thinkingLevel?: string;
      readonly thinkingBudget?: number;
      readonly includeThoughts?: boolean;
    };
  };
}
interface GeminiContent {
  readonly role?: string;
  readonly parts: readonly GeminiPart[];
}
export interface GeminiPart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly name: string; readonly args?: unknown };
  readonly functionResponse?: { readonly name: string; readonly response?: unknown };
  readonly inlineData?: object;
  readonly fileData?: object;
}
type Schema = Readonly<Record<string, unknown>>;

const ROOT = 'GenerateContentRequest';

/** What generateContent refuses. Sources: the reference, error texts in public issue threads. */
export function geminiRefusals({ body, headers, path }: Asked<GeminiBody>): readonly Refusal[] {
  if (!headers['x-goog-api-key'] && !headers.authorization)
    return [
      {
        status: 403,
        message:
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      },
    ];
  const contents = body.contents ?? [];
  const model = modelIn(path);
  return [
    ...(contents.length > 0 ? [] : [`* ${ROOT}.contents: contents is not specified`]),
    ...contents.flatMap(contentFaults),
    ...contents.flatMap((_, at) => turnFaults(contents, at)),
    ...(contents.at(-1)?.role === 'model'
      ? ['Please ensure that single turn requests end with a user role or the role field is empty.']
      : []),
    ...(/^gemini-[3-9]/.test(model) ? signatureFaults(contents) : []),
    ...thinkingFaults(model, body),
    ...(body.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.flatMap(declarationFaults),
    ),
    ...halvesIn(body),
  ].map(bad);
}

export const modelIn = (path: string): string => /models\/([^/:]+):/.exec(path)?.[1] ?? '';

function contentFaults({ role, parts }: GeminiContent, at: number): string[] {
  const place = `* ${ROOT}.contents[${at}]`;
  return [
    ...(role === 'user' || role === 'model'
      ? []
      : [`Please use a valid role: user, model. (contents[${at}])`]),
    ...(parts.length > 0 ? [] : [`${place}.parts: contents.parts must not be empty.`]),
    ...parts.flatMap((part, i) =>
      DATA.some((name) => part[name] !== undefined)
        ? []
        : [
            `${place}.parts[${i}].data: required oneof field 'data' must have one initialized field`,
          ],
    ),
  ];
}

const DATA = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData'] as const;

const callsIn = (content: GeminiContent | undefined) =>
  (content?.parts ?? []).filter(({ functionCall }) => functionCall);
const resultsIn = (content: GeminiContent | undefined) =>
  (content?.parts ?? []).filter(({ functionResponse }) => functionResponse);

function turnFaults(all: readonly GeminiContent[], at: number): string[] {
  const [before, content, after] = [all[at - 1], all[at], all[at + 1]];
  const calls = callsIn(content).length;
  const results = resultsIn(content).length;
  const unequal =
    (calls > 0 && calls !== resultsIn(after).length) ||
    (results > 0 && results !== callsIn(before).length);
  return [
    ...(calls > 0 && before?.role !== 'user'
      ? [
          'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
        ]
      : []),
    ...(unequal
      ? [
          'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        ]
      : []),
  ];
}

/** The first call of every step carries its signature, as far back as the last thing the user said. */
function signatureFaults(contents: readonly GeminiContent[]): string[] {
  const turn = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(({ functionResponse }) => !functionResponse),
  );
  return contents.flatMap((content, at) => {
    const [first] = callsIn(content);
    const signature = first?.thoughtSignature;
    if (!first || (at < turn && signature === undefined)) return [];
    if (signature === undefined)
      return [
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.functionCall?.name}\` , position ${at + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
      ];
    const known = signature === SKIP || issuedFor(signature).length > 0;
    return known ? [] : ['Corrupted thought signature.'];
  });
}

/** What Google's documents name for calls that another model made. */
const SKIP = 'skip_thought_signature_validator';

function thinkingFaults(model: string, { generationConfig }: GeminiBody): string[] {
  const { thinkingLevel, thinkingBudget } = generationConfig?.thinkingConfig ?? {};
  return [
    ...(thinkingLevel !== undefined && thinkingBudget !== undefined
      ? ['You can only set only one of thinking budget and thinking level.']
      : []),
    ...(thinkingLevel !== undefined && !/^gemini-[3-9]/.test(model)
      ? ['Thinking level is not supported for this model.']
      : []),
    ...(thinkingLevel !== undefined && !['minimal', 'low', 'medium', 'high'].includes(thinkingLevel)
      ? [`Invalid value at 'generation_config.thinking_config.thinking_level': "${thinkingLevel}"`]
      : []),
    ...(thinkingBudget === 0 && /^gemini-(?:2\.5-pro|3.*pro)/.test(model)
      ? ['Budget 0 is invalid. This model only works in thinking mode.']
      : []),
  ];
}

type Declaration = NonNullable<
  NonNullable<GeminiBody['tools']>[number]['functionDeclarations']
>[number];

function declarationFaults(
  { name, parameters, parametersJsonSchema: jsonSchema }: Declaration,
  at: number,
): string[] {
  const place = `tools[0].function_declarations[${at}]`;
  return [
    ...(/^[a-zA-Z_][\w.:-]{0,127}$/.test(name)
      ? []
      : [
          `* ${ROOT}.${place}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.`,
        ]),
    ...(parameters ? schemaFaults(parameters, `${place}.parameters`) : []),
    ...(jsonSchema
      ? jsonSchemaFaults(jsonSchema as Schema, `${place}.parameters_json_schema`)
      : []),
  ];
}

/** The part of JSON Schema that `parameters` takes. */
const KEYS = [
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems'],
  ...['maxItems', 'properties', 'required', 'minProperties', 'maxProperties', 'minLength'],
  ...['maxLength', 'pattern', 'example', 'anyOf', 'propertyOrdering', 'default', 'minimum'],
  ...['maximum'],
];

/** The part of it that `parametersJsonSchema` takes (ai.google.dev/api/generate-content, responseJsonSchema). */
const JSON_KEYS = [
  ...['$id', '$defs', '$ref', '$anchor', 'type', 'format', 'title', 'description', 'enum'],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum', 'anyOf', 'oneOf'],
  ...['properties', 'additionalProperties', 'required', 'propertyOrdering'],
];

function jsonSchemaFaults(schema: Schema, at: string): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties: others } = schema;
  const fields = Object.entries(properties as Record<string, Schema>);
  return [
    ...Object.keys(schema).flatMap((key) =>
      JSON_KEYS.includes(key) ? [] : [`* ${ROOT}.${at}: field "${key}" is not supported.`],
    ),
    ...fields.flatMap(([name, one]) => jsonSchemaFaults(one, `${at}.properties.${name}`)),
    ...(items ? jsonSchemaFaults(items as Schema, `${at}.items`) : []),
    ...(anyOf as Schema[]).flatMap((one, i) => jsonSchemaFaults(one, `${at}.any_of[${i}]`)),
    ...(others && typeof others === 'object'
      ? jsonSchemaFaults(others as Schema, `${at}.additional_properties`)
      : []),
  ];
}

function schemaFaults(schema: Schema, at: string): string[] {
  const { properties = {}, items, anyOf = [], required = [], type, enum: values } = schema;
  const kind = String(type).toUpperCase();
  const entries = Object.entries(properties as Record<string, Schema>);
  return [
    ...Object.keys(schema).flatMap((key) =>
      KEYS.includes(key)
        ? []
        : [`Invalid JSON payload received. Unknown name "${key}" at '${at}': Cannot find field.`],
    ),
    ...(Array.isArray(type)
      ? [`Proto field is not repeating, cannot start list. (${at}.type)`]
      : []),
    ...(values && kind !== 'STRING' ? [`* ${ROOT}.${at}.enum: only allowed for STRING type`] : []),
    ...(kind === 'ARRAY' && !items ? [`* ${ROOT}.${at}.items: missing field.`] : []),
    ...(required as string[]).flatMap((name, i) =>
      name in (properties as object)
        ? []
        : [`* ${ROOT}.${at}.required[${i}]: property is not defined`],
    ),
    ...entries.flatMap(([, one], i) => schemaFaults(one, `${at}.properties[${i}].value`)),
    ...(items ? schemaFaults(items as Schema, `${at}.items`) : []),
    ...(anyOf as Schema[]).flatMap((one, i) => schemaFaults(one, `${at}.any_of[${i}]`)),
  ];
}
