import type { Conversation } from '../conversation/conversation.ts';
import { WITHOUT_RESULT } from '../utils/convertMessagesForAPI.ts';

/** Calls that a sudden end of their process cut off: the user and the model get the same text. */
export function settleCalls(conversation: Pick<Conversation, 'messages' | 'patchTool'>): void {
  for (const { blocks } of [...conversation.messages])
    for (const block of blocks)
      if (block.type === 'tool' && block.stage !== 'end')
        conversation.patchTool(block.id, {
          stage: 'end',
          success: false,
          result: block.result ?? WITHOUT_RESULT[block.stage],
          ...(block.stage === 'pending' ? { by: 'wave' } : {}),
        });
}
