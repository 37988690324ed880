import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, talk } from '../talk.ts';
import { type Answer, call, say } from '../wire/reply.ts';

const LENGTH = "The reply was cut: it reached the model's output limit.";
const REFUSAL = 'The model or its provider refused to finish the reply.';
const EMPTY = 'The model ended its turn without a word.';
/** Beside them, a model that Wave does not know is told. */
const warningsOf = ({ messages }: Awaited<ReturnType<typeof talk>>['agent']) =>
  blocksOf(messages, 'notice').flatMap(({ tone, content }) =>
    tone === 'warning' ? [content] : [],
  );
const touch = call('Bash', { command: 'touch ran' });

describe.each(['anthropic', 'chat'] as const)('an answer that is not whole, by %s', (protocol) => {
  const cases: readonly [string, readonly Answer[], string, string, readonly string[]][] = [
    ['a text that was cut', [say('and th', { stop: 'length' })], 'length', 'and th', [LENGTH]],
    ['a refusal', [say('I', { stop: 'refusal' })], 'refusal', 'I', [REFUSAL]],
    ['a refusal without a word', [{ blocks: [], stop: 'refusal' }], 'refusal', '', [REFUSAL]],
    ['nothing at all', [{ blocks: [] }], 'empty', '', [EMPTY]],
    ['nothing after a call', [touch, { blocks: [] }], 'empty', '', [EMPTY]],
    ['white space', [say(' \n')], 'empty', ' \n', [EMPTY]],
  ];
  test.each(cases)(
    '%s is told, and is in the result',
    async (_, script, incomplete, text, told) => {
      const { agent, result, send } = await talk({ protocol, script });
      expect(result).toMatchObject({ ended: 'done', incomplete, text });
      expect(warningsOf(agent)).toEqual(told);
      expect(await send('AGAIN', say('whole'))).not.toHaveProperty('incomplete');
    },
  );

  test.each(['length', 'refusal'] as const)(
    'a call within which it ended by %s does not run; one before it does',
    async (stop) => {
      const half: Answer = {
        blocks: [
          { call: 'Bash', input: { command: 'touch first' } },
          { call: 'Bash', input: { command: 'touch ran' } },
        ],
        stop,
      };
      const { agent, dir, result, server } = await talk({ protocol, script: [half, say('ok')] });
      expect(result).toMatchObject({ ended: 'done', text: 'ok' });
      expect(result).not.toHaveProperty('incomplete');
      expect(existsSync(join(dir, 'first'))).toBe(true);
      expect(existsSync(join(dir, 'ran'))).toBe(false);
      expect(blocksOf(agent.messages, 'tool')[1]?.result).toBe(
        'Bash was not run: your answer was cut off within this call. Make it shorter, or do it in parts.',
      );
      expect(warningsOf(agent)).toEqual([
        `${stop === 'length' ? LENGTH : REFUSAL} Its last call, Bash, is not run.`,
      ]);
      expect(server.faults).toEqual([]);
    },
  );
});
