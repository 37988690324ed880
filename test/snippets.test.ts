import './built.ts';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compile } from './compile.ts';
import { root, snippets, snippetsIn } from './snippets.ts';

const inLanguage = (...languages: readonly string[]) =>
  snippets.filter(({ language }) => languages.includes(language));

const HOOK = `import { defineHook } from '@wavehooks/hook-kit';
export const hook = defineHook('PreToolUse', () => undefined);
`;

/** Every public type: with the strictest options, libraries are checked as well. */
function doors(): string {
  const all = readdirSync(join(root, 'packages')).flatMap((name) => {
    const manifest = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
    const { name: own, exports = {} } = JSON.parse(manifest);
    return Object.entries(exports as Record<string, unknown>)
      .filter(([, to]) => typeof to === 'object')
      .map(([from]) => join(own, from));
  });
  expect(all).toContain('@wavehooks/agent-sdk/testing');
  return all.map((door, at) => `export type * as door${at} from '${door}';`).join('\n');
}

test('every block of the docs and every public type compile under the strictest options; a fault is told with its line', () => {
  const [fault] = snippetsIn('a.md', '# A\n```ts\nconst a: string = 1;\n```');
  const blocks = inLanguage('ts', 'js');
  expect(blocks.length).toBeGreaterThan(15);
  // Lines are counted as on the page.
  const files = [...blocks, ...(fault ? [fault] : [])].map(({ page, line, code }) => [
    `${page}.${line}.ts`,
    `${'\n'.repeat(line)}${code}\nexport {};\n`,
  ]);
  const faults = compile({
    ...Object.fromEntries(files),
    'docs/no-force.mts': HOOK,
    'docs/no-force.ts': HOOK,
    'doors.ts': doors(),
  });
  expect(faults.map(atPage)).toEqual([
    "a.md:3: error TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
});

/** A hook that is started gets this. */
const EVENT = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

describe('a block of the docs runs without an error', () => {
  // Those for a test runner are no programs, and `pack.test.ts` runs those that print.
  const programs = inLanguage('ts', 'js').filter(
    ({ code, prints }) => !code.includes("from 'vitest'") && prints === undefined,
  );
  test.each(programs.map((one) => [`${one.page}:${one.line}`, one] as const))(
    '%s',
    (_at, { code, language }) => {
      const dir = mkdtempSync(join(tmpdir(), 'wave-block-'));
      onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
      const [work, home] = [join(dir, 'work'), join(dir, 'home')];
      for (const one of [work, home]) mkdirSync(one);
      symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
      const file = join(work, `block.m${language}`);
      writeFileSync(file, code);
      const { status, stderr } = spawnSync(process.execPath, [file], {
        cwd: work,
        encoding: 'utf8',
        input: JSON.stringify(EVENT),
        env: { ...process.env, HOME: home },
        timeout: 120_000,
      });
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});

/** `docs/sdk.md.39.ts(42,7): error` as `docs/sdk.md:42: error`. */
const atPage = (fault: string) => fault.replace(/^(.*\.md)\.\d+\.ts\((\d+),\d+\)/, '$1:$2');

test('a fragment is let be', () => {
  const page = [
    '# A',
    '```ts',
    'const a: string = 1;',
    '```',
    '<!-- fragment -->',
    '',
    '```ts',
    '(',
    '```',
  ];
  const [first, second] = snippetsIn('a.md', page.join('\n'));
  expect(first).toEqual({ page: 'a.md', line: 2, language: 'ts', code: 'const a: string = 1;\n' });
  expect(second?.language).toBe('');
});

test('every JSON block of the docs can be read', () => {
  for (const { page, line, language, code } of inLanguage('json', 'jsonc')) {
    const faults: ParseError[] = [];
    parse(code, faults, { disallowComments: language === 'json' });
    expect(faults, `${page}:${line}`).toEqual([]);
  }
});

test('every shell block of the docs can be read by a shell', () => {
  for (const { page, line, code } of inLanguage('sh')) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
    expect([status, stderr], `${page}:${line}`).toEqual([0, '']);
  }
});
