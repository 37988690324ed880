import type { Conversation } from '../conversation/conversation.ts';
import { WITHOUT_RESULT } from '../utils/convertMessagesForAPI.ts';

/** Calls that were cut off by a sudden end of their process: the user is told what the model is told. */
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
