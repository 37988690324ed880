import { blocksOf, type Called, event, hasTools, type Wire } from './reply.ts';

/** OpenAI's chat, as Qwen Code and Copilot CLI speak it. */
export const chat: Wire = {
  isStep: (path, body) => path.endsWith('/chat/completions') && hasTools(body),
  events: (reply, id) => {
    const part = (delta: object, finish_reason: string | null = null) =>
      event({
        id: `chat_${id}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, delta, finish_reason }],
        ...(finish_reason ? { usage: USAGE } : {}),
      });
    let calls = 0;
    return [
      part({ role: 'assistant', content: null }),
      ...blocksOf(reply).flatMap((one) =>
        'call' in one
          ? [part({ tool_calls: [toolCall(one, id, calls++)] })]
          : one.pieces.map((content) => part({ content })),
      ),
      part({}, calls > 0 ? 'tool_calls' : 'stop'),
      'data: [DONE]\n\n',
    ];
  },
};

const toolCall = ({ call, input }: Called, id: string, index: number) => ({
  index,
  id: `call_${id}_${index}`,
  type: 'function',
  function: { name: call, arguments: JSON.stringify(input) },
});

const USAGE = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
