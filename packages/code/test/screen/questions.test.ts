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
    answer: (talk) => {
      expect(talk.screen()).toMatch(
        /Drink[\s\S]*❯ 1 Tea {2}hot\n.*2 Coffee\n.*3 Water\n.*o Something else/,
      );
      talk.type('2');
    },
    result: 'The user answered:\nWhich drink?\nCoffee',
  },
  {
    name: 'by arrows',
    questions: [drink()],
    answer: async (talk) => {
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
      talk.type('3');
      await talk.waitFor('[x] Water');
      talk.type(' ');
      await talk.waitFor('[x] Tea');
      talk.type('d');
    },
    result: 'The user answered:\nWhich drink?\nTea, Water',
  },
  {
    name: 'in their own words',
    questions: [drink()],
    answer: async (talk) => {
      talk.type('o');
      await talk.waitFor('Your answer:');
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
      talk.type('1');
      await talk.waitFor('(2 of 2)');
      talk.type('2');
    },
    result: 'The user answered:\nWhich drink?\nTea\nWhich cup?\nSmall',
  },
  {
    name: 'declined',
    questions: [drink()],
    answer: (talk) => talk.press('escape'),
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
