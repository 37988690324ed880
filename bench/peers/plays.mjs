import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStage, runProgram } from '../../scripts/agents/stage.ts';
import { medianOf } from '../measure.mjs';
import { counted, cpuIn } from '../programs.mjs';
import { watchMemory } from '../tree.mjs';
import { hooked } from './peers.mjs';
import { openScreen } from './screen.mjs';

const CALLS = 100;
const FEW = 12;
const PIECES = 20_000;
const [STEPS, EACH] = [50, 10];
/** A long session takes its time to make. */
const LONG_MS = 400_000;

/** What it prints is not what it is called with: whether the command ran can be seen. */
const call = (peer, n) => peer.shell(`printf %s-%s heron ${n}`);
const printed = (n) => `heron-${n}`;
const times = (count, of) => Array.from({ length: count }, (_, n) => of(n));

/**
 * What is played with each agent. `script` is what the model says, `hooks` how many stand before each call,
 * `figures` what is taken from it, by the rows of the table. A play that did not do its work throws.
 */
export const PLAYS = [
  {
    name: 'calls',
    script: (peer) => times(CALLS, (n) => call(peer, n)),
    figures: (run) => {
      const steps = stepsOf(run, CALLS);
      return {
        start: run.times[0].arrived - run.began,
        first: steps[0],
        call: medianOf(steps.slice(1)),
        hundred: run.times.at(-1).arrived - run.times[0].answered,
      };
    },
  },
  ...[1, 10].map((hooks) => ({
    name: `hooks${hooks}`,
    hooks,
    script: (peer) => times(FEW, (n) => call(peer, n)),
    figures: (run) => ({ [`hooks${hooks}`]: medianOf(stepsOf(run, FEW, hooks).slice(1)) }),
  })),
  {
    name: 'sleeps',
    // Different ones, since some agents refuse to repeat themselves.
    script: (peer) => [times(30, (n) => peer.shell(`sleep 0.1${String(n).padStart(3, '0')}`))],
    figures: ({ times: [first, second] }) => {
      const took = second.arrived - first.answered;
      if (took < 100) throw new Error(`30 sleeps took ${took} ms: they did not run`);
      return { sleeps: took };
    },
  },
  {
    name: 'answer',
    isCounted: true,
    script: () => [times(PIECES, (n) => ({ say: `word${n} ` }))],
    figures: ({ output, megabytes }) => ({ cpu: cpuIn(output), memory: megabytes }),
  },
  {
    name: 'resume',
    // A long session, made once; what is measured resumes it.
    before: (peer) => times(STEPS, (n) => times(EACH, (m) => call(peer, n * EACH + m))),
    script: () => [],
    figures: ({ began, times: at, heard }) => {
      // By the last call itself: some leave out results that are old, or ask for something else first.
      const first = heard.findIndex((text) => text.includes(`heron ${STEPS * EACH - 1}`));
      if (first < 0) throw new Error('nothing was resumed');
      return { resume: at[first].arrived - began };
    },
  },
  { name: 'screen', isScreen: true },
];

/** From each answer to the next request; what was called must have run, and so must its hooks. */
function stepsOf({ times: [...at], heard, ran }, calls, hooks = 0) {
  if (at.length !== calls + 1) throw new Error(`${at.length - 1} of ${calls} calls`);
  if (!heard.at(-1).includes(printed(calls - 1))) throw new Error('the commands did not run');
  if (ran !== calls * hooks) throw new Error(`${ran} of ${calls * hooks} runs of hooks`);
  return at.slice(1).map(({ arrived }, n) => arrived - at[n].answered);
}

/** Plays it once, in directories that an agent keeps over all rounds. */
export async function playOnce(peer, play, root) {
  const trace = join(root, 'ran');
  rmSync(trace, { force: true });
  const one = hooked(peer, play.hooks ?? 0, trace);
  const isResumed = play.before !== undefined;
  if (isResumed && !existsSync(join(root, 'project')))
    await open(
      one,
      root,
      () => play.before(peer),
      runIn((stage) => one.args(stage), { limitMs: LONG_MS }),
    );
  if (play.isScreen) return open(one, root, () => [], screenOf);
  const run = await open(
    one,
    root,
    () => play.script(peer),
    runIn((stage) => (isResumed ? one.resumes(stage) : one.args(stage)), {
      isCounted: play.isCounted,
    }),
  );
  return play.figures({ ...run, ran: linesIn(trace) });
}

async function open(one, root, script, act) {
  const stage = await openStage(one, root, true, script);
  try {
    return await act(one, stage);
  } finally {
    await stage.endpoint.close();
  }
}

const runIn =
  (args, { isCounted, limitMs } = {}) =>
  async (one, stage) => {
    const words = [...one.words, ...args(stage)];
    let memory;
    const began = performance.now();
    const { code, output } = await runProgram(
      isCounted ? counted(words) : words,
      stage.project,
      stage.env,
      {
        started: (pid) => {
          if (isCounted) memory = watchMemory(pid);
        },
        ...(limitMs ? { limitMs } : {}),
      },
    );
    const megabytes = memory?.stop();
    if (code === null) throw new Error('did not end in time');
    if (code !== 0) throw new Error(`exited ${code}: ${reasonIn(output)}`);
    const { times: at, steps: heard } = stage.endpoint;
    if (at.length === 0) throw new Error(`asked for nothing: ${reasonIn(output)}`);
    return { began, times: at, heard, output, megabytes };
  };

/** The first sentence that speaks of an error, or else the last line. Places on this machine are nobody's concern. */
function reasonIn(output) {
  const lines = output.trim().split(/\n|(?<=\.) /);
  const line = lines.find((one) => /error/i.test(one)) ?? lines.at(-1);
  return line
    .replace(/\/(tmp|home|root)\/\S*/g, '...')
    .trim()
    .slice(0, 200);
}

async function screenOf(one, stage) {
  const { project: cwd, env } = stage;
  return openScreen([...one.words, ...one.opens(stage)], { cwd, env });
}

const linesIn = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
