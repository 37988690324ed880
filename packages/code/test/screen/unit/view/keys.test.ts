import { PassThrough } from 'node:stream';
import { render, Text } from 'ink';
import { createElement, useState } from 'react';
import { expect, test } from 'vitest';
import { INK } from '../../../../src/screen/ink.ts';
import { Keys, useKeys, usePastes } from '../../../../src/screen/view/parts/keys.tsx';

/** A terminal that strikes keys the moment a picture is on it. */
function quickTerminal(answer: { readonly to: string; readonly keys: string }) {
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  let waits = true;
  stdout.on('data', (chunk: Buffer) => {
    if (!waits || !chunk.toString().includes(answer.to)) return;
    waits = false;
    stdin.write(answer.keys);
  });
  return { stdin, stdout };
}

test.each([
  ['a key', 'x', ['key x']],
  ['a paste', '\u001b[200~text\u001b[201~', ['paste text']],
])(
  '%s that comes at once with the picture reaches the part on it',
  async (_name, keys, expected) => {
    const heard: string[] = [];
    function Late() {
      useKeys((input) => heard.push(`key ${input}`));
      usePastes((text) => heard.push(`paste ${text}`));
      return createElement(Text, null, 'Listening');
    }
    let show = () => {};
    function App() {
      const [isOpen, setOpen] = useState(false);
      show = () => setOpen(true);
      return isOpen ? createElement(Late) : createElement(Text, null, 'Closed');
    }
    const { stdin, stdout } = quickTerminal({ to: 'Listening', keys });
    const app = render(createElement(Keys, null, createElement(App)), {
      stdin: stdin as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
      interactive: true,
      exitOnCtrlC: false,
      patchConsole: false,
      maxFps: INK.maxFps,
    });
    await app.waitUntilRenderFlush();
    setImmediate(show);
    await expect.poll(() => heard).toEqual(expected);
    app.unmount();
  },
);
