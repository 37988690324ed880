import { once } from 'node:events';
import { expect, test } from 'vitest';
import { pastesApart } from '../../../../src/screen/plain/input/pastes.ts';

const PASTE = '\u001b[200~';
const END = '\u001b[201~';

/** What came out for readline, and what was pasted. */
async function passed(chunks: readonly (string | Buffer)[]) {
  const pasted: string[] = [];
  const stream = pastesApart((text) => `<${pasted.push(text)}>`).setEncoding('utf8');
  let out = '';
  stream.on('data', (text: string) => {
    out += text;
  });
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await once(stream, 'end');
  return { out, pasted };
}

test.each([
  { name: 'keys', chunks: ['ab', '\r', '\u001b[A'], out: 'ab\r\u001b[A', pasted: [] },
  {
    name: 'a paste among keys',
    chunks: [`a${PASTE}one\rtwo\r\nthree\r${END}b\r`],
    out: 'a<1>b\r',
    pasted: ['one\ntwo\nthree'],
  },
  {
    name: 'two of them',
    chunks: [`${PASTE}x${END}-${PASTE}y${END}`],
    out: '<1>-<2>',
    pasted: ['x', 'y'],
  },
  {
    name: 'key by key',
    chunks: [...`a${PASTE}one\rtwo${END}\r`],
    out: 'a<1>\r',
    pasted: ['one\ntwo'],
  },
  {
    name: 'a letter of several bytes, in parts',
    chunks: [Buffer.from([0xc3]), Buffer.from([0xa9])],
    out: 'é',
    pasted: [],
  },
  {
    name: 'a start of an announcement that is none',
    chunks: ['\u001b[20', '0x\r'],
    out: '\u001b[200x\r',
    pasted: [],
  },
  { name: 'the escape key, last', chunks: ['a\u001b'], out: 'a\u001b', pasted: [] },
  { name: 'a paste without its end', chunks: [`${PASTE}lost`], out: '<1>', pasted: ['lost'] },
])('$name', async ({ chunks, out, pasted }) => {
  expect(await passed(chunks)).toEqual({ out, pasted });
});

test('the escape key alone passes after a moment, and so does a paste whose end got lost', async () => {
  const stream = pastesApart((text) => `<${text}>`).setEncoding('utf8');
  stream.write('\u001b');
  expect(await once(stream, 'data')).toEqual(['\u001b']);
  stream.write(`${PASTE}lost`);
  expect(await once(stream, 'data')).toEqual(['<lost>']);
  stream.destroy();
});
