import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fetchPage, LIMITS } from '../../../src/tools/web/fetch-page.ts';
import { HERE, page, redirect, servePages } from './pages.ts';

const OPEN = { lookup: HERE, names: () => true };
const never = new AbortController().signal;
const at = (port: number, path = '/') => new URL(`http://docs.example:${port}${path}`);
const small = { ...LIMITS, bytes: 1000 };
const short = { ...LIMITS, timeMs: 300 };

test('HTML comes as markdown, with what is known of it', async () => {
  const { port, asked } = await servePages(page('<title>T</title><h1>Hello</h1>'));
  expect(await fetchPage(at(port, '/a?b'), OPEN, never)).toEqual({
    is: 'page',
    page: {
      url: `http://docs.example:${port}/a?b`,
      ...{ status: 200, statusText: 'OK', type: 'text/html; charset=utf-8', bytes: 30 },
      ...{ title: 'T', text: '# Hello', cut: false, inner: true },
    },
  });
  expect(asked.map(({ path }) => path)).toEqual(['/a?b']);
  const { cookie, authorization, 'user-agent': agent, host } = asked[0]?.headers ?? {};
  expect({ cookie, authorization, agent, host }).toEqual({
    ...{ cookie: undefined, authorization: undefined },
    ...{ agent: expect.stringMatching(/^Wave\//), host: `docs.example:${port}` },
  });
});

test.each([
  ['application/json', '{"a": [1]}'],
  ['text/markdown', '# As *it* is'],
  ['', 'no type'],
])('%s comes as it is', async (type, body) => {
  const { port } = await servePages(page(body, type));
  expect(await fetchPage(at(port), OPEN, never)).toMatchObject({ page: { text: body } });
});

test('what is no text is refused in plain words', async () => {
  const { port } = await servePages(page(Buffer.from('89504e47', 'hex'), 'image/png'));
  expect(await fetchPage(at(port), OPEN, never)).toEqual({
    is: 'failed',
    why: `http://docs.example:${port}/ is an image (image/png), 4 bytes. WebFetch reads text only.`,
  });
});

test('a page is read as far as the bound, packed or not', async () => {
  const long = 'x'.repeat(100_000);
  const { port } = await servePages(page(long, 'text/plain'));
  const { port: bomb } = await servePages((to) =>
    to
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(20_000_000, 'x'))),
  );
  for (const one of [port, bomb])
    expect(await fetchPage(at(one), OPEN, never, small)).toMatchObject({
      page: { text: 'x'.repeat(1000), bytes: 1000, cut: true },
    });
  expect(await fetchPage(at(bomb), OPEN, never)).toMatchObject({ page: { cut: true } });
});

test('a server that takes too long, sends without end or breaks off is left', async () => {
  const { port: silent } = await servePages(() => {});
  expect(await fetchPage(at(silent), OPEN, never, short)).toMatchObject({
    why: expect.stringMatching(/took longer than 0\.3 s/),
  });
  const { port: slow } = await servePages((to) => void to.writeHead(200).write('x'));
  expect(await fetchPage(at(slow), OPEN, never, short)).toMatchObject({ is: 'failed' });
  const { port: broken } = await servePages((to) => {
    to.writeHead(200, { 'content-length': '100' }).write('x');
    setTimeout(() => to.destroy(), 20);
  });
  expect(await fetchPage(at(broken), OPEN, never)).toMatchObject({
    is: 'failed',
    why: expect.stringContaining('could not be fetched'),
  });
  const gone = AbortSignal.abort();
  expect(await fetchPage(at(silent), OPEN, gone)).toMatchObject({
    why: 'The fetch was ended by the user before it was done.',
  });
});

test('a look-up that never ends, and one that fails, are failures', async () => {
  const lookup = () => new Promise<never>(() => {});
  expect(await fetchPage(at(1), { ...OPEN, lookup }, never, short)).toMatchObject({
    why: expect.stringContaining('took longer'),
  });
  const broken = () => Promise.reject(new Error('no such name'));
  expect(await fetchPage(at(1), { ...OPEN, lookup: broken }, never)).toMatchObject({
    why: 'docs.example:1 could not be fetched: no such name.',
  });
});

test('a redirect on the same host is followed, and not for ever', async () => {
  const { port, asked } = await servePages((to, path) =>
    path === '/3'
      ? page('there', 'text/plain')(to, path)
      : redirect((now) => `/${Number(now.slice(1)) + 1}`)(to, path),
  );
  expect(await fetchPage(at(port, '/0'), OPEN, never)).toMatchObject({ page: { text: 'there' } });
  expect(asked).toHaveLength(4);
  expect(await fetchPage(at(port, '/4'), OPEN, never)).toMatchObject({
    why: expect.stringContaining('was redirected more than 5 times'),
  });
  expect(asked).toHaveLength(10);
});

test.each([
  ['another host', 'http://other.example/x', 'http://other.example/x'],
  ['a host below it', 'http://www.docs.example/', 'http://www.docs.example/'],
  ['another port', 'http://docs.example:1/', 'http://docs.example:1/'],
  ['the metadata of a cloud', 'http://169.254.169.254/', 'http://169.254.169.254/'],
])('a redirect to %s is told and not followed', async (_, location, url) => {
  const { port, asked } = await servePages(redirect(() => location));
  expect(await fetchPage(at(port), OPEN, never)).toEqual({ is: 'elsewhere', url, status: 302 });
  expect(asked).toHaveLength(1);
});

test.each(['file:///etc/passwd', 'http://me:pw@docs.example/', 'javascript:x'])(
  'a redirect to %s fails',
  async (location) => {
    const { port } = await servePages(redirect(() => location));
    expect(await fetchPage(at(port), OPEN, never)).toMatchObject({
      is: 'failed',
      why: expect.stringContaining('leads elsewhere, but not to'),
    });
  },
);

test('a name is looked up once for each hop: no second answer is connected to', async () => {
  const { port, asked } = await servePages(page('x', 'text/plain'));
  const answers = [['127.0.0.1'], ['127.0.0.9'], ['127.0.0.9']];
  const lookup = async () => answers.shift() ?? [];
  expect(await fetchPage(at(port), { ...OPEN, lookup }, never)).toMatchObject({ is: 'page' });
  expect([asked.length, answers.length]).toEqual([1, 2]);
});

test('each hop is checked: a name that leads near on its second look-up is refused there', async () => {
  const { port, asked } = await servePages(redirect((path) => `${path}x`));
  let hops = 0;
  const names = () => hops++ === 0;
  expect(await fetchPage(at(port), { lookup: HERE, names }, never)).toMatchObject({
    why: expect.stringContaining('in a private network'),
  });
  expect(asked).toHaveLength(1);
});
