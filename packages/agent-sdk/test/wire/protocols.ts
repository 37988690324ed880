import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { responses } from './responses.ts';
import type { Wire } from './wire.ts';

export type Protocol = 'anthropic' | 'responses' | 'chat' | 'gemini';

/** All protocols that a strict server speaks. */
export const PROTOCOLS: Readonly<Record<Protocol, Wire>> = { anthropic, responses, chat, gemini };
