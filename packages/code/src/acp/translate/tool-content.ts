import type { ToolCallContent } from '@agentclientprotocol/sdk';
import type { ToolBlock } from '@wavehooks/agent-sdk';
import { printable } from '../../cli/style.ts';

/** As much of a text as an editor gets of it; the agent has all. */
const MOST_CHARS = 100_000;

export const textContent = (text: string): ToolCallContent => ({
  type: 'content',
  content: { type: 'text', text },
});

/** A change of a file; `before` is what is in it, where it is replaced as a whole. */
export function diffOf(
  { name, parameters }: Pick<ToolBlock, 'name' | 'parameters'>,
  before: string | undefined,
): ToolCallContent[] {
  const { file_path: path, old_string, new_string, content } = parameters;
  const [from, to] = name === 'Edit' ? [old_string, new_string] : [before ?? null, content];
  const isChange = (name === 'Edit' || name === 'Write') && typeof to === 'string';
  if (!isChange || typeof path !== 'string') return [];
  return [{ type: 'diff', path, oldText: typeof from === 'string' ? from : null, newText: to }];
}

/** A hook made another call of it: both, so that nobody wonders. */
export const rewriteOf = ({
  original,
  parameters,
}: Pick<ToolBlock, 'original' | 'parameters'>): ToolCallContent[] =>
  original
    ? [
        textContent(
          `A hook changed this call.\n\nThe agent asked for:\n${fenced(json(original))}\nThe hook made of it:\n${fenced(json(parameters))}`,
        ),
      ]
    : [];

/** What a call shows below its title. */
export function contentOf(block: ToolBlock, before: string | undefined): ToolCallContent[] {
  const { name, parameters, result = '', stage, success, images = [] } = block;
  const plan = name === 'ExitPlanMode' ? [textContent(String(parameters['plan'] ?? ''))] : [];
  const head = [...rewriteOf(block), ...plan];
  // Hooks have yet to judge it: what is in a file that they guard is not shown by way of a refused change.
  if (stage === 'pending' && name === 'Write') return head;
  if (stage !== 'end') return [...head, ...diffOf(block, before)];
  if (success === false) return [...head, textContent(refusalOf(block) ?? shown(name, result))];
  const changed = diffOf(block, before);
  return [
    ...head,
    ...(changed.length > 0 || plan.length > 0 ? changed : [textContent(shown(name, result))]),
    ...images.map(
      ({ mediaType, content }): ToolCallContent => ({
        type: 'content',
        content: { type: 'image', mimeType: mediaType, data: content },
      }),
    ),
  ];
}

/** Who kept it from running. What the model is told says it once more, except for what a hook gave as its reason. */
function refusalOf({ refused, by, result = '' }: ToolBlock): string | undefined {
  if (by === 'user') return 'It did not run: you rejected it.';
  if (refused === undefined) return undefined;
  const reason = by === 'hook' ? clipped(printable(result)).trim() : '';
  return `It did not run: ${refused}${reason === '' ? '.' : `: ${reason}`}`;
}

/** Texts that are no prose stand as they are. */
const VERBATIM: ReadonlySet<string> = new Set(['Bash', 'BashOutput', 'Read', 'Grep', 'Glob']);

const shown = (name: string, result: string): string => {
  const text = clipped(printable(result));
  return VERBATIM.has(name) ? fenced(text) : text;
};

export const clipped = (text: string): string =>
  text.length > MOST_CHARS
    ? `${text.slice(0, MOST_CHARS)}\n[${text.length - MOST_CHARS} characters more]`
    : text;

/** A fence that nothing inside of it ends. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([found]) => found.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

const json = (value: unknown): string => clipped(JSON.stringify(value, null, 2));
