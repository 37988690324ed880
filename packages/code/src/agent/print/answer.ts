import {
  type Agent,
  type Ended,
  ExpansionBlocked,
  type SendOptions,
  type TurnResult,
} from '@wavehooks/agent-sdk';
import { type Io, UsageError } from '../../cli/command.ts';
import { type Given, wholePrompt } from './prompt.ts';
import { readUserLine } from './user-line.ts';

/** A prompt, and what its answer has to be. */
export type Asked = Given & Wanted;
export type Wanted = Pick<SendOptions, 'output'>;

/** What one prompt comes to. */
export async function answer(agent: Agent, given: Asked, signal: AbortSignal): Promise<TurnResult> {
  const { output, images = [] } = given;
  const options: SendOptions = { signal, images, ...(output ? { output } : {}) };
  try {
    return await agent.sendMessage(await wholePrompt(agent, given, signal), options);
  } catch (error) {
    if (error instanceof ExpansionBlocked) return BLOCKED;
    throw error;
  }
}

/** The end of a turn that a hook kept from beginning. */
const BLOCKED: TurnResult = {
  ended: 'blocked',
  text: '',
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 },
  requests: 0,
};

/** A turn for each line of stdin. */
export async function answerLines(
  agent: Agent,
  io: Io,
  signal: AbortSignal,
  wanted: Wanted,
  tell: (result: TurnResult) => void,
): Promise<Ended | undefined> {
  let last: Ended | undefined;
  let at = 0;
  for await (const line of io.readLines(signal)) {
    at++;
    if (line.trim() === '') continue;
    const result = await answerLine(agent, line, wanted, signal).catch((error: Error) => {
      throw new UsageError(`stdin, line ${at}: ${error.message}`);
    });
    tell(result);
    last = result.ended;
    if (signal.aborted) break;
  }
  // Also while it waited for the next line.
  return signal.aborted ? 'aborted' : last;
}

async function answerLine(
  agent: Agent,
  line: string,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<TurnResult> {
  const read = readUserLine(line);
  if (typeof read === 'string') throw new UsageError(read);
  return answer(agent, { prompt: read.text, piped: '', images: read.images, ...wanted }, signal);
}
