import { expect, test } from 'vitest';
import { sandboxOf, sandboxProblems } from '../../src/values/sandbox.ts';

const problems = (value: unknown) =>
  sandboxProblems(value, (path, text) => ({
    level: 'warning',
    source: path.join('/'),
    hook: '',
    text,
  })).map(({ source, text }) => `${source}: ${text}`);

test('nobody says anything: off', () => {
  expect(sandboxOf([undefined, null, 3])).toEqual({
    profile: 'off',
    allow: [],
    write: [],
    hide: [],
    limits: {},
  });
});

test('files add up; the last profile and the last limit count', () => {
  const first = {
    profile: 'read-only',
    network: { allow: ['a.example', '*.b.example:8080'] },
    write: ['~/x'],
    limits: { processes: 5, fileMB: 2 },
  };
  const second = {
    profile: 'workspace',
    network: { allow: ['domain:c.example'] },
    hide: ['y'],
    limits: { processes: 7 },
  };
  expect([sandboxOf([first, second]), problems(first), problems(second)]).toEqual([
    {
      profile: 'workspace',
      allow: ['domain:a.example', 'domain:*.b.example:8080', 'domain:c.example'],
      write: ['~/x'],
      hide: ['y'],
      limits: { processes: 7, fileMB: 2 },
    },
    [],
    [],
  ]);
});

test.each([
  [
    { profile: 'workspce' },
    { profile: 'read-only' },
    'sandbox/profile: "sandbox.profile": expected "off", "workspace", "read-only" or "isolated", got "workspce"; until you fix it, it is "read-only"',
  ],
  [
    { network: { allow: ['http://x/y'] } },
    { allow: [] },
    'sandbox/network/allow/0: "sandbox.network.allow.0": expected domain:example.com or domain:*.example.com, got "domain:http://x/y"; ignored',
  ],
  [
    { network: { allow: 'x' } },
    { allow: [] },
    'sandbox/network/allow: "sandbox.network.allow": expected a list of hosts, got "x"; ignored',
  ],
  [
    { network: { alow: [] } },
    { allow: [] },
    'sandbox/network: sandbox.network: "alow" is not known and ignored; did you mean "allow"?',
  ],
  [
    { limits: { processes: 0 } },
    { limits: {} },
    'sandbox/limits/processes: "sandbox.limits.processes": expected a whole number above 0, got 0; ignored',
  ],
  [
    { limits: { memory: 1 } },
    { limits: {} },
    'sandbox/limits: sandbox.limits: "memory" is not known and ignored',
  ],
  [
    { write: 'x' },
    { write: [] },
    'sandbox/write: "sandbox.write": expected a list of texts, got "x"; ignored',
  ],
  [
    { profil: 'off' },
    { profile: 'off' },
    'sandbox: sandbox: "profil" is not known and ignored; did you mean "profile"?',
  ],
])('%j', (value, means, text) => {
  expect(sandboxOf([value])).toMatchObject(means);
  expect(problems(value)).toEqual([expect.stringContaining(text)]);
});
