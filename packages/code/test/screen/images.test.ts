import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DOT } from '../../../agent-sdk/test/mcp/dot.ts';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { type Place, place, wave } from '../helpers.ts';
import { converse, say } from './converse.ts';

const BYTES = Buffer.from(DOT, 'base64');

/** A project with an image beside it, as one that is dragged from the desktop. */
function withImage(name = 'my shot.png'): Place & { readonly file: string } {
  const where = place();
  mkdirSync(join(where.home, 'Desktop'));
  const file = join(where.home, 'Desktop', name);
  writeFileSync(file, BYTES);
  return { ...where, file };
}

/** How terminals paste the path of a file that is dropped on them. */
const FORMS: readonly (readonly [string, (file: string) => string])[] = [
  ['escaped', (file) => `${file.replaceAll(' ', '\\ ')} `],
  ['in quotes', (file) => `'${file}'`],
  ['as an address', (file) => pathToFileURL(file).href],
  ['as it is', (file) => file],
];

test.each(FORMS)('a dropped image is a mark, and goes with the prompt: %s', async (_, form) => {
  const where = withImage();
  const talk = await converse({ where });
  talk.paste(form(where.file));
  await talk.waitFor(/> \[image 1: my shot\.png, \d+ B\]/);
  talk.server.script(say('a dot.'));
  await talk.send('what is it?');
  await talk.waitFor('a dot.');
  expect(talk.server.faults).toEqual([]);
  expect(talk.sent()).toContain(DOT);
  expect(talk.sent()).toMatch(/\[image 1: my shot\.png, \d+ B\] what is it\?/);
});

test('a mark is one thing: one key takes it out, and the image with it', async () => {
  const where = withImage();
  const talk = await converse({ where });
  talk.paste(where.file);
  await talk.waitFor('[image 1:');
  talk.press('backspace', 'backspace');
  await talk.waitForGone('[image 1:');
  talk.server.script(say('nothing there.'));
  await talk.send('what is it?');
  await talk.waitFor('nothing there.');
  expect(talk.sent()).not.toContain(DOT);
});

test('what cannot be sent is said, and stays a text', async () => {
  const where = place();
  const talk = await converse({ where });
  writeFileSync(join(where.project, 'cut.png'), BYTES.subarray(0, 20));
  talk.paste(join(where.project, 'cut.png'));
  await talk.waitFor(/cut\.png is not attached: it is no whole image\/png image/);
  await talk.waitFor(/> .*cut\.png/);
  talk.press('ctrl-u');
  writeFileSync(join(where.project, 'big.png'), Buffer.concat([BYTES, Buffer.alloc(4_000_000)]));
  talk.paste(join(where.project, 'big.png'));
  await talk.waitFor(/big\.png is not attached: it has 4,000,\d+ bytes, and 3,700,000 is the most/);
  talk.press('ctrl-u');
  talk.paste('see /tmp/none.png for more');
  await talk.waitFor('> see /tmp/none.png for more');
});

describe.each(['wl-paste', 'xclip', 'pngpaste'])('the clipboard by %s', (program) => {
  const withProgram = (script: string) => {
    const where = withImage();
    const bin = join(where.home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, program), `#!/bin/sh\n${script.replace('FILE', `'${where.file}'`)}\n`);
    chmodSync(join(bin, program), 0o755);
    return { where, env: { PATH: `${bin}:/usr/bin:/bin` } };
  };

  test('Ctrl-V attaches its image', async () => {
    const talk = await converse(withProgram('cat FILE'));
    talk.type('look: ');
    await talk.waitFor('> look:');
    talk.type('\u0016');
    await talk.waitFor(/> look: \[image 1: clipboard\.png, \d+ B\]/);
    talk.server.script(say('a dot.'));
    talk.press('enter');
    await talk.waitFor('a dot.');
    expect(talk.sent()).toContain(DOT);
  });

  test('without an image it says so', async () => {
    const talk = await converse(withProgram('echo none >&2; exit 1'));
    talk.type('\u0016');
    await talk.waitFor('there is no image in the clipboard');
  });
});

test('without a program it names those that would do', async () => {
  const where = place();
  mkdirSync(join(where.home, 'empty'));
  const talk = await converse({ where, env: { PATH: join(where.home, 'empty') } });
  await talk.send('/paste');
  await talk.waitFor(
    /no program that reads the clipboard is installed \(wl-paste, xclip, pngpaste\)/,
  );
});

test('the plain mode: a pasted path, and a mark that was broken', async () => {
  const where = withImage();
  const talk = await converse({ where, args: ['--plain'] });
  talk.paste(where.file);
  await talk.waitFor(/\[image 1: my shot\.png, \d+ B\]/);
  talk.server.script(say('a dot.'));
  talk.type('what?\r');
  await talk.waitFor('a dot.');
  expect(talk.sent()).toContain(DOT);
  talk.type('[image 1: my sho\r');
  await talk.waitFor(/Not sent: "\[image 1: my sho" was a mark/);
});

test.each(['anthropic', 'chat'] as const)('wave -p with @image.png, over %s', async (protocol) => {
  const where = place();
  writeFileSync(join(where.project, 'image.png'), BYTES);
  const server = await startWire();
  server.script(say('a dot'));
  const args = ['-p', '@image.png what is it?'];
  const { code, stdout } = await wave(args, where, { env: server.env(protocol) });
  const { faults } = server;
  const sent = JSON.stringify(server.requests.map(({ body }) => body));
  await server.close();
  expect({ code, stdout, faults }).toEqual({ code: 0, stdout: 'a dot\n', faults: [] });
  expect(sent).toContain(DOT);
});
