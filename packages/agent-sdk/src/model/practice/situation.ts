import type { ModelMessage, ToolResultPart } from '../../vocabulary/model-message.ts';

/** A text that somebody gave the model: the user, a hook, or Wave itself. */
export interface Given {
  readonly text: string;
  readonly from: 'prompt' | 'hook' | 'wave';
}

/** What the newest messages are about. */
export interface Situation {
  /** What the model was asked for last: a prompt, or the feedback of a Stop hook. */
  readonly task: readonly Given[];
  readonly taskFrom: 'prompt' | 'feedback';
  /** How many times it has called tools for that. */
  readonly rounds: number;
  /** What the last calls came to; empty when the task is new. */
  readonly results: readonly ToolResultPart[];
  /** What hooks and Wave said since the last calls. */
  readonly remarks: readonly Given[];
  readonly firstAnswer: boolean;
}

export function situationOf(messages: readonly ModelMessage[]): Situation {
  const at = messages.findLastIndex((message, i) => isTask(message, messages[i - 1]));
  const since = messages.slice(at + 1);
  const last = messages.findLast((message) => message.role === 'tool');
  const isNew = since.length === 0;
  const task = at < 0 ? [] : givenIn(messages[at]);
  return {
    task,
    taskFrom:
      task.length > 0 && task.every(({ from }) => from !== 'prompt') ? 'feedback' : 'prompt',
    rounds: since.filter(({ role }) => role === 'tool').length,
    results: isNew || last?.role !== 'tool' ? [] : last.content,
    remarks: isNew || messages.at(-1)?.role !== 'user' ? [] : givenIn(messages.at(-1)),
    firstAnswer: !messages.some(({ role }) => role === 'assistant'),
  };
}

/** Remarks of hooks between results and answer are no task; at the end of a turn they are. */
function isTask(message: ModelMessage, before: ModelMessage | undefined): boolean {
  if (message.role !== 'user') return false;
  return before?.role !== 'tool' || givenIn(message).some(({ from }) => from === 'prompt');
}

export function givenIn(message: ModelMessage | undefined): Given[] {
  if (message?.role !== 'user') return [];
  if (typeof message.content === 'string') return [given(message.content, undefined)];
  return message.content.flatMap((part) =>
    part.type === 'text' ? [given(part.text, part.providerOptions?.['wave'])] : [],
  );
}

/** A text in a tag is no sentence of a person, whoever forgot to mark it. */
function given(text: string, mark: { readonly from?: unknown } | undefined): Given {
  const from = mark?.from;
  if (from === 'hook' || from === 'wave') return { text: text.replace(MARK, ''), from };
  return { text, from: /^\s*<[\w-]+>/.test(text) ? 'wave' : 'prompt' };
}

const MARK = /^<wave-(?:hook|note)[^>]*>\n|\n<\/wave-(?:hook|note)>$/g;

/** The current directory, where the system prompt names it. */
export function cwdIn(system: string): string | undefined {
  return /(?:working directory|current directory|cwd)\W{1,4}(\/[^\s"'`<]*)/i.exec(system)?.[1];
}
