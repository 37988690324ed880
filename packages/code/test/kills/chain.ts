import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENCE_MS } from '../../../../test/until.ts';
import { startWire, type WireServer } from '../../../agent-sdk/test/wire/server.ts';
import { startWave } from '../start-wave.ts';
import { checkRequests, type Known, learnLines } from './known.ts';
import { comeTo, momentOf } from './moment.ts';
import { type KillPlace, lookAt, openPlace, removePlace } from './place.ts';
import { survivorsOf } from './processes.ts';
import { type Random, randomOf } from './random.ts';
import { makeScript, type Script } from './script.ts';

/** What came of a chain: one session that was killed and continued again and again. */
export interface Report {
  readonly kills: number;
  /** Kills by what the process was at, as its last printed line says. */
  readonly during: Readonly<Record<string, number>>;
  /** Calls that came to a good end, by tool; those of subagents are named so. */
  readonly calls: Readonly<Record<string, number>>;
  /** How many messages and results were known, and found again. */
  readonly marks: number;
  /** How many files ended within a line. */
  readonly torn: number;
  readonly faults: readonly string[];
}

interface Chain {
  readonly place: KillPlace;
  readonly server: WireServer;
  readonly random: Random;
  readonly known: Known;
  readonly script: Script;
  readonly during: Record<string, number>;
  readonly calls: Record<string, number>;
  readonly faults: string[];
  torn: number;
  rounds: number;
  wasTorn: boolean;
}

/** A session killed `kills` times; the last run of it is left to its end. */
export async function runChain(seed: number, kills: number): Promise<Report> {
  const random = randomOf(seed);
  const place = openPlace();
  const server = await startWire();
  const script = makeScript(random, place.project);
  const chain: Chain = {
    ...{ place, server, random, script, known: { marks: new Set(), sent: [] } },
    ...{ during: {}, calls: {}, faults: [], torn: 0, rounds: 0, wasTorn: false },
  };
  server.script(...Array.from({ length: 100 * (kills + 1) }, () => script.reply));
  try {
    let killed = 0;
    // Some runs end by themselves before their moment comes; they count for nothing.
    for (let runs = 0; killed < kills && runs < 4 * kills; runs++) killed += await killOnce(chain);
    await finish(chain);
    const { during, calls, known, torn, faults } = chain;
    const all = [...faults, ...server.faults].map((fault) => `seed ${seed}: ${fault}`);
    return { kills: killed, during, calls, marks: known.marks.size, torn, faults: all };
  } finally {
    await server.close();
    removePlace(place);
  }
}

const args = (round: number, { settings }: KillPlace, hooks: boolean) => [
  ...['-p', `MARK-prompt-${round}`, '--output-format', 'stream-json', '--include-hook-events'],
  ...['--settings', settings, '--permission-mode', 'bypassPermissions'],
  ...(round > 1 ? ['--continue'] : []),
  ...(hooks ? [] : ['--no-hooks']),
];

function launch(chain: Chain, hooks = true) {
  const { place, server } = chain;
  const round = ++chain.rounds;
  const mark = `wave-kill-${randomUUID()}`;
  const env = { ...server.env('anthropic'), TMPDIR: place.tmp, WAVE_KILLS: mark };
  return { round, mark, ...startWave(args(round, place, hooks), place, { env }) };
}

/** How many processes were killed by it: one, unless it ended before. */
async function killOnce(chain: Chain): Promise<0 | 1> {
  const { server, random, faults } = chain;
  const from = server.requests.length;
  const { round, mark, child, result, ended } = launch(chain);
  const requests = () => server.requests.length - from;
  await comeTo(momentOf(random), { requests, stdout: () => result.stdout, ended });
  child.kill('SIGKILL');
  const { stdout, stderr, code } = await ended;
  const lines = linesOf(stdout);
  const found = [
    ...(await survivorsOf(mark)),
    ...checkRequests(chain.known, server.requests.slice(from)),
    ...checkStart(chain, lines, stderr),
  ];
  learnLines(chain.known, lines);
  countCalls(chain, lines);
  found.push(...checkFiles(chain, lines));
  const last = String(lines.at(-1)?.['type'] ?? 'the start');
  faults.push(...found.map((fault) => `round ${round}, killed after ${last}: ${fault}`));
  if (code !== null) return 0;
  chain.during[last] = (chain.during[last] ?? 0) + 1;
  return 1;
}

type Line = Readonly<Record<string, unknown>>;

/** The last line may be cut: the reader of a pipe sees what was written before the kill. */
const linesOf = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

function countCalls({ calls, script }: Chain, lines: readonly Line[]): void {
  for (const { message, agent_id } of lines) {
    const [part] = (message as { content?: readonly Line[] } | undefined)?.content ?? [];
    if (part?.['type'] !== 'tool_result' || part['is_error'] !== false) continue;
    const id = String(part['tool_use_id']);
    const name = `${script.toolOf(id)}${agent_id ? ' in a subagent' : ''}`;
    calls[name] = (calls[name] ?? 0) + 1;
  }
}

/** The session could be opened at once, and what was torn was told. */
function checkStart({ wasTorn }: Chain, lines: readonly Line[], stderr: string): string[] {
  const faults = stderr.includes('in use by') ? [`the lock was held: ${stderr}`] : [];
  const notices = JSON.stringify(lines.filter(({ subtype }) => subtype === 'notice'));
  const hasSpoken = lines.some(({ type }) => type === 'user');
  if (wasTorn && hasSpoken && !notices.includes('torn')) faults.push('a torn line was not told');
  return faults;
}

function checkFiles(chain: Chain, lines: readonly Line[]): string[] {
  const left = lookAt(chain.place);
  const faults = [...left.faults];
  // Its own lock is there, of no effect; those of others were cleared away when it started.
  const hasStarted = lines.some(({ type }) => type === 'user');
  if (hasStarted && left.locks.length > 1) faults.push(`locks: ${left.locks.join(', ')}`);
  if (hasStarted && left.empty.length > 0) faults.push(`empty: ${left.empty.join(', ')}`);
  const text = left.session ? readFileSync(join(chain.place.root, left.session), 'utf8') : '';
  const whole = text.split('\n');
  const end = whole.pop() ?? '';
  // A last line that only lacks its end is read, and needs no repair.
  const wasTorn = end !== '' && !isJson(end);
  if (wasTorn && !chain.wasTorn) chain.torn++;
  chain.wasTorn = wasTorn;
  faults.push(
    ...whole.filter((line) => !isJson(line)).map((line) => `no JSON: ${line.slice(0, 80)}`),
  );
  return faults;
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** Lets the session come to its end: everything must be there, and nothing left. */
async function finish(chain: Chain): Promise<void> {
  const { server, place, faults, known } = chain;
  const from = server.requests.length;
  const { mark, result, ended, child } = launch(chain, false);
  // Whatever it would do next takes long; that the conversation arrived is enough.
  await comeTo(
    { is: 'request', count: 1, ms: 0 },
    { requests: () => server.requests.length - from, stdout: () => result.stdout, ended },
    PATIENCE_MS,
  );
  child.kill('SIGTERM');
  const { stderr } = await ended;
  if (server.requests.length === from) faults.push(`the last run sent nothing: ${stderr}`);
  faults.push(...(await survivorsOf(mark)));
  faults.push(...checkRequests(known, server.requests.slice(from)));
  const { faults: stray, locks, empty } = lookAt(place);
  faults.push(...[...stray, ...locks, ...empty].map((name) => `at the end: ${name}`));
}
