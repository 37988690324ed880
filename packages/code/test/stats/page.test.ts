import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { statsPage, statsStyle } from '../../src/stats/page.ts';
import type { Report } from '../../src/stats/stats.ts';
import { type Looks, openBrowser, show } from '../trace/browser.ts';
import { NASTY, weakTexts } from '../trace/hostile.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

const SAMPLE: Report = {
  version: 1,
  from: new Date(2026, 0, 30).toISOString(),
  to: new Date(2026, 0, 31, 15).toISOString(),
  timeZone: 'UTC',
  project: '/home/ada/shop',
  ...{ sessions: 3, turns: 9, calls: 70 },
  questions: {
    ...{ asked: 34, waited: 754_000, once: 20, always: 4, refused: 10 },
    ...{ allowedByHook: 2, refusedByHook: 1, unanswered: 1 },
  },
  unasked: [{ by: 'rule', allowed: 20, refused: 1 }],
  hooks: [{ hook: 'guard', runs: 9, failures: 1, blocks: 2, p50: 12, p95: 400, lost: 900 }],
  models: [
    {
      ...{ model: 'some-model', requests: 20, input: 1_200_000, cached: 1_000_000, output: 9_000 },
      ...{ cost: 3.2, unpriced: 1 },
    },
  ],
  cost: 3.2,
  days: [
    { day: '2026-01-30', questions: 4, blocks: 0, lost: 300, tokens: 9_000, cost: 0.01 },
    { day: '2026-01-31', questions: 30, blocks: 2, lost: 600, tokens: 1_200_000, cost: 3.19 },
  ],
  rules: {
    proposals: [
      { rule: 'Bash(npm test *)', saves: 14, command: "wave permissions add allow 'Bash'" },
    ],
    ...{ settled: 3, unread: 1 },
  },
  log: { records: 900, damaged: 1, notes: ['1 line of the log could not be read (f:1)'] },
};

/** The same with something nasty in place of every name. */
const withTexts = (text: string): Report => ({
  ...SAMPLE,
  project: text,
  unasked: [{ by: text, allowed: 1, refused: 0 }],
  hooks: SAMPLE.hooks.map((one) => ({ ...one, hook: text })),
  models: SAMPLE.models.map((one) => ({ ...one, model: text })),
  rules: {
    ...SAMPLE.rules,
    proposals: [{ rule: text, saves: 3, project: text, command: text }],
  },
  log: { ...SAMPLE.log, notes: [text] },
});

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function open(report: Report = SAMPLE, looks: Looks = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'wave-stats-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'stats.html');
  writeFileSync(file, statsPage(report, statsStyle(DIST)));
  return show(browser, pathToFileURL(file).href, looks);
}

test('a week on a page', async () => {
  const { page, faults } = await open();
  const text = await page.locator('body').innerText();
  for (const part of [
    'Fri 30 Jan to Sat 31 Jan 2026',
    'project /home/ada/shop, 3 sessions, 9 turns, 70 calls',
    'nobody was there to ask, so it did not run',
    '14 questions Bash(npm test *) in all projects',
    "wave permissions add allow 'Bash'",
    '3 questions would not be asked again',
    '12 min 34 s',
    '$3.20 or more',
    '1 line of the log could not be read (f:1)',
  ])
    expect(text).toContain(part);
  expect(faults).toEqual([]);
});

test('it has no script, and its policy allows none', () => {
  const html = statsPage(SAMPLE, statsStyle(DIST));
  expect(html).not.toContain('<script');
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; base-uri`);
  expect(readFileSync(join(DIST, 'stats-style.css'), 'utf8')).not.toMatch(/url\(|@import/);
});

test.each(NASTY)('whatever a text is, it is only shown: %j', async (nasty) => {
  const { page, faults } = await open(withTexts(nasty));
  expect(await page.locator('img, svg, script, a').count()).toBe(0);
  expect(await page.locator('section').count()).toBe(5);
  expect(faults).toEqual([]);
});

test('the keyboard reaches every table and every command', async () => {
  const { page } = await open();
  const reached: string[] = [];
  for (let n = 0; n < 7; n++) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
    );
  }
  expect(reached.filter((name) => name !== '')).toEqual([
    'Questions and how they were answered',
    'Decided without a question',
    'The command that adds the rule',
    'What happened on each day',
    'What each hook did, and how long it took',
    'What each model read, wrote and cost',
  ]);
});

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each([400, 1200])(
    'at %i pixels nothing is wider than the page, and texts stand out',
    async (width) => {
      const { page } = await open(withTexts('a_long_word'.repeat(20)), { width, colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      expect(await page.evaluate(weakTexts)).toEqual([]);
    },
  );
});
