import type { TextBlock } from '../vocabulary/messages.ts';

type Said = Pick<TextBlock, 'content' | 'hooks' | 'event' | 'call'>;

/**
 * A text that reaches the model as the user's but is not: marked with who says it, when and about which call. The
 * system prompt explains the marks. Nothing inside can end one or begin another.
 */
export function markText(
  { content, hooks = [], event, call }: Said,
  from: 'hook' | 'wave',
): string {
  const inside = withoutMarks(content);
  if (from === 'wave') return `<wave-note>\n${inside}\n</wave-note>`;
  const about = { name: hooks.join(', '), event, tool: call?.tool, call: call?.id };
  return `<wave-hook${Object.entries(about).map(attribute).join('')}>\n${inside}\n</wave-hook>`;
}

/**
 * A file or a page could hold a mark, too: what looks like one is written so that it is none. Also what only looks
 * like one: with characters that nobody sees, or another dash.
 */
export const withoutMarks = (text: string): string => text.replace(MARK, '&lt;');

const UNSEEN = String.raw`[\s\p{Cf}]*`;
const spread = (word: string) => [...word].join(UNSEEN);
const WAVE = `${spread('wave')}${UNSEEN}\\p{Pd}${UNSEEN}`;
const MARK = new RegExp(
  `<(?=[\\s\\p{Cf}/]*${WAVE}(?:${spread('hook')}|${spread('note')})(?![\\p{L}\\p{N}_]))`,
  'giu',
);

/** A name can be a whole command line. */
const MAX_VALUE = 200;

const attribute = ([name, value]: [string, string | undefined]): string =>
  value ? ` ${name}="${plain(value).slice(0, MAX_VALUE)}"` : '';

const plain = (value: string): string => value.replace(/\s+/g, ' ').replace(/["&<>]/g, "'");
