import { expect, test } from 'vitest';
import { analyseShell } from '../../src/rules/analyse-shell.ts';
import { isPure, writesFile } from '../../src/rules/purity.ts';

const commandOf = (text: string) => {
  const [part] = analyseShell(text).parts;
  if (part === undefined) throw new Error(`no command in ${text}`);
  return part.command;
};

test.each([
  ['> f', true],
  ['>> f', true],
  ['&> f', true],
  ['> "$X"', true],
  ['>& "$X"', true],
  ['> 2', true],
  ['> -', true],
  ['>& 2x', true],
  ['>& x2', true],
  ['> x/dev/null', true],
  ['> /dev/null2', true],
  ['> /dev/null', false],
  ['> /dev/stdout', false],
  ['> /dev/stderr', false],
  ['>&2', false],
  ['>&12', false],
  ['>&-', false],
  ['< f', false],
  ['< "$X"', false],
  ['< /dev/tcp/127.0.0.1/1', true],
  ['< /dev/udp/127.0.0.1/1', true],
  ['< x/dev/tcp/127.0.0.1/1', false],
])('%s may write a file: %s', (redirect, expected) => {
  expect(commandOf(`cat ${redirect}`).redirects.map(writesFile)).toEqual([expected]);
});

test.each([
  ['ls', true],
  ['ls > f', false],
  ['ls 2>&1', true],
  ['LANG=C ls', true],
  ['LC_ALL=C TZ=UTC ls', true],
  ['MY_LANG=C ls', false],
  ['LANGUAGE=C ls', false],
  ['LC_all=C ls', false],
  ['PATH=/x ls', false],
  ['LANG=C PATH=/x ls', false],
  ['x=1 ls', false],
  ['x=1', true],
  ['x=1 yy=PATH', true],
  ['PATH=/x', false],
  ['x=1 PATH=/x', false],
  ['LANG=C', false],
  ['npm_config_x=1', false],
  ['read x _ REPLY', true],
  ['read PATH', false],
  ['read x PATH', false],
  ['read _X', false],
  ['read REPLY_X', false],
  ['read MY_REPLY', false],
])('%s does only what its words say: %s', (text, expected) => {
  expect(isPure(commandOf(text))).toBe(expected);
});
