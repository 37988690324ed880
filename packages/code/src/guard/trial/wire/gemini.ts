import { blocksOf, event, hasTools, type Wire } from './reply.ts';

/** Google's streams, as Gemini CLI speaks them. */
export const gemini: Wire = {
  isStep: (path, body) => path.includes(':streamGenerateContent') && hasTools(body),
  events: (reply) => {
    const parts = blocksOf(reply).flatMap((one): object[] =>
      'call' in one
        ? [{ functionCall: { name: one.call, args: one.input } }]
        : one.pieces.map((text) => ({ text })),
    );
    // Calls come together, as from the real one; the last event says that it is over.
    const last = parts.findLastIndex((part) => 'text' in part);
    const chunks = parts.slice(0, last).map((part) => [part]);
    return [...chunks, parts.slice(Math.max(last, 0))].map((some, at) =>
      chunk(some, at === chunks.length),
    );
  },
};

const chunk = (parts: readonly object[], isLast: boolean) =>
  event({
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts },
        ...(isLast ? { finishReason: 'STOP' } : {}),
      },
    ],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 },
  });
