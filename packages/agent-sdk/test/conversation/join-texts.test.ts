import { expect, test } from 'vitest';
import { joinTexts } from '../../src/conversation/join-texts.ts';
import type { Block } from '../../src/vocabulary/messages.ts';

const text = (content: string): Block => ({ type: 'text', content });
const thought: Block = { type: 'reasoning', content: 'hm' };

test('texts that follow each other are one; what stands between them parts them', () => {
  expect(joinTexts([text('a'), text(' b'), thought, text('c'), text('')])).toEqual([
    text('a b'),
    thought,
    text('c'),
  ]);
});
