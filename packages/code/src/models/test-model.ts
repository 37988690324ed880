import { resolveAnyModel, type resolveModel } from '@wavehooks/agent-sdk';
import type { Io } from '../cli/command.ts';
import { exactLine } from '../cli/style.ts';

/** Sends a model a request of a few words and a tool, and says what came back. Exit 1 if it did not work. */
export async function testModel(
  options: Parameters<typeof resolveModel>[0],
  io: Io,
): Promise<number> {
  const model = await resolveAnyModel({ ...options, practiceWouldDo: false });
  if (typeof model === 'string') {
    io.err(`${model}\n`);
    return 1;
  }
  io.out(`Asking ${model.id} ...\n`);
  const began = performance.now();
  const { signal } = new AbortController();
  let said = '';
  let called = false;
  try {
    for await (const part of model.stream(QUESTION, { signal })) {
      if (part.is === 'text') said += part.text;
      called ||= part.is === 'call';
      if (part.is === 'finish')
        io.out(`${part.usage.inputTokens} tokens in, ${part.usage.outputTokens} out\n`);
    }
  } catch (error) {
    io.err(`${(error as Error).message}\n`);
    return 1;
  }
  if (model.window === undefined) io.out(UNKNOWN);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const how = called ? 'It called the tool' : `It answered without the tool: "${exactLine(said)}"`;
  io.out(`${how}, after ${seconds} s.\n`);
  return 0;
}

const UNKNOWN =
  'Wave does not know this model: it assumes a window of 128,000 tokens and asks for no thinking. You can set both: "wave help models".\n';

const QUESTION = {
  system: 'You are being tested. Do exactly what is asked.',
  messages: [
    {
      role: 'user' as const,
      content: [{ type: 'text' as const, text: 'Call the tool "ready" with the word "yes".' }],
    },
  ],
  tools: [
    {
      name: 'ready',
      description: 'Says that you are ready.',
      inputSchema: {
        type: 'object',
        properties: { word: { type: 'string' } },
        required: ['word'],
      },
    },
  ],
  maxOutputTokens: 2_000,
};
