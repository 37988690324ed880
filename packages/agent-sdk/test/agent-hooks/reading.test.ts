import { describe, expect, test } from 'vitest';
import { canonicalJson, contextIdentity } from '../../src/agent-hooks/identity.ts';
import { type AgentContext, contextFault, type POINTS } from '../../src/agent-hooks/points.ts';
import { transformed } from '../../src/agent-hooks/transform.ts';
import { readVerdict } from '../../src/agent-hooks/verdict.ts';

const core = {
  spec: 'agent-hooks/0.1',
  timestamp: '2026-11-19T12:00:00.000Z',
  sequence: 3,
  agent: { id: 'a', framework: 'wave' },
  session: { id: 's' },
};

const OWN: Readonly<Record<keyof typeof POINTS, object>> = {
  agent_startup: { agent_init: { tools_registered: ['Bash'] } },
  input: { input: { content: 'hi', role: 'user' } },
  pre_model_call: { model: { id: 'm' }, messages: [{ role: 'user', content: 'hi' }] },
  post_model_call: {
    model: { id: 'm' },
    response: { content: null, tool_calls: [], finish_reason: 'stop' },
  },
  pre_tool_call: { tool_call: { id: '1', name: 'Bash', args: {} } },
  post_tool_call: {
    tool_call: { id: '1', name: 'Bash', args: {} },
    tool_result: { value: null, is_error: false },
  },
  output: { output: { content: 'done' } },
  agent_shutdown: { summary: { reason: 'completed' } },
};

const contextAt = (point: keyof typeof POINTS, more: object = {}): AgentContext => ({
  ...{ ...core, interception_point: point, target: {} },
  ...OWN[point],
  ...more,
});

describe.each(Object.keys(OWN) as (keyof typeof OWN)[])('a context of %s', (point) => {
  test('is whole', () => expect(contextFault(contextAt(point))).toBeUndefined());

  test.each([...Object.keys(core), ...Object.keys(OWN[point])])('is not without %s', (name) => {
    expect(contextFault({ ...contextAt(point), [name]: undefined })).toContain(name);
    expect(() => contextIdentity(contextAt(point, { [name]: undefined }))).toThrow(name);
  });

  test('has the same identity with members that the standard does not require', () => {
    const more = { extensions: { acme: 1 }, agent: { ...core.agent, name: 'n' } };
    expect(contextIdentity(contextAt(point, more))).toBe(contextIdentity(contextAt(point)));
    expect(contextIdentity(contextAt(point, { sequence: 4 }))).not.toBe(
      contextIdentity(contextAt(point)),
    );
  });
});

test('one of no moment has none', () => {
  expect(() =>
    contextIdentity({ ...contextAt('input'), interception_point: 'x' as never }),
  ).toThrow('one of the eight');
});

test.each<[unknown, string]>([
  [{ b: 1, a: [true, null, 'x'], '': 0 }, '{"":0,"a":[true,null,"x"],"b":1}'],
  [{ '\uE000': 1, '\u{10000}': 2 }, '{"\u{10000}":2,"\uE000":1}'],
  [[4.5, 2e-3, 1e-27, 1e30, -0, 333333333.3333333], '[4.5,0.002,1e-27,1e+30,0,333333333.3333333]'],
  ['\u20ac$\u000f\nA\'B"\\/', '"€$\\u000f\\nA\'B\\"\\\\/"'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [{ left: undefined }, '{}'],
])('canonical: %j', (value, text) => expect(canonicalJson(value)).toBe(text));

let deep: unknown = 0;
for (let level = 0; level < 200; level++) deep = [deep];

test.each<[string, unknown, RegExp]>([
  ['an integer that was rounded', 2 ** 53, /beyond 2\^53/],
  ['one that was not', 2n ** 64n, /beyond 2\^53/],
  ['no number', Number.NaN, /finite/],
  ['half a character', '\ud800', /half a character/],
  ['half a character in a name', { '\udfff': 1 }, /half a character/],
  ['a function', () => 1, /function/],
  ['200 levels', deep, /levels/],
])('not canonical: %s', (_name, value, why) => {
  expect(() => canonicalJson(value)).toThrow(why);
});

const rewrite = (path: string) => ({ decision: 'transform', transform: { path, value: 1 } });

test.each<[string, unknown, boolean]>([
  ['an allow', { decision: 'allow' }, true],
  ['with warnings', { decision: 'allow', warnings: [{ reason: 'r', message: 'm' }, {}] }, true],
  ['with labels', { decision: 'allow', result_labels: ['l'] }, true],
  ['a deny that can be lifted', { decision: 'deny', approval: {} }, true],
  ['a rewrite', rewrite('$target'), true],
  ['one without a value', { decision: 'transform', transform: { path: '$target' } }, true],
  ['nothing', undefined, false],
  ['a list', [], false],
  ['no decision', {}, false],
  ['another decision', { decision: 'escalate' }, false],
  ['a reason of hosts', { decision: 'deny', reason: 'host_error:x' }, false],
  ['a reason that is no text', { decision: 'deny', reason: 1 }, false],
  ['a rewrite without its body', { decision: 'transform' }, false],
  ['a body without a rewrite', { decision: 'allow', transform: { path: '$target' } }, false],
  ['a rewrite without a path', { decision: 'transform', transform: {} }, false],
  ['an approval of an allow', { decision: 'allow', approval: {} }, false],
  ['warnings that are texts', { decision: 'allow', warnings: ['w'] }, false],
  ['labels that are no texts', { decision: 'allow', result_labels: [1] }, false],
  ['evidence that is a text', { decision: 'allow', evidence: 'e' }, false],
  ['evidence of 11 kB', { decision: 'allow', evidence: { artefact: 'x'.repeat(11_000) } }, false],
])('a verdict counts whole or not at all: %s', (_name, value, counts) => {
  expect(readVerdict(value)).toEqual(counts ? value : undefined);
});

const target = { url: 'u', list: [{ a: 1 }], 'odd name': 2 };
const context = contextAt('pre_tool_call', {
  ...{ target, tool_call: { id: '1', name: 'x', args: target } },
});

test.each<[string, object | string]>([
  ['$target.url', { ...target, url: 'NEW' }],
  ['$policy_target.url', { ...target, url: 'NEW' }],
  ['$target.list[0].a', { ...target, list: [{ a: 'NEW' }] }],
  ['$target["odd name"]', { ...target, 'odd name': 'NEW' }],
  ['$target', 'NEW'],
  ['$target.none', 'transform_invalid'],
  ['$target.list[1]', 'transform_invalid'],
  ['$target.list.a', 'transform_invalid'],
  ['$target.url[0]', 'transform_invalid'],
  ['$target.__proto__', 'transform_invalid'],
  ['$target..url', 'transform_invalid'],
  ['$target.list[*]', 'transform_invalid'],
  ['$tool_call.name', 'transform_target_forbidden'],
  ['$targets.url', 'transform_target_forbidden'],
  ['', 'transform_target_forbidden'],
])('a rewrite of %s', (path, wanted) => {
  const made = transformed(context, { path, value: 'NEW' });
  if ('fault' in made) expect(made.fault).toBe(wanted);
  else {
    expect(made.context.target).toEqual(wanted);
    expect(made.context['tool_call']).toEqual({ id: '1', name: 'x', args: wanted });
  }
  expect(context.target).toBe(target);
});

test.each(['agent_startup', 'agent_shutdown'] as const)('%s takes no rewrite', (point) => {
  expect(transformed(contextAt(point), { path: '$target', value: {} })).toEqual({
    fault: 'transform_target_forbidden',
  });
});
