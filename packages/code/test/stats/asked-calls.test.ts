import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionFile, sessionsDir } from '@wavehooks/agent-sdk';
import { expect, onTestFinished, test } from 'vitest';
import { type Asked, keepingAsked, readCalls } from '../../src/stats/asked-calls.ts';
import { decision, run } from './records.ts';

const TIME = '2026-01-31T12:00:00.000Z';
const PERSON = { is: 'person' } as const;

test('only questions that a rule could have saved are kept, and of many the newest', () => {
  const asked: Asked = { kept: [], all: 0 };
  const records = [
    run(TIME, 'guard'),
    // A hook asked, an ask rule did, a plan was accepted, a rule decided: no allow rule helps.
    ...[7, 8, 5].map((row) => decision(TIME, PERSON, { row })),
    decision(TIME, { is: 'rule', rule: 'Bash', list: 'allow' }, { row: 14 }),
    ...Array.from({ length: 25_000 }, (_, n) => decision(TIME, PERSON, { call: `c${n}` })),
  ];
  expect([...keepingAsked(records, asked)].length).toBe(records.length);
  expect([asked.all, asked.kept.length, asked.kept[0]?.call, asked.kept.at(-1)?.call]).toEqual([
    ...[25_000, 5_000, 'c20000', 'c24999'],
  ]);
});

test('calls come from transcripts, each once; what is not there is counted', () => {
  const home = mkdtempSync(join(tmpdir(), 'wave-stats-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dir = sessionsDir(home, '/p');
  mkdirSync(dir, { recursive: true });
  const block = (id: string, command: string) => ({
    ...{ type: 'tool', id, name: 'Bash', parameters: { command }, stage: 'end' },
  });
  const blocks = [block('c1', 'make a'), block('c2', 'make a'), block('c3', 'make b')];
  const message = { id: 'm', role: 'assistant', blocks };
  writeFileSync(sessionFile(dir, 's1'), `${JSON.stringify({ is: 'added', message })}\nno json\n`);
  const questions = [
    ...['c1', 'c2', 'c3', 'gone'].map((call) => decision(TIME, PERSON, { call })),
    decision(TIME, PERSON, { call: 'c3', answer: 'no' }),
    decision(TIME, PERSON, { session: '../../s1' }),
    decision(TIME, PERSON, { agent: '../s1' }),
    decision(TIME, PERSON, { session: 'elsewhere' }),
  ];
  const projectOf = (session: string) => (session === 'elsewhere' ? undefined : '/p');
  const call = (command: string, answer: string, times: number) => ({
    ...{ project: '/p', tool: 'Bash', input: { command }, answer, times },
  });
  expect(readCalls(questions, projectOf, home)).toEqual({
    calls: [call('make a', 'yes', 2), call('make b', 'yes', 1), call('make b', 'no', 1)],
    unread: 4,
  });
});
