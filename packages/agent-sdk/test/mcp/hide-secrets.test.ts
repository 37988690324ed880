import { expect, test } from 'vitest';
import { createSecrets } from '../../src/mcp/connection/hide-secrets.ts';

test.each([
  ['plain', 'access-12345'],
  ['with quotes and backslashes', 'ab"cd\\ef"gh'],
  ['that reads like the message around it', '"jsonrpc":"2.0"'],
  ['of brackets', '[[[[[[[['],
  ['of digits', '12345678'],
])('a secret %s is hidden wherever a text stands, and the rest stays', (_, secret) => {
  const { add, hideIn } = createSecrets();
  add(secret);
  const message = (word: string) => ({
    jsonrpc: '2.0',
    id: 12345678,
    result: { [`a ${word}`]: [[[[[[[[{ text: `it was ${word}.`, ok: true, no: null }]]]]]]]] },
  });
  expect(hideIn(message(secret))).toEqual(message('[hidden]'));
  const other = message('something else');
  expect(hideIn(other)).toEqual(other);
});
