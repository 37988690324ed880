import { expect, test } from 'vitest';
import { parseAnswer } from '../src/review/answer.ts';

const YES = { allow: true, feedback: 'done' };
const JSON_YES = '{"allow_stop": true, "feedback": "done"}';

const GOOD: [string, string][] = [
  ['plain', JSON_YES],
  ['with space around', `\n\n  ${JSON_YES}\n`],
  ['in a fenced block', `Here it is:\n\`\`\`json\n${JSON_YES}\n\`\`\`\nThat is all.`],
  ['in prose', `I looked at everything {really}. ${JSON_YES} Bye {now}.`],
  ['after a quoted format', `The format is {"allow_stop": false, "feedback": "x"}.\n${JSON_YES}`],
  ['inside of an object', `{"answer": ${JSON_YES}}`],
  [
    'with braces in its text',
    'so: {"allow_stop": true, "feedback": "done", "why": "a } b { \\" c"}',
  ],
  ['behind a flood', `${'{'.repeat(100_000)} ${JSON_YES}`],
];

test.each(GOOD)('an answer %s is found', (_, text) => {
  expect(parseAnswer(text)).toEqual(YES);
});

const NESTED: [string, string][] = [
  ['one answer within', 'Sure. {"allow_stop":false,"feedback":"bad","why":{"allow_stop":true}}'],
  ['one in a list', '{"allow_stop":false,"feedback":"bad","why":[{},{"allow_stop":true}]} So.'],
  [
    'many objects within',
    `So: {"allow_stop":false,"feedback":"bad","why":[${'{},'.repeat(5_000)}{"allow_stop":true}]}`,
  ],
  [
    'another before it',
    '{"allow_stop":true} or {"allow_stop":false,"feedback":"bad","why":{"allow_stop":true}}',
  ],
];

test.each(NESTED)('an answer with %s is itself the answer', (_, text) => {
  expect(parseAnswer(text)).toEqual({ allow: false, feedback: 'bad' });
});

test('feedback may be missing where nothing is left to do', () => {
  expect(parseAnswer('{"allow_stop": true}')).toEqual({ allow: true, feedback: '' });
  expect(parseAnswer('{"allow_stop": true, "feedback": null}')).toEqual({
    allow: true,
    feedback: '',
  });
});

const BAD: [string, string, RegExp][] = [
  ['nothing', '  ', /was empty/],
  ['prose', 'It is all fine.', /no JSON object with "allow_stop"/],
  ['another object', '{"ok": true}', /no JSON object with "allow_stop"/],
  ['a text for a flag', '{"allow_stop": "false"}', /expected true or false, got "false"/],
  [
    'a list as feedback',
    '{"allow_stop": false, "feedback": ["a"]}',
    /expected a text, got \["a"\]/,
  ],
  ['no feedback', '{"allow_stop": false, "feedback": " "}', /expected what is left to do/],
  ['braces without end', '{'.repeat(300_000), /no JSON object/],
];

test.each(BAD)('%s is no answer', (_, text, problem) => {
  const from = process.cpuUsage();
  expect(parseAnswer(text)).toEqual({ problem: expect.stringMatching(problem) });
  expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
});
