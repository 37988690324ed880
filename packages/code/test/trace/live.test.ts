import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import { type Place, startWave, wave } from '../helpers.ts';
import { openBrowser } from './browser.ts';
import { traced } from './traced.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const GUARD = {
  matcher: 'Bash',
  hooks: [{ type: 'command', name: 'guard', command: 'grep -q forbidden && exit 2; exit 0' }],
};

/** Starts the server; it ends with the test. */
async function live(where: Place, ...args: string[]) {
  const started = startWave(['trace', '--live', ...args], where);
  const { child } = started;
  onTestFinished(() => void child.kill('SIGKILL'));
  const address = await new Promise<string>((found, failed) => {
    let text = '';
    child.stdout?.on('data', (piece) => {
      text += piece;
      if (text.includes('\n')) found(text.trim());
    });
    child.on('exit', () => failed(new Error(`ended: ${text}`)));
  });
  return { ...started, url: new URL(address) };
}

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ask = (url: URL, { path, method = 'GET', headers = {}, body = '' }: Asked = {}) =>
  new Promise<{ status: number | undefined; text: string; headers: Record<string, unknown> }>(
    (done, failed) => {
      const asked = request(
        { host: '127.0.0.1', port: url.port, path: path ?? `/${url.search}`, method, headers },
        (answer) => {
          let text = '';
          answer.on('data', (piece) => {
            text += piece;
          });
          answer.on('end', () =>
            done({ status: answer.statusCode, text, headers: answer.headers }),
          );
        },
      );
      asked.on('error', failed);
      asked.end(body);
    },
  );

test('only whoever has the address gets an answer, and only from the page itself', async () => {
  const { where } = await traced({}, [say('hi')]);
  const { url } = await live(where);
  expect(url.hostname).toBe('127.0.0.1');
  const statusOf = async (asked: Asked) => (await ask(url, asked)).status;
  const all = ['/', '/events', '/what-if'];
  for (const path of all) {
    const method = path === '/what-if' ? 'POST' : 'GET';
    const to = { path: `${path}${url.search}`, method };
    expect(await statusOf({ path, method })).toBe(401);
    expect(await statusOf({ path: `${path}?token=wrong`, method })).toBe(401);
    const refused = async (headers: Record<string, string>) => statusOf({ ...to, headers });
    expect(await refused({ host: 'evil.example' })).toBe(421);
    expect(await refused({ host: `evil.example:${url.port}` })).toBe(421);
    expect(await refused({ origin: 'http://evil.example' })).toBe(403);
    expect(await refused({ origin: 'null' })).toBe(403);
    expect(await refused({ origin: `http://127.0.0.1:1` })).toBe(403);
    expect(await refused({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await refused({ 'sec-fetch-site': 'same-site' })).toBe(403);
  }
  expect(await statusOf({ path: `/other${url.search}` })).toBe(404);
  expect(await statusOf({ path: `/${url.search}`, method: 'POST' })).toBe(404);
  const page = await ask(url);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'.*frame-ancestors 'none'$/,
    ),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(page.headers['access-control-allow-origin']).toBeUndefined();
});

test('a page of another site cannot read it, even with the address', async () => {
  const { where } = await traced({}, [say('hi')]);
  const { url } = await live(where);
  const page = await browser.newPage();
  await page.route('http://evil.example/', (route) => route.fulfill({ body: '<p>evil' }));
  await page.goto('http://evil.example/');
  const read = await page.evaluate(async (address) => {
    const answer = await fetch(address).catch((error: Error) => error.message);
    return typeof answer === 'string' ? answer : answer.text();
  }, url.href);
  // This browser lets a page read other sites: the refusal is the server's own.
  expect(read).toBe('This server answers to its own page only.\n');
});

test('what happens appears, Ctrl-C ends it', async () => {
  const { where, say: again } = await traced({ hooks: { PreToolUse: [GUARD] } }, [say('hi')]);
  const { url, child, ended } = await live(where);
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('request', (one) => {
    if (new URL(one.url()).host !== url.host) faults.push(one.url());
  });
  await page.goto(url.href);
  await page.getByText('prompt 0').first().waitFor();
  await again('new words', call('Bash', { command: 'echo forbidden' }, 'c9'), say('ok'));
  await page.locator('.row.call', { hasText: 'echo forbidden' }).click();
  const detail = page.getByRole('region', { name: 'Details' });
  await expect.poll(() => detail.innerText()).toContain('hook guard');
  await page.getByText('Run it through the settings of today').click();
  await page.waitForFunction(() => document.body.innerText.includes('"decision"'));
  await expect.poll(() => detail.innerText()).toContain('"decision": "block"');
  // The same event through other settings.
  where.write('home/.wave/settings.json', { permissions: { deny: ['Bash(echo *)'] } });
  await page.getByText('Run it through the settings of today').click();
  await page.waitForFunction(() => document.body.innerText.includes('"decision": "none"'));
  await expect.poll(() => detail.innerText()).toContain('"decision": "deny"');
  expect(faults).toEqual([]);
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test('what happens is read as it is appended, also over a rotation', async () => {
  const { where, say: again } = await traced({}, [
    call('Bash', { command: 'ls' }, 'c1'),
    say('ok'),
  ]);
  const { url } = await live(where);
  const log = join(where.home, '.wave/logs/hooks.jsonl');
  const page = await browser.newPage();
  await page.goto(url.href);
  await page.locator('.row.call').first().waitFor();
  // Of the same length: whoever reads it all again finds another tool.
  const before = readFileSync(log, 'utf8');
  const fd = openSync(log, 'r+');
  writeSync(fd, before.replaceAll('"tool":"Bash"', '"tool":"Hsab"'), 0);
  closeSync(fd);
  await again('more', call('Glob', { pattern: '*' }, 'c2'), say('ok'));
  await page.locator('.row.call', { hasText: 'Glob' }).waitFor();
  renameSync(log, log.replace('hooks.jsonl', 'hooks.1.jsonl'));
  await again('still more', call('Grep', { pattern: 'x' }, 'c3'), say('ok'));
  await page.locator('.row.call', { hasText: 'Grep' }).waitFor();
  const rows = await page.locator('.row.call .label').allInnerTexts();
  expect(rows).toEqual(['$ ls', 'Glob *', 'Grep x']);
});

test('what was tried is no part of the session', async () => {
  const { where } = await traced({ hooks: { PreToolUse: [GUARD] } }, [
    call('Bash', { command: 'ls' }, 'c1'),
    say('ok'),
  ]);
  const { url } = await live(where);
  const path = `/what-if${url.search}`;
  const answer = await ask(url, { path, method: 'POST', body: 'call:c1' });
  expect(JSON.parse(answer.text)).toMatchObject({
    decision: 'none',
    permission: { decision: 'allow' },
  });
  const log = readFileSync(join(where.home, '.wave/logs/hooks.jsonl'), 'utf8');
  expect(log.split('\n').filter((line) => line.includes('"session":"what-if"'))).toHaveLength(1);
  const none = await ask(url, { path, method: 'POST', body: 'call:nosuch' });
  expect(none.text).toBe('There is no such call or event in this session.');
});

test.each([
  ['Bash', 'echo forbidden', 'block'],
  ['UserPromptSubmit', 'prompt 0', 'none'],
])('a scenario saved from %s runs', async (_, click, decision) => {
  const hooks = [{ type: 'command', name: 'note', command: 'echo context' }];
  const { where } = await traced(
    { hooks: { PreToolUse: [GUARD], UserPromptSubmit: [{ hooks }] } },
    [call('Bash', { command: 'echo forbidden' }, 'c1'), say('ok')],
  );
  await wave(['trace', '-o', 't.html'], where);
  const page = await browser.newPage();
  await page.goto(`file://${join(where.project, 't.html')}`);
  if (click === 'prompt 0') await page.getByText('UserPromptSubmit').nth(1).click();
  else await page.getByText(click).first().click();
  const download = page.waitForEvent('download');
  await page.getByText('Save as a scenario').click();
  const saved = await download;
  const text = readFileSync(await saved.path(), 'utf8');
  const file = join(where.project, saved.suggestedFilename());
  writeFileSync(file, text);
  expect(JSON.parse(text).scenarios).toMatchObject([{ expect: { decision } }]);
  const tried = await wave(['hooks', 'test', file], where);
  expect([tried.code, tried.stdout]).toEqual([0, expect.stringMatching(/1 passed/)]);
  const other = decision === 'none' ? 'block' : 'none';
  writeFileSync(file, text.replace(`"decision": "${decision}"`, `"decision": "${other}"`));
  expect((await wave(['hooks', 'test', file], where)).code).toBe(1);
});

test('an event that is about no call goes through the settings of today as well', async () => {
  const begins = { hooks: [{ type: 'command', name: 'begins', command: 'cat' }] };
  const { where, read } = await traced({ hooks: { SessionStart: [begins] } }, [say('hi')]);
  await wave(['trace', '-o', 't.html'], where);
  const id = read('t.html').spans.find(({ is }) => is === 'moment')?.id ?? '';
  const { url } = await live(where);
  const { text } = await ask(url, { path: `/what-if${url.search}`, method: 'POST', body: id });
  const { decision, context } = JSON.parse(text);
  // What the hook got, it printed.
  expect([decision, JSON.parse(context[0].text).source]).toEqual(['none', 'startup']);
});
