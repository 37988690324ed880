// `npm run conformance -- ahp --scenarios FILE`: the core scenarios of the Agent Hooks Protocol. Wave as the host, asked
// to accept what a backend of the protocol alone answers; then Wave as the backend, with five kinds of hooks, whose
// answers are read as strictly as a host may. Both over stdio and HTTP.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { acceptResponse } from '@wavehooks/hooks/ahp';

const { values } = parseArgs({ options: { scenarios: { type: 'string' } } });
if (values.scenarios === undefined) {
  console.error('ahp: --scenarios FILE: where the core scenarios are; they are no part of Wave');
  process.exit(1);
}
const { scenarios } = JSON.parse(readFileSync(values.scenarios, 'utf8'));
const root = fileURLToPath(new URL('../..', import.meta.url));
const WAVE = join(root, 'packages/code/bin/wave.cjs');
const BACKEND = fileURLToPath(new URL('ahp-backend.mjs', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'wave-ahp-'));
const children = [];
let failed = 0;

try {
  for (const way of ['stdio', 'http']) {
    const backend = await open([BACKEND, values.scenarios], ['http'], way);
    await count(`as host, ${way}`, (scenario) => asHost(scenario, backend));
  }
  for (const [name, answer] of Object.entries(hooks()))
    for (const way of ['stdio', 'http']) {
      const settings = join(place, `${name}.json`);
      const hook = { type: 'command', command: `printf %s '${JSON.stringify(answer)}'` };
      const events = ['PreToolUse', 'Stop'].map((event) => [event, [{ hooks: [hook] }]]);
      writeFileSync(settings, JSON.stringify({ hooks: Object.fromEntries(events) }));
      const words = [WAVE, 'ahp', 'serve', '--settings', settings, '--only'];
      const backend = await open(words, ['--port', '0'], way);
      await count(`as backend, ${way}, hooks that ${name}`, (one) => asBackend(one, backend));
    }
} finally {
  for (const child of children) child.kill();
  rmSync(place, { recursive: true, force: true });
}
console.log(failed === 0 ? 'AHP: all pass' : `AHP: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function hooks() {
  const section = (fields) => ({ hookSpecificOutput: fields });
  return {
    'are silent': {},
    allow: section({ permissionDecision: 'allow' }),
    deny: { decision: 'block', reason: 'not today' },
    ask: section({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
    rewrite: section({ updatedInput: { task: 7 } }),
  };
}

async function count(name, judge) {
  let passed = 0;
  for (const scenario of scenarios) {
    const fault = await judge(scenario).catch((error) => error.message);
    if (fault === undefined) passed++;
    else console.error(`FAIL  ${name}: ${scenario.id}: ${fault}`);
  }
  failed += scenarios.length - passed;
  console.log(`${passed} of ${scenarios.length}  ${name}`);
}

/** What the host of the scenarios demands of an input. */
function fits({ task }) {
  return Number.isInteger(task) && task > 0 ? undefined : 'no such task';
}

async function asHost({ request, expected }, ask) {
  const accepted = acceptResponse(await ask(request), request, fits);
  if (expected === undefined) return 'fault' in accepted ? undefined : 'expected a refusal';
  if ('fault' in accepted) return accepted.fault;
  const actual = cameTo(request.params, accepted);
  const other = Object.keys(expected).find(
    (name) => !isDeepStrictEqual(actual[name], expected[name]),
  );
  return (
    other &&
    `${other}: expected ${JSON.stringify(expected[other])}, got ${JSON.stringify(actual[other])}`
  );
}

function cameTo({ event, capabilities }, { effects, state, input, answer }) {
  const of = (type, more = () => true) => effects.filter((one) => one.type === type && more(one));
  const continued = of('flow', ({ operation }) => operation === 'continue');
  const isStopped = state.flow === 'stop';
  const runs = state.permission === 'none' || state.permission === 'allow';
  const left = capabilities.flow?.remainingContinuations;
  return {
    decision: state.permission === 'none' ? 'allow' : state.permission,
    executed: event.type === 'tool.before' && runs && !isStopped && answer === null,
    ...{ input, messages: of('message').map(({ text }) => text) },
    ...(answer ? { result: answer.value } : {}),
    flow: isStopped ? 'stop' : continued.length > 0 ? 'continue' : undefined,
    injections: of('inject'),
    continuationInstructions: continued.flatMap(({ instruction }) => instruction ?? []),
    continuationRemaining: left - (continued.length > 0 && !isStopped ? 1 : 0),
  };
}

/** An error is right in one case: what hooks refuse, where the host offers no way to refuse. */
async function asBackend({ request }, ask) {
  const text = await ask(request);
  const { error } = JSON.parse(text);
  if (!error) return acceptResponse(text, request).fault;
  const { effects, flow } = request.params.capabilities;
  const left = (flow?.operations.includes('continue') && flow.remainingContinuations) || 0;
  const hasWay = effects.includes('deny') || left > 0;
  return error.code === -32003 && !hasWay ? undefined : `${error.code} ${error.message}`;
}

/** Starts a backend, and gives how to ask it. */
async function open([file, ...args], httpArgs, way) {
  const words = [file, ...args, ...(way === 'http' ? httpArgs : [])];
  const child = spawn(process.execPath, words, { cwd: place, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  if (way === 'stdio')
    return (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return next();
    };
  const said = await next();
  const url = said.startsWith('http') ? said : `http://127.0.0.1:${said}/`;
  return async (request) => {
    const body = JSON.stringify(request);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    return response.text();
  };
}
