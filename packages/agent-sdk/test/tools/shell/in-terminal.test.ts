import { expect, test } from 'vitest';
import type { Terminals } from '../../../src/vocabulary/terminals.ts';
import { blocksOf, talk } from '../../talk.ts';
import { call, say } from '../../wire/reply.ts';

/** What a host may do instead of answering; all of it is a refusal, in its words. */
const REFUSALS: Readonly<Record<string, Terminals['run']>> = {
  'a rejected promise': async () => {
    throw new Error('no terminal is free');
  },
  'an error that is thrown at once': () => {
    throw new Error('no terminal is free');
  },
  'a text that is thrown': () => {
    throw 'no terminal is free';
  },
  'a promise rejected with a text': () => Promise.reject('no terminal is free'),
};

test.each(Object.entries(REFUSALS))(
  '%s fails the call, in the words of the host',
  async (_, run) => {
    const { agent, result } = await talk({
      terminals: { run },
      script: [call('Bash', { command: 'touch here' }), say('ok')],
    });
    expect(result.ended).toBe('done');
    const [block] = blocksOf(agent.messages, 'tool');
    expect(block).toMatchObject({ success: false });
    expect(block?.result).toBe('The command could not be started: no terminal is free');
  },
);
