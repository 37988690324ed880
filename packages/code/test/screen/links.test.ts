import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';

const URL_OF_IT =
  'https://example.com/a/very/long/path/that/is/broken/over/two/lines/of/the/screen';

/** The texts that lead somewhere, each as it was drawn. */
const linksIn = (raw: string) =>
  [
    ...raw.matchAll(
      /\u001b\]8;;([^\u0007\u001b]+)(?:\u0007|\u001b\\)(.*?)\u001b\]8;;(?:\u0007|\u001b\\)/gs,
    ),
  ].map(([, to, text]) => [to, text?.replace(/\u001b\[[\d;]*m/g, '')]);

async function talked(env: Record<string, string>) {
  const where = place();
  const file = join(where.project, 'a.txt');
  where.write('project/a.txt', 'hello');
  const talk = await converse({ where, env, columns: 60 });
  talk.server.script(
    call('Read', { file_path: file }),
    say(`See [the docs](https://example.com/docs) and ${URL_OF_IT} there.`),
  );
  await talk.send('go');
  await talk.waitFor('there.');
  await talk.waitForGone('Esc interrupts');
  return { talk, links: linksIn(talk.raw()), file };
}

test('addresses in answers and files of calls are links where the terminal has them', async () => {
  const { links, file, talk } = await talked({ FORCE_HYPERLINK: '1' });
  expect(links).toContainEqual(['https://example.com/docs', 'https://example.com/docs']);
  expect(links.map(([to]) => to)).toContain(pathToFileURL(file).href);
  // A long one leads there from each of its lines.
  const parts = links.filter(([to]) => to === URL_OF_IT).map(([, text]) => text);
  expect(parts.length).toBeGreaterThan(1);
  expect(talk.all().replaceAll('\n', '')).toContain(URL_OF_IT);
});

test('and nowhere else', async () => {
  const { links, talk } = await talked({ FORCE_HYPERLINK: '0', TERM_PROGRAM: 'iTerm.app' });
  expect(links).toEqual([]);
  expect(talk.all()).toContain('the docs (https://example.com/docs)');
});
