import { type GeminiBody, type GeminiPart, geminiRefusals, modelIn } from './check-gemini.ts';
import { issue, newId } from './issued.ts';
import { type Answer, DEFAULT_USAGE, type Failure, pieces, type WireBlock } from './reply.ts';
import { type Asked, bad, type Piece, type Wire } from './wire.ts';

/** generateContent of the Gemini API, streamed. */
export const gemini: Wire = {
  path: /\/models\/[^/:]+:streamGenerateContent$/,
  model: 'gemini-3.5-pro',
  env: (origin) => ({ GEMINI_API_KEY: 'test-key', GOOGLE_GEMINI_BASE_URL: origin }),
  refusals: geminiRefusals,
  tooLong: (tokens, window) =>
    bad(
      `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
    ),
  prefix: ({ systemInstruction, tools = [], contents = [] }: GeminiBody): Piece[] =>
    [systemInstruction ?? {}, ...tools, ...contents].map((one) => ({ text: JSON.stringify(one) })),
  events: geminiEvents,
  failure: geminiFailure,
};

/** The chunks of one answer. Every call comes whole, and the first of an answer carries a signature. */
function geminiEvents(answer: Answer, { path }: Asked<GeminiBody>): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  const model = modelIn(path);
  const first = answer.blocks.findIndex((block) => 'call' in block);
  const parts = answer.blocks.flatMap((block, at) => partsOf(block, at === first, model));
  const counted = {
    promptTokenCount: usage.input + usage.cached,
    candidatesTokenCount: usage.output,
    totalTokenCount: usage.input + usage.cached + usage.output,
    ...(usage.cached ? { cachedContentTokenCount: usage.cached } : {}),
  };
  const head = { modelVersion: model, responseId: newId() };
  const chunk = (candidate: object) =>
    `data: ${JSON.stringify({ candidates: [{ index: 0, ...candidate }], usageMetadata: counted, ...head })}\r\n\r\n`;
  return [
    ...parts.map((part) => chunk({ content: { role: 'model', parts: [part] } })),
    chunk({ content: { role: 'model', parts: [{ text: '' }] }, finishReason: stopReason(answer) }),
  ];
}

function stopReason({ stop }: Answer): string {
  if (stop === 'refusal') return 'SAFETY';
  return stop === 'length' || stop === 'window' ? 'MAX_TOKENS' : 'STOP';
}

function partsOf(block: WireBlock, isFirstCall: boolean, model: string): GeminiPart[] {
  if ('text' in block) return pieces(block.text, 5).map((text) => ({ text }));
  if ('thinking' in block)
    return pieces(block.thinking, 4).map((text) => ({ text, thought: true }));
  if (!('call' in block)) return [];
  const functionCall = { name: block.call, args: block.input };
  if (!isFirstCall) return [{ functionCall }];
  const thoughtSignature = Buffer.from(`signature ${newId()}`).toString('base64');
  issue(thoughtSignature, { model, prefix: '', blocks: [] });
  return [{ functionCall, thoughtSignature }];
}

function geminiFailure({ status, type, message }: Failure): string {
  const named = type ?? STATUSES[status] ?? 'INTERNAL';
  return JSON.stringify({ error: { code: status, message: message ?? named, status: named } });
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};
