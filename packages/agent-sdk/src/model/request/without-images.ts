import type { ModelRequest } from '../../vocabulary/model.ts';
import type { ModelMessage } from '../../vocabulary/model-message.ts';

/** A request for a model that reads no images. */
export const withoutImages = (request: ModelRequest): ModelRequest => ({
  ...request,
  messages: request.messages.map(withNotes),
});

/** The same message stays the same object: what was sent of it before is known by that. */
const noted = new WeakMap<ModelMessage, ModelMessage>();

function withNotes(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  if (message.content.every(({ type }) => type !== 'file')) return message;
  const known = noted.get(message);
  if (known) return known;
  const content = message.content.map((part) => (part.type === 'file' ? NOTE : part));
  const made = { ...message, content };
  noted.set(message, made);
  return made;
}

const NOTE = { type: 'text' as const, text: '[an image was left out: this model reads none]' };
