import { plural } from '../base/text.ts';
import { isAnswer } from '../compaction/compaction-plan.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { imagesIn } from '../conversation/images.ts';

/**
 * Takes out the images that a provider has just refused: left in, they would be refused again with every
 * prompt. Those since the last answer, and those that its calls returned, were in no request that went
 * through; where there are none, the model takes no images at all. False where there is nothing to take.
 */
export function dropImages(conversation: Conversation, why: string): boolean {
  const { messages } = conversation;
  const last = Math.max(0, messages.findLastIndex(isAnswer));
  const from = imagesIn(messages.slice(last)) > 0 ? last : 0;
  const count = imagesIn(messages.slice(from));
  // By a message that has one: messages for the user in front of it may not be in the session's file.
  const first = messages.slice(from).find((message) => imagesIn([message]) > 0);
  if (!first) return false;
  conversation.dropImages(first.id);
  const what = count === 1 ? '1 image was' : `${plural(count, 'image')} were`;
  conversation.tell('warning', `${why} ${what} taken out of the conversation, and the model told.`);
  return true;
}
