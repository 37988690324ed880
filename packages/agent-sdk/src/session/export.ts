import type { Block, Message } from '../messages.ts';

/** A conversation as a document for people. What only the user was told is left in, and marked. */
export const asMarkdown = (title: string, messages: readonly Message[]): string =>
  `# ${title}\n\n${messages.map(messageText).filter(Boolean).join('\n\n')}\n`;

const HEADS: Readonly<Record<string, string>> = {
  prompt: '## You',
  hook: '## A hook, to the agent',
  wave: '## Wave, to the agent',
};

function messageText({ role, from = 'prompt', blocks }: Message): string {
  const body = blocks.map(blockText).filter(Boolean).join('\n\n');
  if (body === '') return '';
  return role === 'user' ? `${HEADS[from]}\n\n${body}` : body;
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
        `### ${block.name}${block.success === false ? ' (failed)' : ''}`,
        fenced(JSON.stringify(block.parameters, null, 2), 'json'),
        ...(block.result === undefined ? [] : [fenced(block.result, '')]),
      ].join('\n\n');
  }
}

const quoted = (text: string) => text.trim().split('\n').join('\n> ');

/** A fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
