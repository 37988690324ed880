import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript
import { LIMITS, limitsTable, readLimits } from '../bench/limits.mjs';
// @ts-expect-error
import { busyWords, measure } from '../bench/measure.mjs';
// @ts-expect-error
import { hooked, PEERS } from '../bench/peers/peers.mjs';
// @ts-expect-error
import { PLAYS } from '../bench/peers/plays.mjs';
// @ts-expect-error
import { markdown } from '../bench/peers/report.mjs';
// @ts-expect-error
import { PEER_NAMES, PLAY_NAMES, rowsOf } from '../bench/peers/rows.mjs';
// @ts-expect-error
import { cpuIn } from '../bench/programs.mjs';
// @ts-expect-error
import { faults, summary, table } from '../bench/table.mjs';

const bench = (file: string) => fileURLToPath(new URL(`../bench/${file}`, import.meta.url));
const is = (name: string, value: number, more = {}) => ({
  ...{ name, unit: 'ms', run: async () => value },
  ...more,
});
const group = (cases: readonly object[]) => ({
  name: 'trial',
  open: async () => ({ cases, close: async () => {} }),
});

describe('what is measured', () => {
  test('a limit makes a row, with a floor and without', async () => {
    const cases = [
      is('floor', 10),
      is('beside', 12, { floor: 'floor' }),
      is('twice', 20),
      is('more', 14),
      is('alone', 15),
    ];
    const limits = readLimits(`
      trial | twice | 1.9 × floor
      trial | more | 4 ms more than floor
      trial | alone | 16 ms
      other | gone | 1 ms`);
    expect(await measure(group(cases), 3, limits)).toEqual([
      { group: 'trial', name: 'beside', median: 12, unit: 'ms', floor: 10, ratio: 1.2, over: 2 },
      {
        ...{ group: 'trial', name: 'twice', median: 20, unit: 'ms', floor: 10, ratio: 2, over: 10 },
        ...{ limit: '1.9 × floor', ok: false },
      },
      {
        ...{ group: 'trial', name: 'more', median: 14, unit: 'ms', floor: 10, ratio: 1.4, over: 4 },
        ...{ limit: '4 ms more than floor', ok: true },
      },
      { group: 'trial', name: 'alone', median: 15, unit: 'ms', limit: '16 ms', ok: true },
    ]);
  });

  test.each([
    ['a row that is not there', 'trial | gone | 2 ms', 'limits.mjs: no case "gone"'],
    ['a floor that is not there', 'trial | one | 2 × flor', 'one: no case "flor"'],
    ['a row that cannot be measured', 'trial | one | fast', 'limits.mjs: expected "group | row'],
  ])('a limit of %s is no limit that holds', async (_what, text, message) => {
    const measured = async () =>
      measure(group([is('floor', 1), is('one', 1)]), 1, readLimits(text));
    await expect(measured()).rejects.toThrow(message);
  });
});

const row = (name: string, more = {}) => ({
  ...{ group: 'trial', name, median: 20, unit: 'ms', floor: 10, ratio: 2, over: 10 },
  ...more,
});

test('--check names each row that does not hold, and each group that did not end', () => {
  const rows = [
    row('free'),
    row('held', { limit: '30 ms', ok: true }),
    row('slow', { limit: '1.5 × floor', ok: false }),
  ];
  const broken = [{ group: 'screen', problem: 'took longer than 600 s' }];
  expect(faults(rows, broken)).toEqual([
    'trial: slow: 20.0 ms beside 10.0 ms, limit 1.5 × floor',
    'screen: took longer than 600 s',
  ]);
  expect(summary(rows, broken).split('\n').slice(0, 2)).toEqual([
    '1 of 2 limits hold',
    'does not hold:',
  ]);
  expect(summary([row('held', { limit: '30 ms', ok: true })], [])).toBe('1 of 1 limits hold');
});

test('the limits in the docs are those that are checked', () => {
  const page = readFileSync(bench('../docs/performance.md'), 'utf8');
  expect(page).toContain(`\n${limitsTable(LIMITS)}\n`);
});

test('the table leaves out what a row does not have', () => {
  const alone = { group: 'trial', name: 'alone', median: 0.5, unit: 'ms' };
  const lines = table([
    row('beside', { limit: '1.5 × floor', ok: false }),
    { ...alone, limit: '1 ms', ok: true },
  ]).split('\n');
  expect(lines.slice(2, 4).map((line: string) => line.split(/ {2,}/))).toEqual([
    ['beside', '20.0 ms', '10.0 ms', '2.00 x', 'NO', 'at most 1.5 × floor'],
    ['alone', '0.50 ms', 'yes', 'at most 1 ms'],
  ]);
});

test('the time of the processor is what the shell says last', () => {
  expect(cpuIn('words\n0m0.010s 0m0.000s\n1m0.250000s 0m0.500000s\n')).toBe(60_750);
  expect(() => cpuIn('killed\n')).toThrow('expected two times, got killed');
});

describe('the comparison with other agents', () => {
  const agents = [
    { name: 'wave', title: 'Wave', version: '1.0.0' },
    { name: 'codex', title: 'Codex', version: '2.0.0' },
  ];
  const samples = { wave: { start: 80, cpu: 300, typed: 400 }, codex: { start: 2_400, cpu: 280 } };
  const floors = { start: 40, cpu: 40, memory: 40, terminal: 50 };
  const rows = rowsOf(samples, floors, ['wave', 'codex']);

  test('has a row for what was measured, with its ratio to a bare Node', () => {
    expect(rows.map(({ key, floorIs, figures }: Row) => ({ key, floorIs, figures }))).toEqual([
      {
        key: 'start',
        floorIs: 40,
        figures: { wave: { median: 80, ratio: 2 }, codex: { median: 2_400, ratio: 60 } },
      },
      {
        key: 'cpu',
        floorIs: 40,
        figures: { wave: { median: 300, ratio: 7.5 }, codex: { median: 280, ratio: 7 } },
      },
      { key: 'typed', floorIs: 50, figures: { wave: { median: 400, ratio: 8 } } },
    ]);
  });

  test('is a table that marks the best and says what could not be measured', () => {
    const problems = [{ title: 'Codex', what: 'screen: drew nothing' }];
    const machine = { load: 6.25, processors: 4 };
    const text = markdown({ agents, rows, problems, node: 'v24.0.0', rounds: 3, machine });
    expect(text.split('\n')).toEqual([
      '|  | Wave 1.0.0 | Codex 2.0.0 | `node -e 0` |',
      '| --- | --- | --- | --- |',
      '| cold start to the first request | **80 ms (2.0 ×)** | 2.4 s (60 ×) | 40 ms |',
      '| an answer of 20,000 pieces, processor time | 300 ms (7.5 ×) | **280 ms (7.0 ×)** | 40 ms |',
      '| the first typed letters on the screen | **400 ms (8.0 ×)** | – | 50 ms |',
      '',
      'Measured in one run with Node v24.0.0 on 4 processors, in 3 rounds. In brackets: the ratio to `node -e 0`.',
      '',
      '**The machine was busy (load 6.3 on 4 processors): measure again on a quiet one.**',
      '',
      'Codex, screen: drew nothing.',
    ]);
  });

  test('knows each peer and each play by its name', () => {
    expect(Object.keys(PEERS)).toEqual(['wave', ...PEER_NAMES]);
    expect(PLAYS.map(({ name }: { name: string }) => name)).toEqual(PLAY_NAMES);
  });

  const STAGE = {
    ...{ home: '/h', project: '/p', model: 'http://127.0.0.1:1' },
    ...{ isOpen: true, server: ['node', 'server.mjs'] },
  };

  test('puts hooks where each agent looks for them', () => {
    const at = Object.values<Peer>(PEERS).map((one) => {
      const { files, hooksFile } = hooked(one, 2, '/trace');
      const text = files(STAGE)[hooksFile()];
      return [hooksFile(), text.match(/echo \d >> '\/trace'/g)];
    });
    const two = ["echo 0 >> '/trace'", "echo 1 >> '/trace'"];
    expect(at).toEqual([
      ['.wave/settings.json', two],
      ['.claude/settings.json', two],
      ['.codex/hooks.json', two],
      ['.gemini/settings.json', two],
      ['.qwen/settings.json', two],
      ['.copilot/hooks/wave.json', two],
    ]);
  });
});

interface Row {
  readonly key: string;
  readonly floorIs: number;
  readonly figures: object;
}
interface Peer {
  readonly hooksFile: () => string;
}

test('a machine is busy when others use more than half of it', () => {
  expect(busyWords({ load: 1, processors: 2 })).toBeUndefined();
  expect(busyWords({ load: 1.1, processors: 2 })).toContain('load 1.1 on 2 processors');
});
