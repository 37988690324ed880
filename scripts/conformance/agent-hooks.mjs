// `npm run conformance -- agent-hooks --vectors DIR`: the vectors of AGENT-HOOKS 0.1, each as a session of the agent with
// a model that follows the vector's script, and the identities that the standard prescribes.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Agent } from '@wavehooks/agent-sdk';
import { contextFault, contextIdentity } from '@wavehooks/agent-sdk/agent-hooks';
import { TOOL_NAMES } from '@wavehooks/hooks/vocabulary';
import { z } from 'zod';

const { values } = parseArgs({ options: { vectors: { type: 'string' } } });
if (values.vectors === undefined) {
  console.error('agent-hooks: --vectors DIR: where the vectors are; they are no part of Wave');
  process.exit(1);
}
/** Faults of the standard's own data, which no reader of JSON can meet. */
const THEIRS = {
  'G-15-rfc8785-numbers':
    'its canonical form has 9.999999999999996e+22 where its context has 9.999999999999997e+22: another number',
};
const place = mkdtempSync(join(tmpdir(), 'wave-agent-hooks-'));
let failed = 0;
try {
  const files = readdirSync(values.vectors).filter((name) => name.endsWith('.json'));
  const vectors = files.map((name) => read(join(values.vectors, name)));
  await count('vectors', vectors, async (vector) => faultOf(vector, await run(vector)));
  const golden = read(join(values.vectors, '../golden-identity.json'));
  await count('golden identities', golden.fixtures, identityFault);
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(failed === 0 ? 'AGENT-HOOKS: all pass' : `AGENT-HOOKS: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** An integer that JavaScript would round stays what the file says. */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'), (_name, value, { source } = {}) =>
    typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? BigInt(source)
      : value,
  );
}

async function count(name, all, judge) {
  let [passed, wrong] = [0, 0];
  for (const one of all) {
    const fault = await judge(one).catch((error) => error.stack);
    if (fault === undefined) passed++;
    else if (Object.hasOwn(THEIRS, one.id)) console.log(`theirs ${one.id}: ${THEIRS[one.id]}`);
    else {
      wrong++;
      console.error(`FAIL  ${one.id}: ${fault}`);
    }
  }
  failed += wrong;
  console.log(`${passed} of ${all.length}  ${name}`);
}

async function identityFault({ ctx, expect }) {
  try {
    const identity = contextIdentity(ctx);
    return identity === expect.context_identity ? undefined : `it is ${identity}`;
  } catch (error) {
    return expect.error === 'host_error:context_invalid' ? undefined : error.message;
  }
}

/** One session of the agent, as the vector tells it. */
async function run(vector) {
  const { scenario, interceptor_script, interceptor_scripts, approval_script = [] } = vector;
  const seen = new Map();
  const records = [];
  const invoked = [];
  const scripts = interceptor_scripts ?? [interceptor_script ?? []];
  const provider = {
    undefined: {},
    null: { identity: null },
    'ctk-fault': { identity: { name: 'ctk-fault', of: () => fail('the provider failed') } },
  }[vector.identity_provider];
  const agent = await Agent.create({
    workdir: place,
    home: place,
    session: { keep: true },
    permissionMode: 'bypassPermissions',
    launcher: false,
    disallowedTools: [...TOOL_NAMES, 'Skill', 'ToolSearch', 'ToolCall'],
    tools: (scenario.tools ?? []).map((tool) => mockTool(tool, invoked)),
    model: scripted(scenario.model_script ?? []),
    interception: {
      interceptors: scripts.map((rules) => interceptor(rules, seen)),
      ...provider,
      ...(vector.mode ? { mode: vector.mode } : {}),
      ...(vector.composition ? { composition: vector.composition } : {}),
      ...(approval_script.length > 0 ? { approval: approving(vector) } : {}),
      ...(vector.capabilities?.includes('incremental_output') ? { release: 'incremental' } : {}),
      onRecord: (record) => records.push(record),
    },
  });
  let released = '';
  agent.subscribe((event) => {
    if (event.is === 'delta' && event.kind === 'text') released += event.text;
  });
  const result = await agent.sendMessage(scenario.input.content);
  await agent.close();
  const outcome = { done: 'completed', blocked: 'blocked' }[result.ended] ?? 'error';
  return {
    ...{ records, invoked, released, outcome },
    contexts: [...seen.values()],
    output: outcome === 'completed' ? result.text : null,
    persisted: JSON.stringify(agent.messages) + readFileSync(agent.transcriptPath, 'utf8'),
    error: result.error,
  };
}

function fail(text) {
  throw new Error(text);
}

function mockTool({ name, behavior }, invoked) {
  return {
    name,
    description: `The tool ${name}.`,
    input: z.looseObject({}),
    effect: 'run',
    run: async (args) => {
      invoked.push({ name, args });
      const { return: value, is_error: isError = false } = behavior.find(
        ({ when_args: when }) => when === undefined || isDeepStrictEqual(when, args),
      );
      const data = typeof value === 'object' && value !== null ? value : undefined;
      const text = data ? JSON.stringify(value) : String(value);
      return { success: !isError, text, ...(data ? { data } : {}) };
    },
  };
}

function scripted(script) {
  let at = 0;
  return {
    id: 'scripted',
    async *stream() {
      const { respond } = script[at++] ?? fail('the script has no answer left');
      for (const text of respond.stream ?? (respond.content ? [respond.content] : []))
        yield { is: 'text', text };
      if (respond.stream_truncated) fail('the stream broke off');
      for (const { id, name, args } of respond.tool_calls)
        yield { is: 'call', id, name, input: args };
      const reason = respond.tool_calls.length > 0 ? 'calls' : 'stop';
      yield { is: 'finish', usage: {}, reason };
    },
  };
}

function interceptor(rules, seen) {
  return (context) => {
    if (!seen.has(context.sequence)) seen.set(context.sequence, structuredClone(context));
    const rule = rules.find(
      ({ at, match = {} }) => at === context.interception_point && matches(context, match),
    );
    if (rule?.fault === 'raise') fail('raised');
    if (rule?.fault === 'malformed_verdict') return { decision: 'transform' };
    if (rule?.fault === 'mutate') {
      for (const name of Object.keys(context.target)) context.target[name] = 'mutated';
      return { decision: 'allow', reason: 'ctk:mutated' };
    }
    return rule?.return ?? { decision: 'allow' };
  };
}

function approving({ approval_script: script, redact_for_approval: paths = [] }) {
  return {
    resolve: (request) => {
      const rule = script.find(({ match = {} }) => matches(request.context, match));
      const {
        outcome,
        verdict,
        fault,
        identity_override: other,
        echo_recomputed: own,
      } = rule.resolve;
      if (fault === 'raise') fail('raised');
      const echoed = own ? contextIdentity(request.context) : (other ?? request.context_identity);
      return { outcome, context_identity: echoed, ...(verdict ? { verdict } : {}) };
    },
    // Members that are the same object stay the same in a copy: what is changed in one is in the other.
    redact: (context) => {
      for (const path of paths) context.target[path.replace('$target.', '')] = '[redacted]';
      return context;
    },
  };
}

/** What is at a path such as `tool_call.args.url` or `response.tool_calls[0].name`. */
function valueAt(value, path) {
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  return steps.reduce((held, step) => held?.[step], value);
}

function matches(value, wanted) {
  return Object.entries(wanted).every(([path, one]) =>
    isDeepStrictEqual(valueAt(value, path), one),
  );
}

/** What of a run is not as the vector expects it; undefined where all is. */
function faultOf(
  { expect },
  { contexts, records, invoked, output, released, persisted, outcome, error },
) {
  const bad = contexts.map(contextFault).find(Boolean);
  if (bad !== undefined) return bad;
  const points = contexts.map(({ interception_point: point }) => point);
  const strict = expect.sequence_strict ?? true;
  if (
    strict &&
    !isDeepStrictEqual(
      points,
      expect.interceptions.map((one) => one.interception_point),
    )
  )
    return `the moments are ${points.join(', ')}`;
  const missing = inOrder(contexts, expect.interceptions, fitsContext);
  if (missing)
    return `no moment fits ${JSON.stringify(missing)}; there are ${points.join(', ')}, of tools ${contexts[0]?.agent_init?.tools_registered}`;
  const extra = (expect.interceptions_absent ?? []).find((point) => points.includes(point));
  if (extra !== undefined) return `${extra} should not be`;
  const record = inOrder(records, expect.records ?? [], fitsRecord);
  if (record) return `no record fits ${JSON.stringify(record)}: ${JSON.stringify(records)}`;
  const all = [
    ['outcome', outcome, expect.run_outcome],
    ['tool_invocations', invoked, expect.tool_invocations],
    ['final_output', output, expect.final_output],
    ['released_output', released, expect.released_output],
    ['identities_equal', hasEqual(records), expect.identities_equal],
  ];
  const [name, got, wanted] =
    all.find(([, got, wanted]) => wanted !== undefined && !isDeepStrictEqual(got, wanted)) ?? [];
  if (name)
    return `${name}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)} ${error ?? ''}`;
  const ran = (expect.tool_not_invoked ?? []).find((tool) =>
    invoked.some((one) => one.name === tool),
  );
  if (ran !== undefined) return `${ran} ran`;
  const kept = (expect.persisted_must_not_contain ?? []).find((text) => persisted.includes(text));
  return kept === undefined ? undefined : `kept: ${kept}`;
}

/** The first that none fits of those behind the one before it. */
function inOrder(given, wanted, fits) {
  let at = 0;
  return wanted.find((one) => {
    const found = given.findIndex((two, index) => index >= at && fits(two, one));
    at = found + 1;
    return found < 0;
  });
}

function fitsContext(context, { interception_point: point, context: wanted = {}, ...texts }) {
  const whole = JSON.stringify(context, (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const { context_must_contain: has = [], context_must_not_contain: lacks = [] } = texts;
  return (
    context.interception_point === point &&
    matches(context, wanted) &&
    has.every((text) => whole.includes(text)) &&
    !lacks.some((text) => whole.includes(text))
  );
}

function fitsRecord(record, { interception_point: point, assert = {}, present = [], absent = [] }) {
  return (
    record.interception_point === point &&
    matches(record, assert) &&
    present.every((path) => valueAt(record, path) !== undefined) &&
    absent.every((path) => valueAt(record, path) === undefined)
  );
}

function hasEqual(records) {
  return records.every((one) => one.input_identity === one.enforced_identity);
}
