import { expect, test } from 'vitest';
import {
  DECISION_NAMES,
  isAnswer,
  isElsewhere,
  isKnown,
  isWeighty,
  meantBy,
  SECTION_NAMES,
  sectionNames,
  TOP_NAMES,
} from '../../src/reading/answer-names.ts';
import { SECTION, SECTION_EVENT, SPELLINGS, type Spelling } from '../../src/vocabulary/answer.ts';
import { COMMON, EVENT_NAMES, type Form, specOf } from '../../src/vocabulary/events.ts';

const ALL: readonly Spelling[] = Object.values(SPELLINGS).flat();
const fieldsIn = (place: Spelling['in'], form?: Form) =>
  ALL.filter((one) => one.in === place && one.form === form).map(({ field }) => field);

test('names are known by their place', () => {
  expect(TOP_NAMES).toEqual([...fieldsIn('top'), SECTION]);
  expect(SECTION_NAMES).toEqual([...fieldsIn('section'), SECTION_EVENT]);
  expect([...TOP_NAMES, ...SECTION_NAMES].every(isKnown)).toBe(true);
  expect(DECISION_NAMES).toEqual(fieldsIn('decision'));
  expect(['', 'other', 'constructor'].some(isKnown)).toBe(false);
});

test.each(EVENT_NAMES)('the section of %s holds the fields of its form', (event) => {
  const { form } = specOf(event);
  const own = form === undefined ? [] : fieldsIn('section', form);
  const decision = form === 'decision' ? ['decision'] : [];
  expect(sectionNames(event)).toEqual([...SECTION_NAMES, ...own, ...decision]);
});

test('weighty is what decides, rewrites or shuts, and the section that may hold it', () => {
  const weighty = ALL.filter(
    ({ decides, needs }) => decides || needs === 'rewrite' || needs === 'sandbox',
  );
  const names = new Set([...ALL.map(({ field }) => field), SECTION, SECTION_EVENT]);
  const expected = new Set([...weighty.map(({ field }) => field), SECTION]);
  expect([...names].filter(isWeighty).toSorted()).toEqual([...expected].toSorted());
});

test('an answer is empty or has a known field', () => {
  const known = [...TOP_NAMES, ...SECTION_NAMES].map((name) => ({ [name]: 1, other: 2 }));
  for (const value of [{}, ...known]) expect(isAnswer(value), JSON.stringify(value)).toBe(true);
  for (const value of [{ other: 1 }, [], ['decision'], null, 'decision', undefined])
    expect(isAnswer(value), JSON.stringify(value)).toBe(false);
});

test.each([
  ['block', 'decision'],
  ['blocks', 'blocked'],
  ['blocking', 'blocked'],
  ['deny', 'decision'],
  ['denied', 'decision'],
  ['allow', 'decision'],
  ['allowed', 'decision'],
  ['approve', 'decision'],
  ['approved', 'decision'],
  ['permission', 'permissionDecision'],
])('%s is another word for %s', (name, meant) => {
  expect(meantBy(name)).toBe(meant);
});

test('a slip is taken for the name that belongs where it stands, else for any', () => {
  expect(meantBy('reasen')).toBe('reason');
  expect(meantBy('decisions', ['revisions'])).toBe('revisions');
  expect(meantBy('mesage', SECTION_NAMES)).toBe('message');
  expect(meantBy('constructor')).toBeUndefined();
});

test('what is right is no slip, and neither is a field of the input', () => {
  const input = EVENT_NAMES.flatMap((event) => Object.keys(specOf(event).input));
  const right = [...TOP_NAMES, ...SECTION_NAMES, ...Object.keys(COMMON), ...input];
  for (const name of [...right, 'hook_event_name'])
    expect(meantBy(name, [`${name}s`]), name).toBeUndefined();
});

test.each([
  'async',
  'asyncTimeout',
  'classifierContext',
  'displayContent',
  'initialUserMessage',
  'reloadSkills',
  'retry',
  'sessionTitle',
  'suppressOriginalPrompt',
  'terminalSequence',
  'watchPaths',
  'worktreePath',
])('%s has a meaning elsewhere only', (name) => {
  expect([isElsewhere(name), isKnown(name)]).toEqual([true, false]);
});
