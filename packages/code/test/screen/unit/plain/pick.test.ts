import { expect, test } from 'vitest';
import { pick } from '../../../../src/screen/plain/questions/pick.ts';

const options = [{ label: 'Tea' }, { label: 'Milk' }, { label: 'Water' }];
const one = { question: 'Which?', options };
const many = { ...one, multiSelect: true };

test.each([
  { to: one, line: '2', text: 'Milk' },
  { to: one, line: 'Juice, cold', text: 'Juice, cold' },
  { to: one, line: '8080', text: '8080' },
  { to: one, line: '1,2', why: 'Only one can be chosen.' },
  { to: one, line: '', why: 'An empty line is not an answer.' },
  { to: many, line: '3', text: 'Water' },
  { to: many, line: '1,2', text: 'Tea, Milk' },
  { to: many, line: '3, 1 1', text: 'Tea, Water' },
  { to: many, line: '1,4,5', why: 'There is no option 4, 5.' },
  { to: many, line: '4', text: '4' },
  { to: many, line: '1 and 2', text: '1 and 2' },
])('"$line" to a question (several: $to.multiSelect)', ({ to, line, text, why }) => {
  expect(pick(to, line)).toEqual(text === undefined ? { is: 'none', why } : { is: 'answer', text });
});
