import { lastCompaction, tailOf, viewOf } from '../conversation/model-view.ts';
import type { Message, TextBlock } from '../vocabulary/messages.ts';
import { BYTES_PER_TOKEN, tokensOfAll, tokensOfResults, tokensOfText } from './estimate-tokens.ts';
import { fit, isPrompt, openTodos, wordsIn } from './kept-words.ts';

/** What of the room each part may have. Together they leave a good part of it free. */
const SHARES = { summary: 0.15, prompts: 0.2, hooks: 0.12, answers: 0.08, tail: 0.15 } as const;

export const budget = (room: number, part: keyof typeof SHARES): number =>
  Math.floor(room * SHARES[part]);

/** About how many tokens the next request has: what the provider counted last, and what came since. */
export function usedTokens(messages: readonly Message[], fixed: number): number {
  const since = messages.slice(lastCompaction(messages) + 1);
  const counted = since.findLastIndex(({ tokens }) => tokens !== undefined);
  const last = since[counted];
  if (!last) return fixed + tokensOfAll(viewOf(messages));
  // What its calls returned was not there yet when the answer was counted.
  return (last.tokens ?? 0) + tokensOfResults(last) + tokensOfAll(since.slice(counted + 1));
}

/** What leaves the view of the model, and what stays in it. */
export interface Split {
  readonly front: readonly Message[];
  readonly tail: readonly Message[];
  /** Where even the last step is too long: how many characters of each of its texts stay. */
  readonly chars?: number;
}

/** With `least` only the last step stays. Undefined when there is nothing to leave out. */
export function split(
  messages: readonly Message[],
  room: number,
  least = false,
): Split | undefined {
  const most = budget(room, 'tail');
  // The step that the model is at: without it, it could not go on.
  const step = messages.findLastIndex((message) => isPrompt(message) || isAnswer(message));
  if (step < 0) return undefined;
  const from = startOfTail(messages, most);
  const at = least ? step : Math.min(from, step);
  const tail = messages.slice(at);
  const chars = from > step ? charsFor(tail, most) : undefined;
  const front = messages.slice(0, at);
  if (tokensOfAll(front) === 0 && chars === undefined) return undefined;
  return { front, tail, ...(chars === undefined ? {} : { chars }) };
}

/** Where the messages begin that are no more than so many tokens, counted from the end. */
function startOfTail(messages: readonly Message[], most: number): number {
  let tokens = 0;
  const over = messages.findLastIndex((message) => {
    tokens += tokensOfAll(tailOf([message]));
    return tokens > most;
  });
  return over + 1;
}

export const isAnswer = ({ role, blocks }: Message): boolean =>
  role === 'assistant' && blocks.some(({ type }) => type === 'text' || type === 'tool');

const LEAST_CHARS = 200;

function charsFor(tail: readonly Message[], most: number): number {
  let chars = most * BYTES_PER_TOKEN;
  while (chars > LEAST_CHARS && tokensOfAll(tailOf(tail, chars)) > most)
    chars = Math.floor(chars / 2);
  return Math.max(chars, LEAST_CHARS);
}

/** What stands for the front: the summary, and word for word what no summary may lose. */
export function standIn(
  summary: string,
  { front, tail }: Split,
  room: number,
): readonly TextBlock[] {
  const { prompts, hooks, answers } = wordsIn(front);
  const todos = openTodos([...front, ...tail]);
  const parts = [
    `The conversation became too long, so its beginning was replaced by this message. What follows it is the conversation as it was.\n\n${summary}`,
    section('What the user wrote before, word for word', fit(prompts, budget(room, 'prompts'))),
    section('What hooks added before, word for word', fit(hooks, budget(room, 'hooks'))),
    section(
      'What the user and hooks answered to calls before, word for word',
      fit(answers, budget(room, 'answers')),
    ),
    section('Todos that are open', fit(todos, budget(room, 'answers'))),
  ];
  return parts.filter((text) => text !== '').map((content) => ({ type: 'text', content }));
}

/** How many texts do not stay word for word. */
export interface Cut {
  readonly prompts: number;
  readonly others: number;
}

export function cutIn({ front, tail, chars = Number.POSITIVE_INFINITY }: Split, room: number): Cut {
  const said = wordsIn(front);
  const late = wordsIn(tail);
  const lost = (part: keyof typeof said): number => {
    const kept = new Set(fit(said[part], budget(room, part)));
    const gone = said[part].filter((text) => !kept.has(text));
    return gone.length + late[part].filter((text) => text.length > chars).length;
  };
  return { prompts: lost('prompts'), others: lost('hooks') + lost('answers') };
}

const section = (title: string, texts: readonly string[]): string =>
  texts.filter(Boolean).length === 0 ? '' : `${title}:\n\n${texts.join('\n\n---\n\n')}`;

export const tokensOfRequest = (system: string, specs: readonly object[]): number =>
  tokensOfText(system) + tokensOfText(JSON.stringify(specs));
