import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk';
import type { Block, Message } from '@wavehooks/agent-sdk';
import type { CallsAbout } from './calls.ts';
import { chunk } from './told.ts';
import { createTranslation } from './updates.ts';

/** A conversation that was, told again from its first message. What files were before a call is not known any more. */
export function replay(
  messages: readonly Message[],
  about: Omit<CallsAbout, 'textIn'>,
): SessionUpdate[] {
  const { hear } = createTranslation({ ...about, textIn: () => undefined });
  return messages.flatMap((message) =>
    message.role === 'user'
      ? prompt(message)
      : hear({ is: 'change', change: { is: 'added', message } }),
  );
}

/** What hooks and Wave told the model is not what the user said. */
const prompt = ({ from, blocks, id }: Message): SessionUpdate[] =>
  from === 'hook' || from === 'wave'
    ? []
    : blocks
        .flatMap(contentOf)
        .map((content) =>
          content.type === 'text'
            ? chunk('user_message_chunk', content.text, id)
            : { sessionUpdate: 'user_message_chunk', content, messageId: id },
        );

function contentOf(block: Block): ContentBlock[] {
  if (block.type === 'text') return [{ type: 'text', text: block.content }];
  if (block.type !== 'image') return [];
  return [{ type: 'image', mimeType: block.mediaType, data: block.content }];
}
