import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import { expect, test } from 'vitest';
import { openKeyboard } from '../../../../src/screen/terminal/keyboard.ts';

/** A keyboard, and what was done to the terminal. */
function opened() {
  const raw: boolean[] = [];
  const source = Object.assign(new PassThrough(), {
    setRawMode: (on: boolean) => void raw.push(on),
    ref: () => {},
    unref: () => {},
  });
  const keyboard = openKeyboard(source as unknown as ReadStream);
  const read = () => String(keyboard.stdin.read() ?? '');
  return { source, keyboard, raw, read };
}

test('keys in one encoding, also where a sequence comes in two parts; a paste as it is', async () => {
  const { source, keyboard, read } = opened();
  keyboard.take();
  source.write('a\u001b[27;5');
  source.write(';99~b');
  await sleep(10);
  expect(read()).toBe('a\u0003b');
  source.write('\u001b[200~\u001b[99;5u\u001b[201~\u001b[99;5u');
  await sleep(10);
  expect(read()).toBe('\u001b[200~\u001b[99;5u\u001b[201~\u0003');
  source.write('\u001b[1;5');
  await sleep(100);
  expect(read()).toBe('\u001b[1;5');
});

test('a paste has an end wherever its marks are cut in two', async () => {
  const all = '\u001b[200~pasted \u001b[99;5u\u001b[201~\u001b[99;5u';
  for (let at = 2; at <= all.lastIndexOf('\u001b'); at++) {
    const { source, keyboard, read } = opened();
    keyboard.take();
    let got = '';
    source.write(all.slice(0, at));
    // Two reads of the terminal: the second begins when the first is over.
    await new Promise((done) => setImmediate(done));
    source.write(all.slice(at));
    await expect
      .poll(() => (got += read()), { interval: 1 })
      .toBe('\u001b[200~pasted \u001b[99;5u\u001b[201~\u0003');
    keyboard.release();
  }
});

test('what comes while nobody reads waits; once released, keys are somebody else’s', async () => {
  const { source, keyboard, raw, read } = opened();
  keyboard.take();
  // Ink lets go of it between two pictures.
  keyboard.stdin.setRawMode(false);
  source.write('between');
  await sleep(10);
  expect(read()).toBe('between');
  keyboard.release();
  source.write('theirs');
  await sleep(10);
  expect([read(), String(source.read())]).toEqual(['', 'theirs']);
  keyboard.take();
  keyboard.take();
  expect(raw).toEqual([true, false, true]);
});
