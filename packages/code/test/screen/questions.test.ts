import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Converse, call, converse, say } from './converse.ts';

const drink = (more: object = {}) => ({
  question: 'Which drink?',
  header: 'Drink',
  options: [{ label: 'Tea', description: 'hot' }, { label: 'Coffee' }, { label: 'Water' }],
  ...more,
});
const cup = {
  question: 'Which cup?',
  header: 'Cup',
  options: [{ label: 'Big' }, { label: 'Small' }],
};

interface Row {
  readonly name: string;
  readonly questions: readonly object[];
  readonly answer: (talk: Converse) => void | Promise<void>;
  /** What the agent gets. */
  readonly result: string;
}

const ROWS: readonly Row[] = [
  {
    name: 'by number',
    questions: [drink()],
    answer: async (talk) => {
      await talk.waitFor('❯ 1 Tea');
      expect(talk.screen()).toMatch(
        /Drink[\s\S]*❯ 1 Tea {2}hot\n.*2 Coffee\n.*3 Water\n.*o Something else/,
      );
      await talk.answer('2');
    },
    result: 'The user answered:\nWhich drink?\nCoffee',
  },
  {
    name: 'by arrows',
    questions: [drink()],
    answer: async (talk) => {
      await talk.waitFor('❯ 1 Tea');
      talk.press('down');
      await talk.waitFor('❯ 2 Coffee');
      talk.press('down');
      await talk.waitFor('❯ 3 Water');
      talk.press('enter');
    },
    result: 'The user answered:\nWhich drink?\nWater',
  },
  {
    name: 'several, ticked by number and by space',
    questions: [drink({ multiSelect: true })],
    answer: async (talk) => {
      await talk.answer('3');
      await talk.waitFor('[x] Water');
      talk.type(' ');
      await talk.waitFor('[x] Tea');
      await talk.answer('d');
    },
    result: 'The user answered:\nWhich drink?\nTea, Water',
  },
  {
    name: 'in their own words',
    questions: [drink()],
    answer: async (talk) => {
      await talk.answer('o');
      await talk.waitFor('Your answer:');
      // It is drawn a moment before it takes keys.
      await sleep(200);
      talk.type('Juice, cold');
      await talk.waitFor('Your answer: Juice, cold');
      talk.press('enter');
    },
    result: 'The user answered:\nWhich drink?\nJuice, cold',
  },
  {
    name: 'two, one after the other',
    questions: [drink(), cup],
    answer: async (talk) => {
      await talk.waitFor('(1 of 2)');
      await talk.answer('1');
      await talk.waitFor('(2 of 2)');
      await talk.answer('b');
      await talk.waitFor('(1 of 2)');
      await talk.answer('3');
      await talk.waitFor('(2 of 2)');
      await talk.answer('2');
      // All of it once more: what is wrong can still be changed.
      await talk.waitFor(/Your answers[\s\S]*1 Drink: Water\n.*2 Cup: Small\n/);
      await talk.answer('1');
      await talk.waitFor('(1 of 2)');
      await talk.answer('1');
      await talk.waitFor('1 Drink: Tea\n');
      await talk.answer('y');
      await talk.waitFor(/AskUserQuestion *\n {2}Drink: Tea\n {2}Cup: Small\n/);
    },
    result: 'The user answered:\nWhich drink?\nTea\nWhich cup?\nSmall',
  },
  {
    name: 'the same one twice',
    questions: [drink(), drink()],
    answer: async (talk) => {
      await talk.answer('1');
      await talk.waitFor('(2 of 2)');
      await talk.answer('3');
      await talk.waitFor('Your answers');
      await talk.answer('y');
    },
    result: 'The user answered:\nWhich drink?\nTea; Water',
  },
  {
    name: 'declined',
    questions: [drink()],
    answer: (talk) => talk.answer('n'),
    result: 'The user did not answer. Go on without it, or ask in plain text.',
  },
];

test('the agent’s own questions: every way to answer them, and to decline', async () => {
  const talk = await converse();
  for (const { name, questions, answer, result } of ROWS) {
    talk.server.script(call('AskUserQuestion', { questions }), say(`Noted: ${name}.`));
    await talk.send(`ask ${name}`);
    await talk.waitFor(/Which drink\?[\s\S]*Something else/);
    await answer(talk);
    await talk.waitFor(`Noted: ${name}.`);
    await talk.waitForGone('Something else');
    const last = JSON.stringify(talk.server.requests.at(-1)?.body.messages?.at(-1));
    expect(last, name).toContain(JSON.stringify(result).slice(1, -1));
  }
  expect(talk.server.faults).toEqual([]);
});

test('Esc in a question ends the turn', async () => {
  const talk = await converse();
  talk.server.script(call('AskUserQuestion', { questions: [drink()] }), say('Never said.'));
  await talk.send('ask');
  await talk.waitFor('Which drink?');
  talk.press('escape');
  await talk.waitFor('Interrupted. What should Wave do instead?');
  expect(talk.server.requests).toHaveLength(1);
});

test('a question that is taller than the terminal is paged, and drawn in place', async () => {
  const talk = await converse({ columns: 60, rows: 18 });
  const description = `${'words '.repeat(40)}END`;
  const options = ['Tea', 'Coffee', 'Water'].map((label) => ({ label, description }));
  const question = `${'Long '.repeat(60)}question?`;
  talk.server.script(
    call('AskUserQuestion', { questions: [drink({ question, options })] }),
    say('Noted.'),
  );
  await talk.send('ask');
  await talk.waitFor(/lines 1 to \d+ of \d+/);
  await talk.waitFor('❯ 1 Tea');
  for (let page = 0; page < 12 && !/3 words[\s\S]*END\n│ lines/.test(talk.screen()); page++) {
    const before = talk.screen();
    talk.press('page-down');
    await talk.waitForGone(/lines \d+ to \d+/.exec(before)?.[0] ?? '');
  }
  expect(talk.screen()).toMatch(/END\s*\n│ lines/);
  await talk.answer('2');
  const all = await talk.waitFor('Noted.');
  await talk.waitForGone('❯ 1 Tea');
  expect(all.split('Something else').length, 'no copies in the scrollback').toBeLessThan(3);
});
