import { isObject } from '@wavehooks/hooks/vocabulary';
import { oneAtATime } from '../../base/wait.ts';
import type { Tell } from '../config/tell.ts';
import type { Sampled } from '../connection/asked-of-us.ts';
import type { AskHost, Sampling } from './ask-host.ts';

type Params = Readonly<Record<string, unknown>>;

/** What one server may have of the user's model in a session. */
const SAMPLE_LIMITS = { requests: 20, chars: 50_000, messages: 50, tokens: 4_096 } as const;

/** Requests of one server to the model, one at a time, each with the user's consent. */
export function sampleFor(server: string, sample: AskHost['sample'], tell: Tell) {
  const inTurn = oneAtATime();
  let made = 0;
  return async (params: Params, signal: AbortSignal): Promise<Sampled> => {
    const no = (why: string): never => {
      tell('warning', `it wanted to ask your model, and Wave declined: ${why}`);
      throw new Error(`declined: ${why}`);
    };
    const asked = readSampling(server, params);
    if (typeof asked === 'string') return no(asked);
    if (!sample) return no('nobody can be asked here');
    if (made++ >= SAMPLE_LIMITS.requests)
      return no(`it has asked ${SAMPLE_LIMITS.requests} times in this session`);
    const answer = await inTurn(() => sample(asked, signal));
    if (!answer.ok) return no(answer.why);
    return {
      role: 'assistant',
      model: answer.model,
      content: { type: 'text', text: answer.text },
      stopReason: answer.cut ? 'maxTokens' : 'endTurn',
    };
  };
}

function readSampling(server: string, params: Params): Sampling | string {
  const raw = Array.isArray(params['messages']) ? params['messages'] : [];
  const messages = raw.map(readMessage);
  if (messages.length === 0 || messages.length > SAMPLE_LIMITS.messages)
    return `expected from 1 to ${SAMPLE_LIMITS.messages} messages`;
  const known = messages.flatMap((one) => one ?? []);
  if (known.length < messages.length || params['tools'] !== undefined)
    return 'it wants more than texts';
  const system = typeof params['systemPrompt'] === 'string' ? params['systemPrompt'] : undefined;
  const size = known.reduce((sum, { text }) => sum + text.length, system?.length ?? 0);
  if (size > SAMPLE_LIMITS.chars) return `it sent more than ${SAMPLE_LIMITS.chars} characters`;
  const wanted = params['maxTokens'] ?? SAMPLE_LIMITS.tokens;
  if (typeof wanted !== 'number' || !Number.isInteger(wanted) || wanted < 1)
    return '"maxTokens" is no number of tokens';
  return { server, system, messages: known, maxTokens: Math.min(wanted, SAMPLE_LIMITS.tokens) };
}

function readMessage(raw: unknown): Sampling['messages'][number] | undefined {
  if (!isObject(raw) || (raw['role'] !== 'user' && raw['role'] !== 'assistant')) return undefined;
  const pieces = Array.isArray(raw['content']) ? raw['content'] : [raw['content']];
  const texts = pieces.flatMap((piece) =>
    isObject(piece) && piece['type'] === 'text' && typeof piece['text'] === 'string'
      ? [piece['text']]
      : [],
  );
  return texts.length === pieces.length ? { role: raw['role'], text: texts.join('\n') } : undefined;
}
