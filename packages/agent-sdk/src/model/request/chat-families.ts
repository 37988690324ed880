import { createHash } from 'node:crypto';
import type { ModelMessage } from 'ai';

/** How a family of models wants conversations over chat completions. */
interface Family {
  readonly names: RegExp;
  /**
   * What becomes of thoughts. They go back as `reasoning_content`, a field that OpenAI, Groq, Cerebras and Mistral
   * refuse. `wanted`: with every call, even if it is empty.
   */
  readonly thoughts: 'taken' | 'wanted' | 'refused';
  /** Whether nothing but an answer may follow a result. */
  readonly answersResults?: boolean;
  /** What ids of calls look like. */
  readonly ids?: RegExp;
}

/** THE TABLE: the first row that fits counts. */
const FAMILIES: readonly Family[] = [
  {
    names: /stral|[mp]ixtral/i,
    thoughts: 'refused',
    answersResults: true,
    ids: /^[a-zA-Z0-9]{9}$/,
  },
  { names: /deepseek/i, thoughts: 'wanted' },
  { names: /kimi|moonshot|glm|minimax|qwen|mimo/i, thoughts: 'taken' },
];
const OTHERS: Family = { names: /./, thoughts: 'refused' };

/** OpenAI takes 40 characters. Some gateways keep a signature in longer ones, and want them back. */
const IDS = /^(?:.{1,40}|.*__thought__.*)$/s;

export function forFamily(model: string, messages: readonly ModelMessage[]): ModelMessage[] {
  const family = FAMILIES.find(({ names }) => names.test(model)) ?? OTHERS;
  return messages.flatMap((message, at) => {
    const isBehindResult = message.role === 'user' && messages[at - 1]?.role === 'tool';
    const sent = withIds(withThoughts(message, family), family.ids ?? IDS);
    return family.answersResults && isBehindResult ? [ANSWERED, sent] : [sent];
  });
}

const ANSWERED: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] };

function withThoughts(message: ModelMessage, { thoughts }: Family): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const { content } = message;
  const without = content.filter(({ type }) => type !== 'reasoning');
  if (thoughts === 'refused') return { ...message, content: without };
  const lacks =
    without.length === content.length && without.some(({ type }) => type === 'tool-call');
  return thoughts === 'wanted' && lacks ? { ...message, ...NO_THOUGHT } : message;
}

const NO_THOUGHT = { providerOptions: { openaiCompatible: { reasoning_content: '' } } };

/** Ids of another provider, or of a gateway, in the form that this one takes: the same id always becomes the same. */
export function withIds(message: ModelMessage, fits: RegExp): ModelMessage {
  if (typeof message.content === 'string' || message.role === 'system') return message;
  if (message.content.every((part) => !('toolCallId' in part) || fits.test(part.toolCallId)))
    return message;
  const content = message.content.map((part) =>
    'toolCallId' in part && !fits.test(part.toolCallId)
      ? { ...part, toolCallId: hashed(part.toolCallId) }
      : part,
  );
  return { ...message, content } as ModelMessage;
}

const hashed = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 9);
