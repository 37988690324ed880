import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf } from '@wavehooks/hooks/entries';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from '../src/cli/shell-words.ts';
import { conduct } from '../src/hooks/import/conduct.ts';
import { convertMatcher } from '../src/hooks/import/convert/matcher.ts';
import { claudeCode } from '../src/hooks/import/peers/claude-code.ts';
import { codex } from '../src/hooks/import/peers/codex.ts';
import { geminiCli } from '../src/hooks/import/peers/gemini-cli.ts';
import type { Peer, ToolNames } from '../src/hooks/import/peers/peer.ts';
import { renameVariables } from '../src/hooks/import/peers/variables.ts';
import { place, wave } from './helpers.ts';

const PEERS = { 'claude-code': claudeCode, 'gemini-cli': geminiCli, codex };

const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });

/** One file of a peer through the tables. */
function take(peer: Peer, value: Record<string, unknown>) {
  const file = {
    file: 'f',
    level: 'project' as const,
    value,
    hooks: (value['hooks'] ?? {}) as Record<string, unknown>,
    locate: () => 'f:1',
  };
  const { parts, lines } = conduct(peer, [file], {
    levelOf: () => 'project',
    present: () => ({}),
  });
  const added = parts.flatMap((part) => part.added);
  const find = (field: string, at?: string) =>
    lines.filter((line) => line.field === field && (at === undefined || line.at === at));
  return { added, lines, find };
}

const inEvent = (event: string, entry: object, group: object = {}) => ({
  hooks: { [event]: [{ ...group, hooks: [entry] }] },
});

for (const [name, peer] of Object.entries(PEERS)) {
  test.each(Object.entries(peer.events))(`${name}: event %s`, (event, rule) => {
    const { added, find } = take(peer, inEvent(event, hook('a')));
    if ('to' in rule) expect(added).toMatchObject([{ event: rule.to, entry: { command: 'a' } }]);
    else {
      expect(added).toEqual([]);
      expect(find('command')).toMatchObject([{ list: 'notCarried', value: 'a', why: rule.why }]);
    }
  });

  test.each(['prompt', 'agent', 'http', 'mcp_tool', 'plugin', 7, null])(
    `${name}: a hook of type %j is left behind, with every field`,
    (type) => {
      const event = Object.keys(peer.events)[0] ?? '';
      // Claude Code's handlers that Wave has as well are carried over.
      if (peer.rules && fieldsOf(type).length > 0) return;
      const { added, find } = take(peer, inEvent(event, { type, command: 'a', url: 'u' }));
      expect(added).toEqual([]);
      for (const field of ['event', 'type', 'command', 'url'])
        expect(find(field)).toMatchObject([
          { list: 'notCarried', why: expect.stringContaining('type') },
        ]);
    },
  );

  test(`${name}: every field of every hook is in exactly one list, whatever it is`, () => {
    const fields = fc.constantFrom(
      ...Object.keys(peer.fields),
      ...['foo', 'toString', 'constructor', 'enabled', 'onError'],
    );
    const value = fc.oneof(fc.constantFrom('command', 'x', 30, true, false, null), fc.jsonValue());
    const entry = fc
      .dictionary(fields, value, { maxKeys: 8 })
      .chain((odd) => fc.constantFrom(odd, { ...odd, type: 'command', command: '$GEMINI_X y' }));
    const group = fc.record(
      {
        matcher: fc.constantFrom('Bash', 'replace', '(', null, 3, ''),
        hooks: fc.array(entry),
        sequential: fc.boolean(),
        x: fc.jsonValue(),
      },
      { requiredKeys: ['hooks'] },
    );
    const event = fc.constantFrom(...Object.keys(peer.events), 'Nope', 'valueOf');
    const hooks = fc.dictionary(
      event,
      fc.oneof(fc.array(fc.oneof(group, fc.jsonValue())), fc.jsonValue()),
    );
    fc.assert(
      fc.property(hooks, (hooks) => {
        const { lines } = take(peer, { hooks });
        for (const [event, groups] of Object.entries(hooks))
          for (const [path, fields] of expected(event, groups))
            for (const field of fields)
              expect(
                lines.filter((l) => l.at === path && l.field === field),
                `${path} ${field}`,
              ).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });
}

/** The places of a foreign event and the fields that have to be accounted for there. */
function expected(event: string, groups: unknown): [string, string[]][] {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!Array.isArray(groups)) return [[event, [event]]];
  return groups.flatMap((group, g): [string, string[]][] => {
    const at = `${event}[${g}]`;
    if (!isObject(group) || !Array.isArray(group['hooks'])) return [[at, [at]]];
    const own = Object.keys(group).filter((field) => field !== 'hooks');
    const hooks = group['hooks'].map((entry, h): [string, string[]] => {
      const path = `${at}.hooks[${h}]`;
      return [path, isObject(entry) ? ['event', ...Object.keys(entry)] : [path]];
    });
    return [[at, own], ...hooks];
  });
}

test.each([
  ['if', 'Bash(git *)'],
  ['async', true],
  ['async', false],
  ['asyncRewake', true],
  ['once', true],
  ['shell', 'bash'],
  ['args', ['a b', "it's", '', '${CLAUDE_PROJECT_DIR}/x y', '$HOME']],
])('Claude Code: %s %j means the same to Wave', (field, value) => {
  const { added, find } = take(claudeCode, inEvent('PreToolUse', hook('a', { [field]: value })));
  expect(added[0]?.entry).toMatchObject({ command: 'a', [field]: value });
  expect(added[0]?.entry).not.toHaveProperty('enabled');
  expect(find(field)[0]?.list).toBe('imported');
});

test.each([
  ['if', 'Bash(', false],
  ['if', 7, false],
  ['async', 'yes', undefined],
  ['rewakeMessage', 'x', undefined],
])('Claude Code: %s %j is not carried → enabled %s', (field, value, enabled) => {
  const { added, find } = take(claudeCode, inEvent('PreToolUse', hook('a', { [field]: value })));
  expect(added[0]?.entry['enabled']).toBe(enabled);
  expect(find(field)[0]?.list).toBe('notCarried');
});

test('Claude Code: a program needs no shell', () => {
  const both = hook('a', { args: [], shell: 'bash' });
  const { added, find } = take(claudeCode, inEvent('Stop', both));
  expect(added[0]?.entry).toMatchObject({ command: 'a', args: [] });
  expect(added[0]?.entry).not.toHaveProperty('shell');
  expect(find('shell')[0]?.list).toBe('notCarried');
});

test.each([
  ['shell', 'powershell'],
  ['args', 'x'],
  ['args', [1]],
])('Claude Code: %s %j cannot be run here', (field, value) => {
  const { added, find } = take(claudeCode, inEvent('Stop', hook('a', { [field]: value })));
  expect([added, find('command')[0]?.list]).toEqual([[], 'notCarried']);
});

test.each<[Peer, string, unknown, unknown]>([
  [claudeCode, 'timeout', 5, 5],
  [claudeCode, 'timeout', 1e9, 86_400],
  [claudeCode, 'timeout', -1, undefined],
  [claudeCode, 'timeout', '5', undefined],
  [geminiCli, 'timeout', 5000, 5],
  [geminiCli, 'timeout', 250, 0.25],
  [geminiCli, 'timeout', 0, undefined],
  [codex, 'timeout', 5, 5],
  [codex, 'timeoutSec', 5, 5],
])('$0.title: %s %j → %j seconds', (peer, field, value, seconds) => {
  const event = peer === geminiCli ? 'AfterAgent' : 'Stop';
  const { added } = take(peer, inEvent(event, hook('a', { [field]: value })));
  expect(added[0]?.entry['timeout']).toBe(seconds);
});

const GEMINI = geminiCli.tools as ToolNames;
const CODEX = codex.tools as ToolNames;

test.each<[ToolNames, string, string | undefined, number]>([
  [GEMINI, '*', '*', 0],
  [GEMINI, '', '', 0],
  [GEMINI, '.*', '*', 0],
  [GEMINI, 'run_shell_command', 'Bash', 0],
  [GEMINI, 'write_file|replace', 'Write|Edit', 0],
  [GEMINI, '^(write_file|replace)$', 'Write|Edit', 0],
  [GEMINI, 'search_file_content|grep_search', 'Grep', 0],
  [GEMINI, 'read_.*', 'Read', 1],
  [GEMINI, 'save_memory', undefined, 1],
  [GEMINI, 'no_such_tool', undefined, 1],
  [GEMINI, 'replace|no_such_tool', 'Edit', 1],
  [GEMINI, '^(?!read_file)', undefined, 1],
  [GEMINI, 'mcp__git__.*', 'mcp__git__.*', 0],
  [GEMINI, 'replace|mcp__git__.*', '^(?:Edit)$|mcp__git__.*', 0],
  [GEMINI, 'replace|mcp__git__push', 'Edit|mcp__git__push', 0],
  [GEMINI, 'mcp_git_push', undefined, 1],
  [GEMINI, '(', undefined, 1],
  [GEMINI, '((([a-z_]+)+)+)+!', undefined, 1],
  [CODEX, 'Bash', 'Bash', 0],
  [CODEX, '^Bash$', 'Bash', 0],
  [CODEX, 'Bash|apply_patch', 'Bash|Edit|Write', 0],
  [CODEX, 'Edit', 'Edit|Write', 0],
  [CODEX, 'Bas', undefined, 1],
  [CODEX, 'update_plan', undefined, 1],
])('a matcher, %#: %j is %j here', (...[tools, text, matcher, lost]) => {
  const found = convertMatcher(text, tools);
  expect([found.matcher, found.lost.length]).toEqual([matcher, lost]);
});

test('a matcher on an event without a tool is told and left out', () => {
  const { added, find } = take(codex, inEvent('Stop', hook('a'), { matcher: 'x' }));
  expect(added).toMatchObject([{ matcher: undefined }]);
  expect(find('matcher')).toMatchObject([
    { list: 'notCarried', why: expect.stringContaining('no tool') },
  ]);
});

test.each([
  ['$GEMINI_PROJECT_DIR/a.sh', '"$WAVE_PROJECT_DIR"/a.sh', []],
  ['"${GEMINI_PROJECT_DIR}/a b"', '"${WAVE_PROJECT_DIR}/a b"', []],
  ["sh -c '$GEMINI_PROJECT_DIR/x'", "sh -c '$WAVE_PROJECT_DIR/x'", []],
  ['${GEMINI_PROJECT_DIR:-.}/x', '${WAVE_PROJECT_DIR:-.}/x', []],
  ['x $GEMINI_SESSION_ID $HOME', 'x $GEMINI_SESSION_ID $HOME', ['GEMINI_SESSION_ID']],
])('variables in %j', (command, renamed, unset) => {
  expect(renameVariables(command, geminiCli.variables)).toMatchObject({ command: renamed, unset });
});

test('quoted words come back from a real shell as they were', async () => {
  const { execFileSync } = await import('node:child_process');
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: fc.constantFrom('a', "'", '"', '$', ' ', '\\', '\n', '*', '`') }),
        { minLength: 1 },
      ),
      (words) => {
        const line = ['printf', '%s\\0', ...words].map(quoted).join(' ');
        expect(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })).toBe(
          `${words.join('\0')}\0`,
        );
      },
    ),
    { numRuns: 30 },
  );
});

test.each<[Peer, Record<string, unknown>, Record<string, unknown>]>([
  [claudeCode, { disableAllHooks: true }, {}],
  [geminiCli, { hooksConfig: { enabled: false } }, {}],
  [geminiCli, { tools: { enableHooks: false } }, {}],
  [geminiCli, {}, { enabled: false }],
  [geminiCli, {}, { disabled: ['n'] }],
  [geminiCli, { hooksConfig: { disabled: ['n'] } }, {}],
  [codex, { features: { hooks: false } }, {}],
  [codex, { features: { codex_hooks: false } }, {}],
])('what is off there is written switched off (%#)', (peer, settings, inHooks) => {
  const event = peer === geminiCli ? 'AfterAgent' : 'Stop';
  const value = {
    ...settings,
    hooks: { ...inHooks, [event]: [{ hooks: [hook('a', { name: 'n' })] }] },
  };
  const { added, lines } = take(peer, value);
  expect(added[0]?.entry['enabled']).toBe(false);
  expect(lines).toContainEqual(
    expect.objectContaining({ list: 'converted', to: '"enabled": false' }),
  );
});

test('settings around the hooks are told, and names that meet no hook', () => {
  const { find } = take(geminiCli, { hooks: { disabled: ['gone'], notifications: true } });
  expect(find('hooks.disabled')).toMatchObject([{ list: 'notCarried', value: 'gone' }]);
  expect(find('hooks.notifications')).toMatchObject([{ list: 'notCarried' }]);
  expect(take(codex, { hooks: { state: { x: {} } } }).find('hooks.state')).toHaveLength(1);
});

test('Gemini CLI: sequential, description and answers that differ are told', () => {
  const { find, lines } = take(
    geminiCli,
    inEvent('BeforeTool', hook('a', { description: 'd' }), { sequential: true }),
  );
  for (const field of ['sequential', 'description'])
    expect(find(field)).toMatchObject([{ list: 'notCarried' }]);
  expect(lines).toContainEqual(
    expect.objectContaining({ field: 'answer: hookSpecificOutput.tool_input', at: 'PreToolUse' }),
  );
});

test('an entry that the engine would refuse is left behind with its reason', () => {
  const { added, find } = take(
    geminiCli,
    inEvent('AfterAgent', hook('a', { env: { 'A=B': 'x' } })),
  );
  expect(added).toEqual([]);
  expect(find('env')).toMatchObject([
    { why: expect.stringContaining("cannot be a variable's name") },
  ]);
});

test('Codex: TOML and JSON of one meaning give one result', async () => {
  const where = place();
  where.write(
    'project/.codex/config.toml',
    '[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "a"\ntimeout = 3\n',
  );
  where.write(
    'project/.codex/hooks.json',
    inEvent('PreToolUse', hook('a', { timeout: 3 }), { matcher: '^Bash$' }),
  );
  const args = ['hooks', 'import', '--from', 'codex'];
  const { stdout } = await wave(args, where, { env: { CODEX_HOME: '' } });
  expect(stdout).toContain('1 hook written to ');
  const ours = join(where.project, '.wave', 'settings.json');
  expect(existsSync(ours) && JSON.parse(readFileSync(ours, 'utf8'))).toEqual(
    inEvent('PreToolUse', hook('a', { timeout: 3 }), { matcher: 'Bash' }),
  );
});

test.each([
  [
    'a byte order mark and comments',
    '\uFEFF// c\n{ "hooks": { /* x */ "Stop": [{ "hooks": [{ "type": "command", "command": "a" },] }] } }',
    1,
  ],
  ['no hooks', '{ "model": "x" }', 0],
  ['empty hooks', '{ "hooks": {} }', 0],
  [
    'empty lists',
    '{ "hooks": { "Stop": [], "PreToolUse": [{ "matcher": "x", "hooks": [] }] } }',
    0,
  ],
  [
    'wrong types all over',
    '{ "hooks": { "Stop": 3, "PreToolUse": [1, null, { "hooks": {} }, { "hooks": [[], 2] }] } }',
    0,
    3,
  ],
  [
    'many',
    JSON.stringify({
      hooks: { Stop: Array.from({ length: 3000 }, (_, i) => ({ hooks: [hook(`c${i}`)] })) },
    }),
    3000,
  ],
  ['a huge command', JSON.stringify(inEvent('Stop', hook('x'.repeat(900_000)))), 1],
  [
    'terminal codes',
    JSON.stringify(inEvent('Stop', hook('\u001b[2J echo', { '\u001b]0;x': 1 }))),
    1,
  ],
])('odd files: %s', async (_name, content, many, exit = 0) => {
  const where = place();
  const file = where.write('f.json', content);
  const { code, stdout, stderr } = await wave(
    ['hooks', 'import', '--from', 'claude-code', file],
    where,
  );
  expect([code, stderr]).toEqual([exit, '']);
  expect(stdout).toContain(`${many} hook${many === 1 ? '' : 's'} written to `);
  expect(stdout).not.toContain('\u001b');
});
