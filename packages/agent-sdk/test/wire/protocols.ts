import { anthropicEvents, anthropicFailure } from './anthropic.ts';
import { anthropicFaults } from './check-anthropic.ts';
import { openaiFaults } from './check-openai.ts';
import { openaiEvents, openaiFailure } from './openai.ts';

export type Protocol = 'anthropic' | 'openai';

/** What the two protocols differ in. */
export const PROTOCOLS = {
  anthropic: {
    path: '/v1/messages',
    model: 'claude-sonnet-4-5',
    faults: anthropicFaults,
    events: anthropicEvents,
    failure: anthropicFailure,
  },
  openai: {
    path: '/v1/chat/completions',
    model: 'gpt-test',
    faults: openaiFaults,
    events: openaiEvents,
    failure: openaiFailure,
  },
};
