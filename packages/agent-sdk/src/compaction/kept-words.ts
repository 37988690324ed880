import { headAndTail, plural } from '../base/text.ts';
import { withoutImages } from '../conversation/images.ts';
import type { Block, Message, ToolBlock } from '../vocabulary/messages.ts';
import type { Todo } from '../vocabulary/tool.ts';
import { BYTES_PER_TOKEN, tokensOfText } from './estimate-tokens.ts';

/** What must not depend on how well a summary was written: said by the user, by hooks, and the todos. */
export interface Words {
  readonly prompts: readonly string[];
  readonly hooks: readonly string[];
  /** Answers to calls that no tool gave: hooks that blocked, a user who declined or was asked. */
  readonly answers: readonly string[];
}

export const wordsIn = (messages: readonly Message[]): Words => ({
  prompts: messages.filter(isPrompt).map(textOf),
  // Some hooks say the same at every prompt; once is enough.
  hooks: [...new Set(messages.filter(({ from }) => from === 'hook').map(hookText))],
  answers: messages.flatMap(({ blocks }) => blocks.filter(isAnswer).map(answerText)),
});

export const isPrompt = ({ role, from = 'prompt', compaction }: Message): boolean =>
  role === 'user' && from === 'prompt' && compaction === undefined;

/** An image is no word, but that there was one is to be known. */
const textOf = (message: Message): string =>
  withoutImages(message)
    .blocks.flatMap((block) => (block.type === 'text' ? [block.content] : []))
    .join('\n\n');

/** With who said it, and when. */
function hookText(message: Message): string {
  const [first] = message.blocks;
  const said = first?.type === 'text' ? first : undefined;
  if (!said?.hooks) return textOf(message);
  return `[${said.hooks.join(', ')}${said.event ? ` on ${said.event}` : ''}]\n${textOf(message)}`;
}

const isAnswer = (block: Block): block is ToolBlock =>
  block.type === 'tool' && (block.by !== undefined || block.name === 'AskUserQuestion');

const MAX_CALL = 300;
const answerText = ({ name, parameters, result = '' }: ToolBlock): string =>
  `${name} ${headAndTail(JSON.stringify(parameters), MAX_CALL)}\n${result}`;

/** The todos that are not done, by the last list that was kept. */
export function openTodos(messages: readonly Message[]): string[] {
  const last = messages
    .flatMap(({ blocks }) => blocks)
    .findLast(
      (block): block is ToolBlock =>
        block.type === 'tool' && block.name === 'TodoWrite' && block.success === true,
    );
  const todos = (last?.parameters['todos'] ?? []) as readonly Todo[];
  return todos
    .filter(({ status }) => status !== 'completed')
    .map(
      ({ content, status }) => `[${status === 'in_progress' ? 'in progress' : status}] ${content}`,
    );
}

/** No text is cut to less. */
const LEAST_CHARS = 200;

/**
 * Texts within a bound. The longest are cut first, each to its head and tail with how much is missing;
 * only where there are so many that all of them at their shortest are too much, the oldest but the
 * first are left out, and that is said.
 */
export function fit(texts: readonly string[], maxTokens: number): string[] {
  for (
    let chars = maxTokens * BYTES_PER_TOKEN;
    chars > LEAST_CHARS;
    chars = Math.floor(chars / 2)
  ) {
    const cut = texts.map((text) => headAndTail(text, chars));
    if (sum(cut) <= maxTokens) return cut;
  }
  const short = texts.map((text) => headAndTail(text, LEAST_CHARS));
  const [first = '', ...rest] = short;
  const late: string[] = [];
  let room = maxTokens - tokensOfText(first);
  for (const text of rest.toReversed()) {
    room -= tokensOfText(text);
    if (room < 0) break;
    late.unshift(text);
  }
  const left = rest.length - late.length;
  return left === 0
    ? short
    : [first, `[${plural(left, 'text')} left out: too many to keep]`, ...late];
}

const sum = (texts: readonly string[]): number =>
  texts.reduce((all, text) => all + tokensOfText(text), 0);
