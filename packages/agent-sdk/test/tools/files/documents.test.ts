import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, talk, tempDir } from '../../talk.ts';
import { call, say } from '../../wire/reply.ts';

/** What Read gives for a file of this name and content. */
async function reading(name: string, content: string, more: object = {}, PATH = '/nowhere') {
  const workdir = tempDir();
  writeFileSync(join(workdir, name), content);
  const { agent } = await talk({
    workdir,
    settings: settingsWith(PATH),
    script: [call('Read', { file_path: name, ...more }), say('ok')],
  });
  const [block] = blocksOf(agent.messages, 'tool');
  return { result: block?.result ?? '', success: block?.success };
}

function settingsWith(PATH: string): string {
  const file = join(tempDir(), 'settings.json');
  writeFileSync(file, JSON.stringify({ env: { PATH } }));
  return file;
}

const NOTEBOOK = {
  cells: [
    { cell_type: 'markdown', source: ['# Title\n', 'words'] },
    {
      cell_type: 'code',
      source: 'plot(1)',
      outputs: [
        { output_type: 'stream', text: ['one\n', 'two\n'] },
        { data: { 'text/plain': '<Figure>', 'image/png': 'AAAA' } },
        { output_type: 'error', ename: 'ValueError', evalue: 'no' },
      ],
    },
  ],
};

test('a notebook is shown as its cells and what they printed', async () => {
  const { result, success } = await reading('a.ipynb', JSON.stringify(NOTEBOOK));
  expect(success).toBe(true);
  expect(result.replace(/^ +\d+\t/gm, '')).toBe(
    '[cell 1: markdown]\n# Title\nwords\n\n[cell 2: code]\nplot(1)\n[output]\none\ntwo\n<Figure>\n[image/png]\nValueError: no',
  );
});

test('what only has the name of a notebook is shown as it is', async () => {
  expect((await reading('b.ipynb', 'no json')).result).toBe('     1\tno json');
});

test('without pdftotext, the model hears what to install', async () => {
  const { result, success } = await reading('a.pdf', '%PDF-1.7\nx');
  expect(success).toBe(false);
  expect(result).toMatch(/it is a PDF, and pdftotext is not installed\. It comes with poppler/);
});

/** Prints what it is asked for, and two pages. */
function program(): string {
  const dir = tempDir();
  const file = join(dir, 'pdftotext');
  writeFileSync(
    file,
    `#!/bin/sh\necho "$@" | /usr/bin/env -i PATH=/usr/bin:/bin sed 's, -- .*,,'\nprintf 'one\\ftwo\\f'\n`,
  );
  chmodSync(file, 0o755);
  return `${dir}:/usr/bin:/bin`;
}

test.each([
  [undefined, '-f 1 -l 20', 'pages 1 to 20'],
  ['3', '-f 3 -l 3', 'pages 3 to 3'],
  ['2-4', '-f 2 -l 4', 'pages 2 to 4'],
])('of a PDF, the pages %s are asked for', async (pages, asked, told) => {
  const more = pages ? { pages } : {};
  const { result } = await reading('a.pdf', '%PDF-1.7\nx', more, program());
  expect(result).toMatch(new RegExp(`${told}.*-layout ${asked}.*one.*two`, 's'));
});

test.each(['x', '0', '5-2', '1-21'])('pages "%s" are refused', async (pages) => {
  const { result, success } = await reading('a.pdf', '%PDF-1.7\nx', { pages }, program());
  expect([success, result]).toEqual([false, expect.stringContaining('pages: expected')]);
});
