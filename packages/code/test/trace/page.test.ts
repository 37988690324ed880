import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Span, Trace } from '../../src/trace/build/trace.ts';
import { pageHtml, pageParts } from '../../src/trace/page-html.ts';
import { type Looks, openBrowser, show } from './browser.ts';
import { NASTY, weakTexts } from './hostile.ts';
import { SAMPLE, withTexts } from './sample.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser?.close());

async function open(trace: Trace = SAMPLE, looks: Looks = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'wave-trace-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'trace.html');
  writeFileSync(file, pageHtml(trace, pageParts(DIST)));
  return show(browser, pathToFileURL(file).href, looks);
}

test('the page without data is at most 100 kB', () => {
  const sizes = ['trace.js', 'trace-style.css'].map((name) => statSync(join(DIST, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
});

test('a decision from what the model sent to what came back', async () => {
  const { page, faults } = await open();
  await page.click('text=npm test -- --run');
  const detail = page.getByRole('region', { name: 'Details' });
  const text = await detail.innerText();
  for (const part of [
    '"command": "npm test"',
    'quiet',
    'row of the table',
    '12: a rule allows it',
    'rule Bash(npm test *)',
    '.wave/settings.json:9',
    'Rewritten by mask',
    '42 passed',
  ])
    expect(text).toContain(part);
  expect(await detail.locator('ins').innerText()).toContain('npm test -- --run');
  expect(await detail.locator('del').innerText()).toContain('npm test');
  expect(faults).toEqual([]);
});

test('a block says who, why and how', async () => {
  const { page } = await open();
  await page.click('text=git push --force');
  const text = await page.getByRole('region', { name: 'Details' }).innerText();
  for (const part of ['did not run', 'exit 2', 'to the agent', 'never', 'timed out'])
    expect(text).toContain(part);
});

test('a decision names the hooks that did not match, and why', async () => {
  const { page } = await open({
    ...SAMPLE,
    setups: [
      {
        'PreToolUse Bash': [
          { hook: 'guard', source: '.wave/settings.json:4', why: 'never said: it ran' },
          { hook: 'edits', source: '.wave/settings.json:8', why: '"Edit" does not match Bash' },
        ],
      },
    ],
    spans: SAMPLE.spans.map((span) => (span.id === 'c2' ? { ...span, setup: 0 } : span)),
  });
  await page.click('text=git push --force');
  await page.click('summary >> text=1 hook did not match');
  const text = await page.getByRole('region', { name: 'Details' }).innerText();
  expect(text).toContain('"Edit" does not match Bash');
  expect(text).not.toContain('never said');
});

test('hooks before a call and hooks after it stand where they ran', async () => {
  const after = SAMPLE.spans.find(({ id }) => id === 'r1');
  const mask = { ...after, id: 'r9', hook: 'mask', event: 'PostToolUse' } as Span;
  const { page } = await open({ ...SAMPLE, spans: [...SAMPLE.spans, mask] });
  await page.click('text=npm test -- --run');
  const steps = await page.locator('.steps > li').allInnerTexts();
  expect(steps.map((step) => step.split('\n')[0])).toEqual([
    'What the model sent',
    'What its hooks said',
    'What hooks made of it (quiet)',
    'Permission',
    'What ran',
    'What its hooks said of the result',
    'What came back',
    'What if',
  ]);
  expect(steps[1]).toContain('quiet a rewrite');
  expect(steps[1]).not.toContain('mask');
  expect(steps[4]).toContain('What hooks made of it.');
  expect(steps[5]).toContain('mask');
});

test.each([
  [
    { event: 'UserPromptSubmit', text: 'fix it', verdict: 'none', meant: 'the agent goes on' },
    ['What you sent', 'fix it', 'ticket', 'What came of it', 'the agent goes on'],
  ],
  [
    { event: 'UserPromptSubmit', text: 'new', after: 'new', rewrittenBy: ['ticket'] },
    ['What was there before is not kept', 'The text after ticket', 'new'],
  ],
  [
    { event: 'Stop', verdict: 'block', meant: 'the agent works on', by: ['tests'] },
    ['verdict', 'block', 'the agent works on', 'decided by', 'tests'],
  ],
  [
    { event: 'PreCompact', subject: 'auto', verdict: 'none', meant: 'it is compacted' },
    ['What it was about', 'auto', 'it is compacted'],
  ],
])('an event from what it was to what came of it: %j', async (more, parts) => {
  const { page, faults } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) => (span.id === 'p1' ? ({ ...span, ...more } as Span) : span)),
  });
  await page.locator('.row.moment').click();
  const text = await page.getByRole('region', { name: 'Details' }).innerText();
  for (const part of parts) expect(text).toContain(part);
  expect(faults).toEqual([]);
});

test('the keyboard alone reaches everything', async () => {
  const { page, faults } = await open();
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
  const reached: string[] = [];
  for (let n = 0; n < 14; n++) {
    await page.keyboard.press('Tab');
    reached.push(await focused());
  }
  for (const name of ['Timeline', 'Hooks', 'Search', 'event', 'hook', 'decision', 'tool', 'Clear'])
    expect(reached).toContain(name);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  const detail = page.getByRole('region', { name: 'Details' });
  expect(await detail.innerText()).toContain('Grep x');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  expect(await detail.innerText()).toContain('> fix it');
  const first = await page.locator('.scale i').nth(1).innerText();
  await page.keyboard.press('+');
  expect(await page.locator('.scale i').nth(1).innerText()).not.toBe(first);
  await page.keyboard.press('0');
  expect(await page.locator('.scale i').nth(1).innerText()).toBe(first);
  await page.keyboard.press('/');
  expect(await focused()).toBe('Search');
  expect(faults).toEqual([]);
});

test('how long something took can be read wherever its bar stands', async () => {
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span, at) =>
      at % 2 === 0 ? { ...span, at: 1_900, ms: 100 } : { ...span, at: 0, ms: 2_000 },
    ),
  });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.time')].filter((time) => {
      const [own, track] = [time, time.parentElement].map((one) => one?.getBoundingClientRect());
      return !own || !track || own.left < track.left || own.right > track.right;
    }),
  );
  expect(await page.locator('.time').count()).toBe(10);
  expect(cut).toEqual([]);
});

test('time spent waiting for you stands where you were asked', async () => {
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) =>
      span.id === 'c1' && span.is === 'call' ? { ...span, waited: 200, waitedAt: 300 } : span,
    ),
  });
  const lefts = await page
    .locator('.row.call')
    .first()
    .locator('.bar')
    .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.left));
  // The call began at 100 of 2,000 ms, and the question came at 300.
  expect(lefts).toEqual(['5%', '15%']);
});

test('files of the project are named from there', async () => {
  const { page } = await open({
    ...SAMPLE,
    project: '/home/ada/shop',
    spans: SAMPLE.spans.map((span) =>
      span.is === 'call' ? { ...span, sent: { file_path: '/home/ada/shop/src/a.ts' } } : span,
    ),
  });
  expect(await page.locator('.row.call .label').allInnerTexts()).toContain('Grep src/a.ts');
});

test('search and filters leave what fits', async () => {
  const { page } = await open();
  const count = () => page.locator('output').innerText();
  expect(await count()).toBe('10 of 10');
  await page.getByLabel('Search').fill('push');
  expect(await count()).toBe('3 of 10');
  await page.click('text=Clear');
  await page.getByLabel('decision').selectOption('block');
  expect(await count()).toBe('3 of 10');
  await page.getByLabel('hook').selectOption('ticket');
  expect(await count()).toBe('0 of 10');
  expect(await page.getByRole('listbox').innerText()).toContain('Nothing fits the filters.');
});

test('a search looks at what is shown, as it is shown', async () => {
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) =>
      span.id === 'k1' ? ({ ...span, sent: { command: 'echo "a\\b"\tc' } } as Span) : span,
    ),
  });
  const count = () => page.locator('output').innerText();
  await page.getByLabel('Search').fill('echo "a\\b"\tc');
  expect(await count()).toBe('1 of 10');
  // Names of fields are not on the page.
  for (const name of ['lane', 'parent', 'success', 'null']) {
    await page.getByLabel('Search').fill(name);
    expect(await count()).toBe('0 of 10');
  }
});

test('calls can be found by who decided', async () => {
  const { page } = await open();
  const choices = page.getByLabel('decision').locator('option');
  expect(await choices.allInnerTexts()).toEqual([
    'any decision',
    'block',
    'no, by a hook',
    'none',
    'yes, by a rule',
  ]);
  await page.getByLabel('decision').selectOption('yes, by a rule');
  // The call and its hook.
  expect(await page.locator('output').innerText()).toBe('2 of 10');
});

test('left and right move along a part of the time that is shown large', async () => {
  const { page } = await open();
  const first = () => page.locator('.scale i').first().innerText();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('ArrowRight');
  expect(await first()).toBe('0');
  for (const key of ['+', '+']) await page.keyboard.press(key);
  expect(await first()).toBe('750 ms');
  await page.keyboard.press('ArrowRight');
  expect(await first()).toBe('875 ms');
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowRight');
  expect(await first()).toBe('1.5 s');
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowLeft');
  expect(await first()).toBe('0');
});

test('the line that is selected can be named to a screen reader', async () => {
  const { page } = await open();
  await page.getByRole('listbox').focus();
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('ArrowDown');
    const active = await page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
      return [/\s/.test(id), document.getElementById(id)?.getAttribute('aria-selected')];
    });
    expect(active).toEqual([false, 'true']);
  }
});

test('hooks: what each cost, and which never ran', async () => {
  const { page } = await open();
  await page.click('nav >> text=Hooks');
  const text = await page.getByRole('region', { name: 'Hooks' }).innerText();
  for (const part of ['guard', 'quiet', 'slow', 'Hooks that never ran', 'no stop yet'])
    expect(text).toContain(part);
  await page.click('td, th >> text=guard');
  expect(await page.locator('output').innerText()).toBe('1 of 10');
});

test('a hook that nobody waited for cost no time', async () => {
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) => (span.id === 'r3' ? { ...span, late: true } : span)),
  });
  await page.click('nav >> text=Hooks');
  const row = page.locator('tr', { hasText: 'slow' });
  expect(await row.locator('td').allInnerTexts()).toEqual(['1', '1', '0', '20 ms', '20 ms', '0']);
});

test('a call becomes a scenario', async () => {
  const { page } = await open();
  await page.click('text=git push --force');
  const download = page.waitForEvent('download');
  await page.click('text=Save as a scenario');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('bash-at-600-ms.scenario.json');
  expect(JSON.parse(readFileSync(await saved.path(), 'utf8'))).toEqual({
    settings: '.wave/settings.json',
    scenarios: [
      {
        name: 'Bash at 600 ms',
        tool: 'Bash',
        input: { command: 'git push --force' },
        expect: { decision: 'block' },
      },
    ],
  });
});

test.each(NASTY)('whatever a text is, it is only shown: %j', async (nasty) => {
  const { page, faults } = await open(withTexts(SAMPLE, nasty));
  for (const row of await page.locator('[data-id]').all()) await row.click();
  await page.click('nav >> text=Hooks');
  expect(await page.locator('img, svg, script:not([id]) ~ script').count()).toBe(0);
  expect(await page.locator('a[href^="http"], a[href^="javascript"]').count()).toBe(0);
  expect(faults).toEqual([]);
});

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each([400, 1200])(
    'at %i pixels nothing is wider than the page, and texts stand out',
    async (width) => {
      const { page } = await open(withTexts(SAMPLE, 'a_long_word'.repeat(20)), {
        width,
        colorScheme,
      });
      await page.locator('[data-id]').nth(5).click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      const weak = await page.evaluate(weakTexts);
      expect(weak).toEqual([]);
    },
  );
});
