import { joinTexts } from '../conversation/join-texts.ts';
import type { Block, Message, ToolBlock } from '../vocabulary/messages.ts';

/** What a subagent and its caller said. */
export interface AgentMessages {
  readonly id: string;
  readonly messages: readonly Message[];
}

/** A conversation as a document for people. What only the user was told is left in, and marked. */
export const asMarkdown = (
  title: string,
  messages: readonly Message[],
  agents: readonly AgentMessages[] = [],
): string =>
  [
    `# ${title}`,
    ...parts(messages, HEADS),
    ...agents.flatMap((one) => [
      `# Subagent ${one.id}`,
      ...parts(one.messages, { ...HEADS, prompt: '## Its task' }),
    ]),
  ]
    .join('\n\n')
    .concat('\n');

const HEADS = {
  prompt: '## You',
  hook: '## A hook, to the agent',
  wave: '## Wave, to the agent',
  agent: '## Agent',
} as const;

type Heads = Readonly<Record<keyof typeof HEADS, string>>;

/** The agent's head stands once above all that it says and does in one go. */
function parts(messages: readonly Message[], heads: Heads): string[] {
  let last = '';
  return messages.flatMap((message) => {
    const body = joinTexts(message.blocks).map(blockText).filter(Boolean).join('\n\n');
    if (body === '') return [];
    const head = headOf(message, heads);
    const isNew = head !== undefined && (head !== heads.agent || head !== last);
    last = head ?? last;
    return isNew ? [head, body] : [body];
  });
}

/** Messages for the user have no speaker. */
function headOf({ role, from = 'prompt', blocks }: Message, heads: Heads): string | undefined {
  if (role === 'user') return heads[from];
  return blocks.every(({ type }) => type === 'notice' || type === 'error')
    ? undefined
    : heads.agent;
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.content.trim();
    case 'image':
      return `(an image, ${block.mediaType})`;
    case 'reasoning':
      return '';
    case 'error':
      return `> **Error:** ${quoted(block.content)}`;
    case 'notice':
      return `> **${block.tone}:** ${quoted(block.content)}`;
    case 'tool':
      return [
        `### ${block.name}${endOf(block)}`,
        ...(block.agent === undefined ? [] : [`(by subagent ${block.agent})`]),
        fenced(JSON.stringify(block.parameters, null, 2), 'json'),
        ...(block.result === undefined ? [] : [fenced(block.result, '')]),
      ].join('\n\n');
  }
}

/** One that somebody refused, or that the turn ended before, is no failure of its tool. */
function endOf({ success, by, refused }: ToolBlock): string {
  if (by !== undefined || refused !== undefined) return ' (not run)';
  return success === false ? ' (failed)' : '';
}

const quoted = (text: string) => text.trim().split('\n').join('\n> ');

/** A fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
