import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Mcp } from '../../../src/mcp/mcp-api.ts';
import { resourceTools } from '../../../src/mcp/resource-tools.ts';
import { checkRules } from '../../../src/permissions/rules/check.ts';
import { hiddenBy, matchRules } from '../../../src/permissions/rules/match.ts';
import type { Tool } from '../../../src/vocabulary/tool.ts';
import { tempDir, toolNamed } from '../../tools/helpers.ts';

const dir = tempDir();
const outside = tempDir();
const place = { projectDir: dir, cwd: dir };
mkdirSync(join(dir, 'src/deep'), { recursive: true });
mkdirSync(join(dir, 'secrets'));
writeFileSync(join(dir, 'secrets/key'), 'k');
symlinkSync(outside, join(dir, 'src/out'));
symlinkSync('secrets', join(dir, 'open'));

const mcp = (name: string): Tool => ({
  name,
  description: '',
  input: z.record(z.string(), z.unknown()),
  effect: 'run',
  run: async () => ({ success: true, text: '' }),
});

function matches(list: 'allow' | 'ask' | 'deny', rule: string, tool: Tool, input = {}) {
  const rules = { allow: [], ask: [], deny: [], [list]: [rule] };
  return matchRules(rules, tool, input, place)[list] === rule;
}

describe('resources of MCP servers', () => {
  const read = (server: string, uri: string) => ({ server, uri });
  const [, tool = mcp('')] = resourceTools({} as Mcp);
  /** In allow, in ask, in deny. */
  const YES = [true, true, true];
  const NO = [false, false, false];
  const WARY = [false, true, true];
  test.each<readonly [string, object, boolean[]]>([
    ['memory:*', read('memory', 'memo://notes'), YES],
    ['memory:memo://notes', read('memory', 'memo://notes'), YES],
    ['memory:memo://a%20b', read('memory', 'memo://a%20b'), YES],
    ['memory:memo://*', read('memory', 'memo://a%20b'), YES],
    ['*', read('memory', 'memo://notes'), YES],
    ['*:memo://notes', read('memory', 'memo://notes'), YES],
    ['my server:*', read('my server', 'memo://notes'), YES],
    ['my_server:*', read('my server', 'memo://notes'), YES],
    ['memory:*', read('other', 'memo://notes'), NO],
    ['memory:*', read('memory2', 'memo://notes'), NO],
    ['memory:*', read('memory:x', 'memo://notes'), NO],
    ['memory:memo://notes', read('memory', 'memo://notes2'), NO],
    ['memory:memo://no.es', read('memory', 'memo://notes'), NO],
    ['memory:memo://notes', read('memory', 'MEMO://notes'), WARY],
    ['memory:memo://a b', read('memory', 'memo://a%20b'), WARY],
    ['disk:file:///secret/*', read('disk', 'file:///docs/../secret/key'), WARY],
    ['disk:file:///secret/*', read('disk', 'file:///docs/%2e%2e/secret/key'), WARY],
    ['disk:file:///secret/*', read('disk', 'file:///docs/%252e%252e%252fsecret/key'), WARY],
    ['disk:file:///docs/*', read('disk', 'file:///docs/../secret/key'), WARY],
    ['disk:file:///docs/*', read('disk', 'file:///docs/a/./b'), YES],
    // What is no pattern permits nothing, and denies and asks for all of them.
    ['memory', read('other', 'memo://notes'), WARY],
    ['memory:', read('other', 'memo://notes'), WARY],
  ])('%s and %j: %j', (pattern, input, expected) => {
    const rule = `ReadMcpResource(${pattern})`;
    const lists = ['allow', 'ask', 'deny'] as const;
    expect(lists.map((list) => matches(list, rule, tool, input))).toEqual(expected);
  });
});

describe('names', () => {
  test.each<readonly [string, string, boolean]>([
    ['constructor', 'Bash', false],
    ['mcp__server', 'mcp__server__tool', true],
    ['mcp__server', 'mcp__server2__tool', false],
    ['mcp__server__*', 'mcp__server__tool', true],
    ['mcp__server__tool', 'mcp__server__tool', true],
    ['mcp__server__tool', 'mcp__server__other', false],
    ['mcp__my-server', 'mcp__my-server__x', true],
    ['mcp__server(x)', 'mcp__server__tool', true],
    ['Bash', 'mcp__server__tool', false],
    ['(rm *)', 'mcp__server__tool', true],
    ['', 'mcp__server__tool', true],
  ])('%j and %j: %j', (rule, name, expected) => {
    expect(matches('deny', rule, mcp(name))).toBe(expected);
  });

  test('an allow that is wrong allows nothing', () => {
    for (const rule of [
      '',
      '(x)',
      '*',
      'bash',
      'Bash(',
      'Bash()',
      'mcp__server(x)',
      'TodoWrite(x)',
      'Read(!x)',
    ])
      for (const tool of [
        toolNamed('Bash'),
        toolNamed('Read'),
        toolNamed('TodoWrite'),
        mcp('mcp__server__x'),
      ])
        expect(matches('allow', rule, tool, { command: 'ls', file_path: 'x' }), rule).toBe(false);
  });

  test('a deny or ask that is wrong holds for its whole tool', () => {
    for (const list of ['deny', 'ask'] as const)
      for (const rule of ['bash(rm *)', 'Bash(rm *', 'Bash()', 'Bash rm'])
        expect(matches(list, rule, toolNamed('Bash'), { command: 'ls' }), rule).toBe(true);
    expect(matches('deny', 'bash(rm *)', toolNamed('Read'), { file_path: 'x' })).toBe(false);
  });
});

describe('commands', () => {
  const bash = toolNamed('Bash');
  test('a rule without a pattern, or with all of it, is for every command', () => {
    for (const rule of ['Bash', 'Bash(*)']) {
      expect(matches('allow', rule, bash, { command: 'eval "$X"' })).toBe(true);
      expect(matches('deny', rule, bash, { command: 'ls' })).toBe(true);
    }
  });
  test('all lists are looked at', () => {
    const rules = { allow: ['Bash(git *)'], ask: ['Bash(git push *)'], deny: ['Bash(rm *)'] };
    expect(matchRules(rules, bash, { command: 'git push' }, place)).toEqual({
      allow: 'Bash(git *)',
      ask: 'Bash(git push *)',
    });
    expect(matchRules(rules, bash, { command: 'git push; rm x' }, place)).toEqual({
      ask: 'Bash(git push *)',
      deny: 'Bash(rm *)',
    });
  });
});

describe('files', () => {
  const read = toolNamed('Read');
  const both = (rule: string, file_path: string, tool = read) => ({
    allow: matches('allow', rule, tool, { file_path }),
    deny: matches('deny', rule, tool, { file_path }),
  });
  const YES = { allow: true, deny: true };
  const NO = { allow: false, deny: false };
  const ONLY_DENY = { allow: false, deny: true };

  test.each<readonly [string, string, typeof YES]>([
    ['Read(src/**)', 'src/a.ts', YES],
    ['Read(src/**)', 'src/deep/a.ts', YES],
    ['Read(src/**)', join(dir, 'src/a.ts'), YES],
    ['Read(src/**)', 'src/../secrets/key', NO],
    ['Read(src/**)', 'srcs/a.ts', NO],
    ['Read(./src/**)', 'src/a.ts', YES],
    ['Read(src/)', 'src/deep/a.ts', YES],
    ['Read(src)', 'src/deep/a.ts', YES],
    ['Read(src/*)', 'src/a.ts', YES],
    ['Read(src/*)', 'src/deep/a.ts', ONLY_DENY],
    ['Read(src/*.ts)', 'src/a.ts', YES],
    ['Read(src/*.ts)', 'src/a.tsx', NO],
    ['Read(src/?.ts)', 'src/a.ts', YES],
    ['Read(src/[ab].ts)', 'src/a.ts', YES],
    ['Read(src/[!ab].ts)', 'src/a.ts', NO],
    ['Read(**/*.ts)', 'a.ts', YES],
    ['Read(**/*.ts)', 'src/deep/a.ts', YES],
    ['Read(src/**/a.ts)', 'src/a.ts', YES],
    ['Read(*.env)', 'src/deep/x.env', YES],
    ['Read(.env)', 'src/.env', YES],
    ['Read(.env)', 'src/xenv', NO],
    ['Read(**)', 'src/a', YES],
    ['Read(**)', join(outside, 'a'), NO],
    ['Read(*)', join(outside, 'a'), ONLY_DENY],
    ['Read(src/**)', 'src/out/a', ONLY_DENY],
    ['Read(secrets/**)', 'open/key', YES],
    ['Read(open/**)', 'secrets/key', YES],
    [`Read(${outside}/**)`, 'src/out/a', YES],
    [`Read(/${outside}/**)`, join(outside, 'a'), YES],
    [`Read(${outside}/**)`, join(outside, 'a'), YES],
    ['Read(/src/**)', 'src/a', ONLY_DENY],
    ['Read(~/x)', join(homedir(), 'x'), YES],
    ['Read(~/x)', '~/x', YES],
    ['Read(~/x)', 'x', NO],
    ['Read(//etc/passwd)', '/etc/passwd', YES],
    ['Read(../**)', join(outside, 'a'), YES],
    ['Read(a(b).ts)', 'a(b).ts', YES],
    ['Read(a+b.ts)', 'a+b.ts', YES],
  ])('%s and %s: %j', (rule, file, expected) => {
    expect(both(rule, file)).toEqual(expected);
  });

  test('Edit covers Write, Read covers the searches, and not the other way round', () => {
    expect(both('Edit(src/**)', 'src/a', toolNamed('Write'))).toEqual(YES);
    expect(both('Write(src/**)', 'src/a', toolNamed('Edit'))).toEqual(NO);
    expect(both('Edit(src/**)', 'src/a')).toEqual(NO);
    expect(matches('deny', 'Read(src/**)', toolNamed('Grep'), { pattern: 'x', path: 'src' })).toBe(
      true,
    );
    expect(matches('deny', 'Read(src/**)', toolNamed('Glob'), { pattern: 'src/deep/*' })).toBe(
      true,
    );
    expect(matches('allow', 'Read(src/**)', toolNamed('Glob'), { pattern: 'src/../*' })).toBe(
      false,
    );
  });

  test('what is denied to read is hidden from searches, also behind a link', () => {
    const hides = hiddenBy({ allow: [], ask: [], deny: ['Read(secrets/**)', 'Bash(rm *)'] }, place);
    expect(['secrets/key', 'open/key', 'src/a'].map((file) => hides(join(dir, file)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

test('problems are told with what is done about them', () => {
  const rules = {
    allow: ['Bash(git *)', 'bash(ls)', 'Read(!x)', 'Custom(x)'],
    ask: ['Edit()', 'mcp__a__b'],
    deny: ['Bash(rm', '??', 'Read({a,b})', 'mcp__a(x)', 'TodoWrite(x)', 'Read([a)'],
  };
  expect(checkRules(rules).map(({ text }) => text)).toEqual([
    'deny rule "Bash(rm": expected Tool or Tool(pattern). Until you fix it, it denies every call of Bash.',
    'deny rule "??": expected Tool or Tool(pattern). Until you fix it, it denies every tool.',
    'deny rule "Read({a,b})": braces are not supported; write one rule for each. Until you fix it, it denies every call of Read.',
    'deny rule "mcp__a(x)": MCP tools have no pattern in parentheses. Until you fix it, it denies every call of mcp__a.',
    'deny rule "TodoWrite(x)": TodoWrite has no pattern in parentheses. Until you fix it, it denies every call of TodoWrite.',
    'deny rule "Read([a)": a bracket is not closed. Until you fix it, it denies every call of Read.',
    'ask rule "Edit()": the parentheses are empty; leave them out for the whole tool. Until you fix it, it asks for every call of Edit.',
    'allow rule "bash(ls)": expected Bash, got bash. It allows nothing until you fix it.',
    'allow rule "Read(!x)": a pattern cannot be negated; use the deny list. It allows nothing until you fix it.',
  ]);
});

describe('a tool of a host that names its files', () => {
  const own = (effect: Tool['effect'], name = 'Own'): Tool => ({
    ...mcp(name),
    effect,
    files: ({ at }) => [String(at)],
  });
  const [KEY, PUBLIC] = [join(dir, 'secrets/key'), join(dir, 'src/deep')];
  /** In allow, in ask, in deny. */
  const tried = (rule: string, tool: Tool, at: string) =>
    (['allow', 'ask', 'deny'] as const).map((list) => matches(list, rule, tool, { at }));
  const WARY = [false, true, true];
  const NO = [false, false, false];

  test.each<readonly [string, Tool['effect'], boolean[]]>([
    ['Read(secrets/**)', 'read', WARY],
    ['Read(secrets/**)', 'edit', WARY],
    ['Read(secrets/**)', 'run', WARY],
    ['Read(secrets/**)', 'none', WARY],
    ['Edit(secrets/**)', 'read', NO],
    ['Edit(secrets/**)', 'edit', WARY],
    ['Edit(secrets/**)', 'run', WARY],
    ['Edit(secrets/**)', 'none', NO],
    ['Read(*)', 'read', WARY],
    ['Read({a,b})', 'read', WARY],
    // Other names mean their own tools, and a bare name no files.
    ['Write(secrets/**)', 'edit', NO],
    ['Grep(secrets/**)', 'read', NO],
    ['Read', 'read', NO],
    ['Edit', 'edit', NO],
    ['Own(secrets/**)', 'read', [true, true, true]],
  ])('%s and effect %s: %j', (rule, effect, expected) => {
    expect(tried(rule, own(effect), KEY)).toEqual(expected);
  });

  test('a rule for other files does not hold, nor any for files where none are named', () => {
    expect(tried('Read(secrets/**)', own('read'), PUBLIC)).toEqual(NO);
    expect(tried('Read(secrets/**)', mcp('Own'), KEY)).toEqual(NO);
  });

  test('ours go by their names: Read does not hold for Edit', () => {
    const edit = toolNamed('Edit');
    const input = { file_path: KEY, old_string: 'k', new_string: 'x' };
    expect(matches('deny', 'Read(secrets/**)', edit, input)).toBe(false);
    expect(tried('Read(secrets/**)', own('edit', 'Bash'), KEY)).toEqual(WARY);
  });
});
