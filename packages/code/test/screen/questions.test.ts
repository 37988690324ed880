import { expect, test } from 'vitest';
import { call, converse, say } from './converse.ts';

const question = (more: object = {}) => ({
  question: 'Which drink?',
  header: 'Drink',
  options: [{ label: 'Tea', description: 'hot' }, { label: 'Coffee' }, { label: 'Water' }],
  ...more,
});

async function asked(...questions: object[]) {
  const talk = await converse();
  talk.server.script(call('AskUserQuestion', { questions }), say('Noted.'));
  await talk.send('ask me');
  await talk.waitFor('Which drink?');
  const results = async () => {
    await talk.waitFor('Noted.');
    expect(talk.server.faults).toEqual([]);
    return talk.sent();
  };
  return { talk, results };
}

test('one of several, by number', async () => {
  const { talk, results } = await asked(question());
  expect(talk.screen()).toMatch(/Drink[\s\S]*❯ 1 Tea {2}hot\n.*2 Coffee\n.*3 Water\n.*o Something else/);
  talk.type('2');
  expect(await results()).toContain('Which drink?\\nCoffee');
});

test('one of several, by arrows', async () => {
  const { talk, results } = await asked(question());
  talk.press('down');
  await talk.waitFor('❯ 2 Coffee');
  talk.press('down');
  await talk.waitFor('❯ 3 Water');
  talk.press('enter');
  expect(await results()).toContain('Which drink?\\nWater');
});

test('several of several, ticked by number and by space', async () => {
  const { talk, results } = await asked(question({ multiSelect: true }));
  talk.type('3');
  await talk.waitFor('[x] Water');
  talk.type(' ');
  await talk.waitFor('[x] Tea');
  talk.type('d');
  expect(await results()).toContain('Which drink?\\nTea, Water');
});

test('an answer of the user’s own', async () => {
  const { talk, results } = await asked(question());
  talk.type('o');
  await talk.waitFor('Your answer:');
  talk.type('Juice, cold');
  await talk.waitFor('Juice, cold');
  talk.press('enter');
  expect(await results()).toContain('Which drink?\\nJuice, cold');
});

test('two questions, one after the other', async () => {
  const { talk, results } = await asked(
    question(),
    question({ question: 'Which cup?', header: 'Cup', options: [{ label: 'Big' }, { label: 'Small' }] }),
  );
  expect(talk.screen()).toContain('(1 of 2)');
  talk.type('1');
  await talk.waitFor('(2 of 2)');
  talk.type('2');
  expect(await results()).toContain('Which drink?\\nTea\\nWhich cup?\\nSmall');
});

test('declined: the agent goes on without an answer', async () => {
  const { talk, results } = await asked(question());
  talk.press('escape');
  expect(await results()).toContain('The user did not answer');
});
