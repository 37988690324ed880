// The day that bench/groups/day.mjs measures: an agent in the current directory, which is its home and
// project. Prints what it saw as JSON.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { resourceUsage } from 'node:process';
import { Agent } from '../../packages/agent-sdk/dist/index.js';
import { dayModel } from './model.mjs';

const TURNS = 200;
/** Turns at either end that are compared. */
const SPAN = 20;

const seen = { turns: 0, calls: 0, hooks: 0, wrong: [] };

/** 25 runs a turn, of which 14 are processes and 11 are functions. */
const hooks = {
  UserPromptSubmit: [entry(command('printf "the day goes on"'), command('true'), quick())],
  PreToolUse: [entry(command('cat >/dev/null'))],
  PostToolUse: [entry(quick())],
  Stop: [entry(command('exit 0'), command('exit 0 # again'))],
};

function entry(...list) {
  return { hooks: list };
}

function command(text) {
  return { type: 'command', command: text };
}

function quick() {
  return { type: 'function', run: async () => undefined };
}

async function main() {
  const dir = process.cwd();
  for (let n = 0; n < 10; n++)
    writeFileSync(`part-${n}.txt`, `a line of part ${n}, which somebody may look for\n`.repeat(40));
  const agent = await Agent.create({
    workdir: dir,
    home: dir,
    model: dayModel(dir),
    hooks,
    permissionMode: 'bypassPermissions',
    session: { keep: true },
  });
  agent.subscribe(count);
  const reference = fork(new URL('reference.mjs', import.meta.url));
  const times = [];
  const starts = [];
  const work = [];
  let firstMB = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const began = performance.now();
    const used = process.cpuUsage();
    const { ended, error } = await agent.sendMessage(`Prompt ${turn}: the next part of the work.`);
    if (ended !== 'done') throw new Error(`turn ${turn} ended as ${ended}: ${error}`);
    const ms = performance.now() - began;
    times.push(ms);
    work.push(process.cpuUsage(used).user / 1e3);
    if (turn < SPAN || turn >= TURNS - SPAN) starts.push(ms / (await startOf(reference)));
    seen.turns++;
    if (turn === 0) firstMB = process.memoryUsage.rss() / 1e6;
  }
  const said = JSON.stringify(agent.messages).length / 1e3;
  const file = statSync(agent.transcriptPath).size / 1e3;
  await agent.close();
  reference.disconnect();
  console.log(
    JSON.stringify({
      ...seen,
      firstTurnMs: median(times.slice(0, SPAN)),
      lastTurnMs: median(times.slice(-SPAN)),
      firstTurnStarts: median(starts.slice(0, SPAN)),
      lastTurnStarts: median(starts.slice(-SPAN)),
      firstWorkMs: median(work.slice(0, SPAN)),
      lastWorkMs: median(work.slice(-SPAN)),
      firstMB,
      mostMB: resourceUsage().maxRSS / 1e3,
      saidKB: said,
      fileKB: file,
    }),
  );
}

async function startOf(reference) {
  reference.send('go');
  const [ms] = await once(reference, 'message');
  return ms;
}

/** Those that failed do not count: they would look fast. */
function count(event) {
  if (event.is === 'change' && event.change.is === 'tool' && event.change.patch.stage === 'end')
    add('calls', event.change.patch.success, event.change.patch.result);
  if (event.is === 'hook' && event.run.is === 'ended')
    add('hooks', event.run.run.outcome.code === 0, event.run);
}

function add(what, isGood, came) {
  if (isGood) seen[what]++;
  else seen.wrong.push(came);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

await main();
