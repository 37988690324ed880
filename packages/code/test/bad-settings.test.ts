import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';

/** A settings file that cannot be read stops everything: exit 1, with file, line and column. */
const UNREADABLE: [name: string, text: string, says: RegExp][] = [
  ['empty', '', /:1:1: the file is empty/],
  ['only white space', '\n \n', /the file is empty/],
  ['only a comment', '// nothing yet', /:1:\d+: not valid JSON: value expected/],
  ['a torn object', '{"hooks":', /:1:10: not valid JSON/],
  ['a torn list', '{"hooks":{"Stop":[{', /not valid JSON/],
  [
    'a torn text',
    '{"hooks":{"Stop":[{"hooks":[{"type":"comm',
    /not valid JSON: unexpected end of string/,
  ],
  ['a missing comma', '{\n"a": 1\n"b": 2}', /:3:1: not valid JSON: comma expected/],
  ['a missing colon', '{"hooks" {}}', /not valid JSON: colon expected/],
  ['single quotes', "{'hooks': {}}", /:1:2: not valid JSON/],
  ['a name without quotes', '{hooks: {}}', /:1:2: not valid JSON/],
  ['two documents', '{}\n{}', /:2:1: not valid JSON: end of file expected/],
  ['text after the end', '{} x', /not valid JSON/],
  ['an unclosed comment', '{ /* x', /not valid JSON/],
  ['YAML', 'hooks:\n  Stop: []', /:1:1: not valid JSON/],
  ['a list', '[]', /:1:1: expected an object, got \[\]/],
  ['a text', '"hooks"', /expected an object, got "hooks"/],
  ['null', 'null', /expected an object, got null/],
  ['a number', '7', /expected an object, got 7/],
  ['hooks as a list', '{"hooks":[]}', /"hooks": expected an object of events, got \[\]/],
  ['hooks as a text', '{"hooks":"x"}', /"hooks": expected an object of events, got "x"/],
  ['hooks given twice', '{"hooks":{},\n"hooks":{}}', /:2:1: "hooks" is given twice/],
  ['an event given twice', '{"hooks":{"Stop":[],"Stop":[]}}', /"Stop" is given twice/],
  [
    'a command given twice',
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","command":"b"}]}]}}',
    /"command" is given twice/,
  ],
  ['nesting without end', `${'['.repeat(50_000)}`, /nested too deeply|not valid JSON/],
  ['bytes that are no text', '\u0000\u0001', /not valid JSON/],
];

const stop = (entry: unknown) => JSON.stringify({ hooks: { Stop: [{ hooks: [entry] }] } });
const good = { type: 'command', command: 'true' };
const pre = (group: unknown) => JSON.stringify({ hooks: { PreToolUse: [group] } });

/** A wrong piece is off, and the user is told: file, line, what was expected, what came. */
const TOLD: [name: string, text: string, says: RegExp][] = [
  [
    'a misspelt event',
    '{"hooks":{"PreToolUsee":[]}}',
    /:1: "PreToolUsee" is not an event.*did you mean "PreToolUse"/,
  ],
  ['an event in lower case', '{"hooks":{"stop":[]}}', /did you mean "Stop"/],
  ['an event with underscores', '{"hooks":{"pre_tool_use":[]}}', /did you mean "PreToolUse"/],
  [
    'an event of a peer',
    '{"hooks":{"TaskCreated":[]}}',
    /TaskCreated is an event of Claude Code; Wave has no such moment/,
  ],
  ['another event of a peer', '{"hooks":{"BeforeTool":[]}}', /"BeforeTool" is not an event/],
  [
    'an event as an object',
    '{"hooks":{"Stop":{}}}',
    /Stop: expected a list of \{ matcher, hooks \}, got \{\}/,
  ],
  ['an event as a text', '{"hooks":{"Stop":"echo"}}', /Stop: expected a list.*got "echo"/],
  ['an event that is null', '{"hooks":{"Stop":null}}', /Stop: expected a list.*got null/],
  [
    'a group as a text',
    '{"hooks":{"Stop":["echo"]}}',
    /Stop\[0\]: expected \{ matcher, hooks \}, got "echo"/,
  ],
  ['a group as a list', '{"hooks":{"Stop":[[]]}}', /Stop\[0\]: expected/],
  ['a group without hooks', '{"hooks":{"Stop":[{}]}}', /"hooks": expected a list, got nothing/],
  [
    'a group with misspelt hooks',
    '{"hooks":{"Stop":[{"hook":[]}]}}',
    /"hooks": expected a list, got nothing/,
  ],
  [
    'a hook in place of a group',
    JSON.stringify({ hooks: { Stop: [good] } }),
    /a hook stands where a group belongs/,
  ],
  ['hooks as an object', '{"hooks":{"Stop":[{"hooks":{}}]}}', /"hooks": expected a list, got \{\}/],
  [
    'a matcher as a list',
    pre({ matcher: ['Bash'], hooks: [good] }),
    /"matcher": expected a text, got \["Bash"\]/,
  ],
  [
    'a matcher as a number',
    pre({ matcher: 1, hooks: [good] }),
    /"matcher": expected a text, got 1/,
  ],
  [
    'a matcher that is no pattern',
    pre({ matcher: 'Bash(', hooks: [good] }),
    /"matcher" "Bash\(" is not a regular expression/,
  ],
  [
    'a matcher with a lone star',
    pre({ matcher: 'Edit|*', hooks: [good] }),
    /is not a regular expression/,
  ],
  ['a matcher of commas', pre({ matcher: ',', hooks: [good] }), /a list without a name/],
  ['a hook as a text', stop('echo'), /Stop\[0\]\.hooks\[0\]: expected a hook, got "echo"/],
  ['a hook that is null', stop(null), /expected a hook, got null/],
  ['no type', stop({ command: 'true' }), /"type": expected a text, got nothing/],
  ['a misspelt type', stop({ tpye: 'command', command: 'true' }), /did you mean "type" by "tpye"/],
  [
    'a type in capitals',
    stop({ type: 'Command', command: 'x' }),
    /"type": expected "command", .* or "ahp", got "Command"/,
  ],
  ['no command', stop({ type: 'command' }), /"command": expected a text, got nothing/],
  [
    'a misspelt command',
    stop({ type: 'command', comand: 'x' }),
    /did you mean "command" by "comand"/,
  ],
  ['an empty command', stop({ ...good, command: '' }), /"command" is empty/],
  [
    'a command as a list',
    stop({ ...good, command: ['a', 'b'] }),
    /"command": expected a text, got \["a","b"\]/,
  ],
  [
    'a time-out as a text',
    stop({ ...good, timeout: '60' }),
    /"timeout": expected a number, got "60"/,
  ],
  ['a time-out of zero', stop({ ...good, timeout: 0 }), /"timeout": expected seconds above 0/],
  ['a negative time-out', stop({ ...good, timeout: -5 }), /got -5/],
  [
    'a time-out of more than a day',
    stop({ ...good, timeout: 100_000 }),
    /at most 86400, got 100000/,
  ],
  ['a name as a number', stop({ ...good, name: 7 }), /"name": expected a text, got 7/],
  [
    'enabled as a text',
    stop({ ...good, enabled: 'false' }),
    /"enabled": expected true or false, got "false"/,
  ],
  [
    'an unknown onError',
    stop({ ...good, onError: 'deny' }),
    /"onError": expected "continue" or "block", got "deny"/,
  ],
  ['onError as a flag', stop({ ...good, onError: true }), /"onError": expected a text, got true/],
  [
    'a misspelt onError',
    stop({ ...good, onerror: 'block' }),
    /"onerror" is not known and ignored; did you mean "onError"/,
  ],
  ['a misspelt time-out', stop({ ...good, timout: 5 }), /did you mean "timeout"/],
  [
    'a foreign field',
    stop({ ...good, rewakeMessage: 'x' }),
    /"rewakeMessage" is not known and ignored/,
  ],
  ['env as a list', stop({ ...good, env: ['A=1'] }), /"env": expected an object, got \["A=1"\]/],
  ['a number in env', stop({ ...good, env: { A: 1 } }), /"env.A": expected a text, got 1/],
  [
    'a variable that cannot be',
    stop({ ...good, env: { 'A=': '1' } }),
    /cannot be a variable's name/,
  ],
  [
    'inherit as a number',
    stop({ ...good, env: { inherit: 0 } }),
    /"env.inherit": expected true or false, got 0/,
  ],
  [
    'an unknown phase',
    stop({ ...good, phase: 'before' }),
    /"phase": expected "transform" or "judge", got "before"/,
  ],
  [
    'a statusMessage as a flag',
    stop({ ...good, statusMessage: true }),
    /"statusMessage": expected a text/,
  ],
  [
    'a matcher on Stop',
    '{"hooks":{"Stop":[{"matcher":"Bash","hooks":[]}]}}',
    /Stop has no tool, so "matcher" is ignored/,
  ],
  [
    'inherit as a text',
    stop({ ...good, env: { inherit: 'false' } }),
    /"env.inherit": expected true or false, got "false"/,
  ],
  [
    'a name without end',
    stop({ ...good, name: 'x'.repeat(300) }),
    /"name": expected at most 200 characters, got 300/,
  ],
  [
    'an event outside of hooks',
    '{"PreToolUse":[]}',
    /"PreToolUse" belongs inside "hooks": its hooks are off/,
  ],
  ['hooks in capitals', '{"Hooks":{}}', /did you mean "hooks"/],
  [
    'a misspelt field of the file',
    '{"hoks":{}}',
    /:1: "hoks" is not known and ignored; did you mean "hooks"/,
  ],
  ['a foreign field of the file', '{"fontSize":12}', /"fontSize" is not known and ignored/],
  [
    'permissions as a list',
    '{"permissions":[]}',
    /:1: "permissions": expected an object, got \[\]; until you fix it, every tool is denied/,
  ],
  [
    'deny as a text',
    '{"permissions":{"deny":"Bash"}}',
    /:1: "permissions.deny": expected a list of texts, got "Bash"; until you fix it, every tool is denied/,
  ],
  [
    'deny as an object',
    '{"permissions":{"deny":{"Bash":true}}}',
    /:1: "permissions.deny": expected a list of texts, got \{"Bash":true\}; until you fix it, every tool is denied/,
  ],
  [
    'a number among the denied',
    '{"permissions":{"deny":["Read",5]}}',
    /:1: "permissions.deny\[1\]": expected a text, got 5; until you fix it, every tool is denied/,
  ],
  [
    'null among the asked for',
    '{"permissions":{"ask":[null]}}',
    /"permissions.ask\[0\]": expected a text, got null; until you fix it, Wave asks about every tool/,
  ],
  [
    'a flag among the allowed',
    '{"permissions":{"allow":[true]}}',
    /"permissions.allow\[0\]": expected a text, got true; it allows nothing until you fix it/,
  ],
  [
    'allow as a text',
    '{"permissions":{"allow":"Bash"}}',
    /"permissions.allow": expected a list of texts, got "Bash"; it allows nothing/,
  ],
  [
    'a misspelt deny',
    '{"permissions":{"denny":["Bash"]}}',
    /:1: "permissions.denny" is not known; did you mean "deny"\? until you fix it, every tool is denied/,
  ],
  [
    'ask in capitals',
    '{"permissions":{"ASK":["Bash"]}}',
    /"permissions.ASK" is not known; did you mean "ask"\? until you fix it, Wave asks about every tool/,
  ],
  [
    'a misspelt allow',
    '{"permissions":{"alow":["Bash"]}}',
    /permissions: "alow" is not known and ignored; did you mean "allow"/,
  ],
  [
    'a mode that is none',
    '{"permissions":{"defaultMode":"plann"}}',
    /"permissions.defaultMode": expected one of default, acceptEdits, plan, sandboxed, bypassPermissions, dontAsk, got "plann"; it is ignored/,
  ],
  [
    'a foreign field of permissions',
    '{"permissions":{"constructor":1}}',
    /permissions: "constructor" is not known and ignored/,
  ],
  ['a number in env of the file', '{"env":{"A":5}}', /"env.A": expected a text, got 5; ignored/],
  [
    'a variable of the file that cannot be',
    '{"env":{"A=":"1"}}',
    /"env": "A=" cannot be a variable's name; ignored/,
  ],
  [
    'a variable with a character that cannot be',
    '{"env":{"A":"x\\u0000"}}',
    /"env.A": expected a text without the character 0/,
  ],
  ['env of the file as a text', '{"env":"A=1"}', /"env": expected an object, got "A=1"; ignored/],
  [
    'a limit as a text',
    '{"limits":{"textChars":"many"}}',
    /"limits.textChars": expected a whole number above 0, got "many"/,
  ],
  ['a limit of zero', '{"limits":{"outputBytes":0}}', /expected a whole number above 0, got 0/],
  [
    'a limit of undo in words',
    '{"undo":{"files":"many"}}',
    /"undo.files": expected a whole number above 0, got "many"; ignored/,
  ],
  [
    'undo of commands by a word',
    '{"undo":{"commands":"no"}}',
    /"undo.commands": expected true or false, got "no"; ignored/,
  ],
  [
    'a field that undo has not',
    '{"undo":{"file":1}}',
    /undo: "file" is not known and ignored; did you mean "files"\?/,
  ],
  ['undo as a flag', '{"undo":false}', /"undo": expected an object, got false; ignored/],
  [
    'a window of no size',
    '{"contextWindow":0}',
    /"contextWindow": expected a whole number above 0, got 0; ignored/,
  ],
  ['a window in words', '{"contextWindow":"1M"}', /"contextWindow": expected a number, got "1M"/],
  ['prices as a list', '{"prices":[]}', /"prices": expected an object, got \[\]; ignored/],
  [
    'a price without a part',
    '{"prices":{"m":{"input":1}}}',
    /"prices\.m": expected input, output, cacheRead, cacheWrite as numbers .*; ignored/,
  ],
  [
    'a price with an unknown part',
    '{"prices":{"m":{"input":1,"output":2,"cached":1}}}',
    /"prices\.m": expected input/,
  ],
  [
    'a misspelt limit',
    '{"limits":{"textchars":5}}',
    /limits: "textchars" is not known and ignored; did you mean "textChars"/,
  ],
];

test('there are enough of them', () => {
  expect(UNREADABLE.length + TOLD.length).toBeGreaterThanOrEqual(60);
});

const run = async (text: string) => {
  const where = place();
  const file = where.write('settings.json', text);
  const result = await wave(
    ['hooks', 'run', 'Stop', '--settings', file, '--only', '--json'],
    where,
    { stdin: '{}' },
  );
  return { file, ...result };
};

test.each(UNREADABLE)('%s cannot be read as settings', async (_name, text, says) => {
  const { file, code, stdout, stderr } = await run(text);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`wave: ${file}:`);
  expect(stderr).toMatch(says);
});

test.each(TOLD)('%s is told, and costs nothing else', async (_name, text, says) => {
  const { file, code, stdout } = await run(text);
  expect(code).toBe(0);
  const { toUser } = JSON.parse(stdout);
  const told = toUser.map((one: { text: string }) => one.text).join('\n');
  expect(told).toMatch(says);
  expect(told).toContain(`${file}:1`);
});

test('a guard that cannot be read is found by the doctor and told with -p, and nothing runs', async () => {
  const where = place();
  where.write('home/.wave/settings.json', { permissions: { denny: ['Bash'] } });
  const text = '"permissions.denny" is not known; did you mean "deny"?';
  const doctor = await wave(['hooks', 'doctor'], where);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain(text);
  expect(doctor.stdout).toContain('~/.wave/settings.json:1');
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(call('Bash', { command: 'touch ran' }), say('ok'));
  const printed = await wave(['-p', 'PROMPT', '--permission-mode', 'bypassPermissions'], where, {
    env: server.env('anthropic'),
  });
  expect(printed.stderr).toContain(text);
  expect(existsSync(join(where.project, 'ran'))).toBe(false);
});
