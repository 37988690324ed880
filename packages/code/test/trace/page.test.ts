import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import axe from 'axe-core';
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
});
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
  await page.locator('.row.call').first().click();
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
  expect(await detail.locator('pre ins').innerText()).toContain('npm test -- --run');
  expect(await detail.locator('pre del').innerText()).toContain('npm test');
  expect(faults).toEqual([]);
});

test('a block says who, why and how', async () => {
  const { page } = await open();
  await page.locator('.row.call', { hasText: 'git push --force' }).click();
  const text = await page.getByRole('region', { name: 'Details' }).innerText();
  for (const part of ['blocked', 'exit 2', 'to the agent', 'never', 'timed out'])
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
  await page.locator('.row.call', { hasText: 'git push --force' }).click();
  await page.click('summary >> text=1 hook did not match');
  const text = await page.getByRole('region', { name: 'Details' }).innerText();
  expect(text).toContain('"Edit" does not match Bash');
  expect(text).not.toContain('never said');
});

test('hooks before a call and hooks after it stand where they ran', async () => {
  const after = SAMPLE.spans.find(({ id }) => id === 'r1');
  const mask = { ...after, id: 'r9', hook: 'mask', event: 'PostToolUse' } as Span;
  const { page } = await open({ ...SAMPLE, spans: [...SAMPLE.spans, mask] });
  await page.locator('.row.call').first().click();
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

test('the first screen: where the time went, what it cost, what came of the calls', async () => {
  const { page, faults } = await open();
  const numbers = await page.locator('.numbers').allInnerTexts();
  const [time, cost] = numbers.map((text) => text.replace(/\s+/g, ' '));
  // Each moment counts once, whatever else went on.
  expect(time).toBe(
    '2.0 s: model 50 ms tools 560 ms hooks 68 ms waiting for you 200 ms other 1.1 s',
  );
  expect(cost).toBe(
    '$0.0100 · 10 tokens in (2 cached), 5 out 3 calls 1 blocked 1 rewritten 1 asked',
  );
  const panel = await page.getByRole('region', { name: 'Details' }).innerText();
  for (const part of [
    'What was said',
    '> fix it',
    'Blocked (1)',
    'hook guard · never',
    'Rewritten (1)',
    'quiet · mask (the result) · was $ npm test',
    'Hooks that failed (1)',
    'Slowest',
  ])
    expect(panel).toContain(part);
  const count = async (name: string) => {
    await page.getByRole('button', { name }).click();
    return (await page.locator('output').innerText()).split(' ')[0];
  };
  expect(await count('3 calls')).toBe('3');
  expect(await count('$0.0100')).toBe('1');
  expect(await count('hooks 68 ms')).toBe('4');
  expect(await count('1 rewritten')).toBe('2');
  // Once more shows all.
  expect(await count('1 rewritten')).toBe('10');
  await page.getByRole('link', { name: '$ git push --force' }).first().click();
  const selected = page.locator('.row[aria-selected="true"]');
  await expect.poll(() => selected.innerText()).toContain('git push --force');
  expect(faults).toEqual([]);
});

test('a row says what it is and what came of it, in words', async () => {
  const edit = { file_path: '/a/b.ts', old_string: 'one\ntwo', new_string: 'one\nthree\nfour' };
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) => {
      if (span.id === 'k1') return { ...span, tool: 'Edit', sent: edit, success: false } as Span;
      if (span.id === 'q1') return { ...span, said: 'I run the tests.\nThen more.' } as Span;
      return span;
    }),
  });
  const rows = (await page.locator('.row').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
  expect(rows).toEqual([
    '> fix it 2.0 s',
    'UserPromptSubmit 30 ms',
    'ticket · UserPromptSubmit 20 ms',
    'I run the tests. 50 ms',
    '$ npm test -- --run $ npm test rewritten asked 400 ms',
    'quiet · PreToolUse rewritten 20 ms',
    '$ git push --force blocked 400 ms',
    'guard · PreToolUse blocked 20 ms',
    'slow · PreToolUse failed 20 ms',
    'Edit /a/b.ts +2 −1 failed 400 ms',
  ]);
  await page.locator('.row').last().click();
  expect(await page.locator('.changes del').innerText()).toBe('- two\n');
});

test('a call as a strip, and the same as Markdown and as a picture', async () => {
  const { page, faults } = await open();
  await page.locator('.row.call').first().click();
  const stages = await page.locator('.strip li').allInnerTexts();
  expect(stages.map((stage) => stage.replace(/\s+/g, ' '))).toEqual([
    'Model asked $ npm test',
    'quiet rewrote $ npm test $ npm test -- --run .wave/settings.json:4',
    'rule Bash(npm test *) allowed a rule allows it, after 200 ms .wave/settings.json:9',
    'Ran 200 ms',
    'Came back 42 passed (1 line, rewritten by mask)',
  ]);
  await page.click('text=Copy as Markdown');
  // This browser keeps its clipboard from pages, so the text is there to be copied by hand.
  const text = page.getByRole('textbox', { name: 'Copy as Markdown' });
  expect(await text.inputValue()).toBe(`**Bash** · rewritten, asked, 400 ms

\`\`\`diff
- $ npm test
+ $ npm test -- --run
\`\`\`

1. **Model asked**: \` $ npm test \`
2. **quiet rewrote** (\` .wave/settings.json:4 \`): \` $ npm test → $ npm test -- --run \`
3. **rule Bash(npm test \\*) allowed** (\` .wave/settings.json:9 \`): \` a rule allows it, after 200 ms \`
4. **Ran**: \` 200 ms \`
5. **Came back**: \` 42 passed (1 line, rewritten by mask) \`
`);
  const download = page.waitForEvent('download');
  await page.click('text=Save as picture');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('bash-at-100-ms.png');
  const png = readFileSync(await saved.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(1_800);
  expect(faults).toEqual([]);
});

test('what a hook changed is whole in the strip, however wide the page', async () => {
  const ran = { command: 'npm test -- --run --reporter=dot packages/code/test/trace' };
  const spans = SAMPLE.spans.map((span) => (span.id === 'c1' ? ({ ...span, ran } as Span) : span));
  for (const width of [1_400, 800, 400]) {
    const { page } = await open({ ...SAMPLE, spans }, { width });
    await page.locator('.row.call').first().click();
    const hidden = await page
      .locator('.strip .changes')
      .evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(hidden, `${width}`).toBeLessThanOrEqual(1);
  }
});

test('a strip tells each thing once, and how long the tool itself took', async () => {
  const command = 'npm test -- --run';
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) => {
      if (span.id === 'r1') return { ...span, at: 100, ms: 150, decision: 'allow' } as Span;
      if (span.is !== 'call' || span.id !== 'c1') return span;
      const permission = { answer: 'yes', row: 10, text: 'allowed by a hook', by: 'hook quiet' };
      const sent = { command, timeout: 1_000 };
      const ran = { command, timeout: 9_000 };
      const { waited: _, ...unasked } = span;
      return { ...unasked, permission, sent, ran } as Span;
    }),
  });
  await page.locator('.row.call').first().click();
  const stages = await page.locator('.strip li').allInnerTexts();
  expect(stages.map((stage) => stage.replace(/\s+/g, ' '))).toEqual([
    'Model asked $ npm test -- --run',
    'quiet rewrote and allowed timeout: 1000 timeout: 9000 .wave/settings.json:4',
    'Ran 250 ms',
    'Came back 42 passed (1 line, rewritten by mask)',
  ]);
});

test('six questions, each answered in sight after one click at most', async () => {
  const { page } = await open(SAMPLE, { width: 1_400 });
  const sees = async (...texts: readonly string[]) => {
    for (const text of texts) {
      const box = await page.getByText(text).first().boundingBox();
      expect([text, box !== null && box.y >= 0 && box.y + box.height <= 800]).toEqual([text, true]);
    }
  };
  // What did it do? Where did the time go? What did it cost?
  await sees('What was said', '3 calls', '1 blocked', 'model 50 ms', 'tools 560 ms', '$0.0100');
  // Why was that blocked?
  await sees('hook guard · never');
  await page.getByRole('link', { name: '$ git push --force' }).first().click();
  await sees('guard blocked', 'never');
  // Who allowed this, and what did the hook change?
  await page.locator('.row.call').first().click();
  await sees('rule Bash(npm test *) allowed', '.wave/settings.json:9', 'quiet rewrote');
  expect(await page.locator('.strip del').innerText()).toBe('$ npm test');
  expect(await page.locator('.strip ins').innerText()).toBe('$ npm test -- --run');
});

test('what a link in the panel leads to is shown from its beginning', async () => {
  const blocked = SAMPLE.spans.filter(({ id }) => id === 'c2');
  const more = [...Array(40).keys()].flatMap((n) =>
    blocked.map((span) => ({ ...span, id: `more-${n}`, at: span.at + n }) as Span),
  );
  const { page } = await open({ ...SAMPLE, spans: [...SAMPLE.spans, ...more] }, { width: 1_400 });
  const detail = page.locator('.detail');
  const top = () => detail.evaluate((element) => element.scrollTop);
  await detail.getByRole('link').last().scrollIntoViewIfNeeded();
  expect(await top()).toBeGreaterThan(0);
  await detail.getByRole('link').last().click();
  await expect.poll(() => page.locator('.strip').count()).toBe(1);
  expect(await top()).toBe(0);
});

test('an address leads to a row, and says which one is selected', async () => {
  const { page } = await open();
  await page.locator('.row.call', { hasText: 'git push' }).click();
  expect(new URL(page.url()).hash).toBe('#c2');
  const [url] = page.url().split('#');
  await page.goto('about:blank');
  await page.goBack();
  const detail = page.getByRole('region', { name: 'Details' });
  await expect.poll(() => detail.innerText()).toContain('guard blocked');
  await page.keyboard.press('Escape');
  expect(await detail.innerText()).toContain('Overview');
  expect(new URL(page.url()).hash).toBe('');
  // One that a mail cut in the middle of a letter shows the page.
  await page.goto('about:blank');
  await page.goto(`${url}#c%2`);
  await expect.poll(() => page.locator('h1').count()).toBe(1);
});

test('a subagent stands below the call that started it, and each leads to the other', async () => {
  const task = { description: 'Look around' };
  const { page } = await open({
    ...SAMPLE,
    lanes: [
      { id: 'main', name: 'agent' },
      { id: 'sub', name: 'subagent explore: Look', call: 'c1' },
    ],
    spans: [
      ...SAMPLE.spans.map((span) =>
        span.id === 'c1' ? ({ ...span, tool: 'Task', sent: task, ran: undefined } as Span) : span,
      ),
      { is: 'turn', id: 't2', lane: 'sub', at: 90, ms: 300, prompt: 'p', ended: 'done' },
    ],
  });
  const rows = await page.locator('.row .text').allInnerTexts();
  const at = rows.findIndex((row) => row.startsWith('Task Look around'));
  expect(rows.slice(at + 1, at + 4)).toContain('subagent explore: Look');
  await page.locator('.row.call').first().click();
  await page.click('text=subagent explore: Look >> nth=-1');
  await page.click('text=started by this call');
  const selected = page.locator('.row[aria-selected="true"]');
  await expect.poll(() => selected.innerText()).toContain('Task Look around');
});

test('what is idle is folded, so that what happened can be seen', async () => {
  const hour = 3_600_000;
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) => (span.id === 'k1' ? { ...span, at: hour } : span)),
  });
  const lefts = await page
    .locator('.row.call .bar:not(.waiting)')
    .evaluateAll((bars) => bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.left)));
  expect(lefts.map(Math.round)).toEqual([6, 36, 76]);
  expect(await page.locator('.scale b').getAttribute('title')).toBe('idle for 59 min 59 s');
});

test('on a narrow page a click leads to the details, however short they were before', async () => {
  const { page } = await open(SAMPLE, { width: 400 });
  await page.locator('.row.run').first().click();
  await page.locator('.row.call').first().click();
  const detail = await page.getByRole('region', { name: 'Details' }).boundingBox();
  expect(detail?.y).toBeLessThan(10);
});

test('on a narrow page no word of the table of hooks is broken', async () => {
  const { page } = await open(SAMPLE, { width: 400 });
  await page.click('form >> text=Hooks');
  const heights = await page
    .locator('thead')
    .first()
    .locator('th')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(30);
  const name = await page.getByRole('button', { name: 'guard' }).boundingBox();
  expect(name?.height).toBeLessThan(40);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
});

test('the overview has each prompt with its own answer, the newest of them, and what was edited', async () => {
  const turn = (n: number) => ({ is: 'turn', id: `t${n}`, lane: 'main', at: n * 1_000, ms: 9 });
  const spans = [2, 3, 4].flatMap((n) => [
    { ...turn(n), prompt: `prompt ${n}` } as Span,
    {
      ...SAMPLE.spans[3],
      id: `q${n}`,
      parent: `t${n}`,
      at: n * 1_000,
      said: `answer ${n}`,
    } as Span,
  ]);
  const edit = { tool: 'Edit', sent: { file_path: '/a/b.ts', old_string: 'x', new_string: 'y' } };
  const { page } = await open({
    ...SAMPLE,
    spans: [
      ...SAMPLE.spans.map((span) => (span.id === 'k1' ? ({ ...span, ...edit } as Span) : span)),
      ...spans,
    ],
  });
  const panel = await page.getByRole('region', { name: 'Details' }).innerText();
  const said = panel.slice(0, panel.indexOf('Blocked')).split(/\n+/);
  expect(said.map((text) => text.trim())).toEqual([
    ...['Overview', 'What was said', 'After 1 prompt before:'],
    ...['> prompt 2', 'answer 2', '> prompt 3', 'answer 3', '> prompt 4', 'answer 4'],
    ...['Edited (1)', 'Edit /a/b.ts +1 −1', '400 ms', ''],
  ]);
});

test('on a narrow page the overview stands above the rows, and a link leads to its details', async () => {
  const { page } = await open(SAMPLE, { width: 400 });
  const topOf = async (what: string) => (await page.locator(what).boundingBox())?.y ?? 0;
  expect(await topOf('.detail')).toBeLessThan(await topOf('.rows'));
  expect(await page.locator('select:visible').count()).toBe(0);
  await page.click('text=Filters');
  expect(await page.locator('select:visible').count()).toBe(4);
  const url = `${page.url()}#c2`;
  await page.goto('about:blank');
  await page.goto(url);
  await expect.poll(() => topOf('.detail')).toBeLessThan(10);
  expect(await topOf('.rows')).toBeLessThan(await topOf('.detail'));
  await page.click('.back');
  await expect.poll(() => topOf('header')).toBe(0);
});

test('what was interrupted did not fail', async () => {
  const { page } = await open({
    ...SAMPLE,
    spans: SAMPLE.spans.map((span) =>
      span.id === 'k1' ? ({ ...span, success: false, interrupted: true } as Span) : span,
    ),
  });
  const row = page.locator('.row.call').last();
  expect(await row.locator('.tag').allInnerTexts()).toEqual(['interrupted']);
});

test('? shows the keys', async () => {
  const { page } = await open();
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').innerText()).toContain('search');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test.each([
  [true, 'Fix it', 'with content: for you alone'],
  [false, undefined, 'without content'],
])('the page says whether it has content: %s', async (withContent, title, text) => {
  const { title: _, ...rest } = SAMPLE;
  const { page } = await open({ ...rest, withContent, ...(title ? { title } : {}) });
  expect(await page.locator('.facts').first().innerText()).toContain(text);
  expect(await page.locator('h1').innerText()).toMatch(title ?? /^Session of \d/);
  expect(await page.title()).toMatch(title ?? /^Session of 2026-01-31 12:00 · /);
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
  for (let n = 0; n < 24; n++) {
    await page.keyboard.press('Tab');
    reached.push(await focused());
  }
  const names = ['Timeline', 'Hooks', 'Search', 'event', 'hook', 'tool', 'decided by', 'Clear'];
  for (const name of [...names, 'Keys', '3 calls', '1 blocked']) expect(reached).toContain(name);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  const detail = page.getByRole('region', { name: 'Details' });
  expect(await detail.innerText()).toContain('Grep x');
  await page.keyboard.press('Home');
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

test('files of the project are named from there, others from the home', async () => {
  const { page } = await open({
    ...SAMPLE,
    project: '/home/ada/shop',
    home: '/home/ada',
    spans: SAMPLE.spans.map((span) => {
      if (span.is === 'call') return { ...span, sent: { file_path: '/home/ada/shop/src/a.ts' } };
      return span.is === 'run' ? { ...span, source: '/home/ada/.wave/settings.json:4' } : span;
    }),
  });
  expect(await page.locator('.facts').first().innerText()).toContain('~/shop');
  expect(await page.locator('.row.call .label').allInnerTexts()).toContain('Grep src/a.ts');
  await page.locator('.row.call', { hasText: 'blocked' }).click();
  expect(await page.locator('.strip').innerText()).toContain('~/.wave/settings.json:4');
  expect(await page.locator('.detail .hook').first().innerText()).toContain('~/.wave/settings');
});

test('search and filters leave what fits', async () => {
  const { page } = await open();
  const count = () => page.locator('output').innerText();
  expect(await count()).toBe('10 of 10');
  await page.getByLabel('Search').fill('push');
  expect(await count()).toBe('3 of 10');
  await page.click('text=Clear');
  await page.getByRole('button', { name: '1 blocked' }).click();
  expect(await count()).toBe('3 of 10');
  await page.getByLabel('hook', { exact: true }).selectOption('ticket');
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
  const choices = page.getByLabel('decided by').locator('option');
  expect(await choices.allInnerTexts()).toEqual(['decided by', 'hook', 'rule']);
  await page.getByLabel('decided by').selectOption('rule');
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
  for (let n = 0; n < 11; n++) {
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
  await page.click('form >> text=Hooks');
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
  await page.click('form >> text=Hooks');
  const row = page.locator('tr', { hasText: 'slow' });
  expect(await row.locator('td').allInnerTexts()).toEqual(['1', '1', '0', '20 ms', '20 ms', '0']);
});

test('a call becomes a scenario', async () => {
  const { page } = await open();
  await page.locator('.row.call', { hasText: 'git push --force' }).click();
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
  await page.click('form >> text=Hooks');
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

describe.each(['light', 'dark'] as const)('axe, %s', (colorScheme) => {
  test.each([400, 800, 1400])('finds nothing at %i pixels', async (width) => {
    const { page } = await open(SAMPLE, { width, colorScheme });
    const found = async () => {
      await page.evaluate(axe.source);
      return page.evaluate(async () => {
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run();
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
      });
    };
    expect(await found()).toEqual([]);
    await page.locator('.row.call').first().click();
    await page.click('text=Copy as Markdown');
    expect(await found()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await found()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.click('form >> text=Hooks');
    expect(await found()).toEqual([]);
  });
});
