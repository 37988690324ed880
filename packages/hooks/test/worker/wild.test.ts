import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { eachWay, isAlive, type Step, stage } from './helpers.ts';

const TIMEOUT_S = 1.5;
/** A time-out, the longest back-off, and time for a busy machine. */
const BOUND_MS = 30_000;

const brief = fc.integer({ min: 0, max: 40 }).map((ms): Step => ['wait', ms]);
const mischief: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    ['raw', 'noise\n'],
    ['raw', '\n'],
    ['raw', '{"id":"ID"'],
    ['raw', '{"id":"999999"}\n'],
    ['raw', '{"id":"ID","exit_code":"2"}\n'],
    ['raw', '{"id":"ID"}\n{"id":"ID"}\n'],
    ['flood', 200_000],
    ['err', 'x'.repeat(50_000)],
    ['exit', 0],
    ['exit', 2],
    ['kill', 'SIGKILL'],
    ['kill', 'SIGTERM'],
    ['spin', 100],
    ['close', 1],
    ['close', 0],
    ['wait', 3_000],
    ['wait', 1e9],
  ),
  brief,
);

/** One event: some harmless steps or mischief around an answer that carries its own mark, or none. */
const script = fc.record({
  before: fc.array(fc.oneof({ weight: 2, arbitrary: brief }, { weight: 1, arbitrary: mischief }), {
    maxLength: 2,
  }),
  blocks: fc.boolean(),
  inPieces: fc.nat(4).map((n) => n === 0),
  after: fc.array(mischief, { maxLength: 1 }),
  /** Sent this long after the one before it. */
  gap: fc.integer({ min: 0, max: 60 }),
});
const play = fc.record({
  scripts: fc.array(script, { minLength: 3, maxLength: 6 }),
  onError: fc.constantFrom('continue', 'block'),
  /** When the process is killed from outside; never for some. */
  killAt: fc.option(fc.integer({ min: 0, max: 400 })),
});

type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

const stepsOf = ({ before, blocks, inPieces, after }: Script, mark: string): Step[] => {
  const said = blocks
    ? `{"id":"ID","exit_code":2,"stderr":"${mark}"}\n`
    : `{"id":"ID","stdout":"${mark}"}\n`;
  const answer: Step[] = inPieces
    ? [
        ['raw', said.slice(0, 14)],
        ['wait', 5],
        ['raw', said.slice(14)],
      ]
    : [['raw', said]];
  return [...before, ...answer, ...after];
};

/** An answer is the event's own; what is no answer is told. Nothing else can come out. */
function judge({ blocks }: Script, mark: string, onError: string, verdict: Verdict): void {
  expect(verdict.runs).toHaveLength(1);
  const outcome = verdict.runs[0]?.outcome;
  const told = verdict.toUser.map(({ text }) => text);
  if (outcome?.is !== 'exit') {
    expect(['lost', 'timeout']).toContain(outcome?.is);
    expect(told.join()).not.toBe('');
    expect(verdict.decision).toBe(onError === 'block' ? 'block' : 'none');
    return;
  }
  const { stdout, stderr } = verdict.runs[0] ?? {};
  // The mischief `{"id":"ID"}` is an answer too, and an empty one.
  if (stdout === '' && stderr === '') return;
  expect([stdout, stderr]).toEqual(blocks ? ['', mark] : [mark, '']);
  expect(verdict.decision).toBe(blocks ? 'block' : 'none');
}

const property = fc.asyncProperty(play, async ({ scripts, onError, killAt }) => {
  const { act, engine, pids } = await stage(
    { timeout: TIMEOUT_S, onError },
    { limits: { outputBytes: 65_536 } },
  );
  if (killAt !== null) setTimeout(() => killOne(pids().at(-1)), killAt);
  const fired: Promise<Verdict>[] = [];
  for (const [at, one] of scripts.entries()) {
    await sleep(one.gap);
    fired.push(act(stepsOf(one, `MARK-${at}`)));
  }
  const verdicts = await within(BOUND_MS, Promise.all(fired));
  for (const [at, one] of scripts.entries())
    judge(one, `MARK-${at}`, onError, verdicts[at] as Verdict);
  await within(BOUND_MS, engine.close());
  expect(pids().filter(isAlive)).toEqual([]);
});

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function killOne(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended before.
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

eachWay(() => {
  test('whatever a worker does, each event has one end that is its own, and no process is left', async () => {
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  });
});
