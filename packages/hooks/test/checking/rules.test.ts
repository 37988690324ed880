import { expect, test } from 'vitest';
import type { LoadedFile } from '../../../settings/src/reading/loaded-file.ts';
import { parseSettings } from '../../../settings/src/reading/read.ts';
import { checkSettings } from '../../../settings/src/reading/settings.ts';

const check = (text: string, name: LoadedFile['name'] = 'user') => {
  const file = { ...parseSettings('/s.json', text), name };
  const { settings, problems } = checkSettings([file], () => true);
  return {
    rules: settings.permissions,
    env: settings.env,
    told: problems.map(({ level, source, text: what }) => `${level} ${source} ${what}`),
  };
};

const NONE = { allow: [], ask: [], deny: [] };
const DENIED = 'until you fix it, every tool is denied';
const ASKED = 'until you fix it, Wave asks about every tool';

test('rules that are right are taken as they are, in every file', () => {
  const text =
    '{"permissions":{"allow":["Read"],"ask":["Bash(git push *)"],"deny":["Bash(rm *)"]}}';
  for (const name of ['user', 'project', 'local', 'flag'] as const)
    expect(check(text, name)).toEqual({
      rules: { allow: ['Read'], ask: ['Bash(git push *)'], deny: ['Bash(rm *)'] },
      env: {},
      told: [],
    });
});

test.each<[string, Partial<typeof NONE> | Record<string, string[]>, string[]]>([
  ['{"permissions":null}', {}, []],
  ['{"permissions":{"deny":null}}', {}, []],
  [
    '{\n"permissions":"x"}',
    { deny: ['unreadable rule (/s.json:2)'] },
    [`error /s.json:2 "permissions": expected an object, got "x"; ${DENIED}`],
  ],
  [
    '{"permissions":{\n"deny":"Bash"}}',
    { deny: ['unreadable rule (/s.json:2)'] },
    [`error /s.json:2 "permissions.deny": expected a list of texts, got "Bash"; ${DENIED}`],
  ],
  [
    '{"permissions":{"deny":["Bash",\n5]}}',
    { deny: ['Bash', 'unreadable rule (/s.json:2)'] },
    [`error /s.json:2 "permissions.deny[1]": expected a text, got 5; ${DENIED}`],
  ],
  [
    '{"permissions":{"deny":{"Bash":true}}}',
    { deny: ['unreadable rule (/s.json:1)'] },
    [`error /s.json:1 "permissions.deny": expected a list of texts, got {"Bash":true}; ${DENIED}`],
  ],
  [
    '{"permissions":{"denny":["Bash"]}}',
    { deny: ['unreadable rule (/s.json:1)'] },
    [`error /s.json:1 "permissions.denny" is not known; did you mean "deny"? ${DENIED}`],
  ],
  [
    '{"permissions":{"ask":[["Bash"]]}}',
    { ask: ['unreadable rule (/s.json:1)'] },
    [`error /s.json:1 "permissions.ask[0]": expected a text, got ["Bash"]; ${ASKED}`],
  ],
  [
    '{"permissions":{"Ask":["Bash"]}}',
    { ask: ['unreadable rule (/s.json:1)'] },
    [`error /s.json:1 "permissions.Ask" is not known; did you mean "ask"? ${ASKED}`],
  ],
  [
    '{"permissions":{"allow":[7,"Read"]}}',
    { allow: ['Read'] },
    [
      'error /s.json:1 "permissions.allow[0]": expected a text, got 7; it allows nothing until you fix it',
    ],
  ],
  ['{"permissions":{"defaultMode":"plan"}}', {}, []],
  ['{"permissions":{"defaultMode":null}}', {}, []],
  [
    '{"permissions":{\n"defaultMode":"ask"}}',
    {},
    [
      'error /s.json:2 "permissions.defaultMode": expected one of default, acceptEdits, plan, sandboxed, bypassPermissions, dontAsk, got "ask"; it is ignored',
    ],
  ],
  [
    '{"permissions":{"defaultMod":"plan"}}',
    {},
    [
      'warning /s.json:1 permissions: "defaultMod" is not known and ignored; did you mean "defaultMode"?',
    ],
  ],
  [
    '{"permissions":{"__proto__x":1,"alow":[]}}',
    {},
    [
      'warning /s.json:1 permissions: "__proto__x" is not known and ignored',
      'warning /s.json:1 permissions: "alow" is not known and ignored; did you mean "allow"?',
    ],
  ],
])('%s', (text, rules, told) => {
  for (const name of ['user', 'project'] as const)
    expect(check(text, name)).toEqual({ rules: { ...NONE, ...rules }, env: {}, told });
});

test('a variable that is wrong is told, and the others are set', () => {
  expect(check('{"env":{"A":"1",\n"B":5,"C=":"1","D":"a\\u0000","E":null}}')).toEqual({
    rules: NONE,
    env: { A: '1' },
    told: [
      'warning /s.json:2 "env.B": expected a text, got 5; ignored',
      'warning /s.json:2 "env": "C=" cannot be a variable\'s name; ignored',
      'warning /s.json:2 "env.D": expected a text without the character 0, got "a\\u0000"; ignored',
      'warning /s.json:2 "env.E": expected a text, got null; ignored',
    ],
  });
});

test.each([
  ...['PATH', 'NODE_OPTIONS', 'ANTHROPIC_BASE_URL', 'HTTPS_PROXY', 'MY_TOKEN'],
  ...[
    'PYTHONPATH',
    'PYTHONSTARTUP',
    'PERL5OPT',
    'RUBYOPT',
    'LUA_INIT',
    'BASH_ENV',
    'IFS',
    'CLASSPATH',
  ],
])('a project sets no %s; its user does', (name) => {
  const text = JSON.stringify({ env: { [name]: 'x', PYTHONUNBUFFERED: '1' } });
  expect(check(text, 'user').env).toEqual({ [name]: 'x', PYTHONUNBUFFERED: '1' });
  expect(check(text, 'project')).toEqual({
    rules: NONE,
    env: { PYTHONUNBUFFERED: '1' },
    told: [`warning /s.json:1 "env.${name}" is never read from a project's file; it was ignored`],
  });
});
