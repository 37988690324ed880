import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { scratchDir } from '../../scripts/agents/stage.ts';
import { machineNow, medianOf, shuffled, timed } from '../measure.mjs';
import { counted, cpuIn, mustSucceed, raw } from '../programs.mjs';
import { openTerminal } from '../terminal.mjs';
import { findPeers } from './find.mjs';
import { PLAYS, playOnce } from './plays.mjs';
import { PLAY_NAMES, rowsOf } from './rows.mjs';

const SETTLE_MS = 200;
/** So often in a round: it is what all others are compared with. */
const FLOORS_A_ROUND = 3;

/**
 * Plays everything with every agent that is there, round by round, each round in an order of its own. What
 * an agent cannot do is told, and not tried again.
 */
export async function measurePeers({ paths, modules, rounds, only, say }) {
  const machine = machineNow();
  const { found, missing } = findPeers(paths, modules);
  for (const { title, path } of missing)
    say(`${title} is left out: no program that runs at ${path}`);
  const agents = found.filter(({ name }) =>
    isAsked(
      name,
      only,
      found.map((one) => one.name),
    ),
  );
  const plays = PLAYS.filter(({ name }) => isAsked(name, only, PLAY_NAMES));
  const roots = new Map();
  const rootOf = (agent, play) => {
    const key = `${agent.name} ${play.before || play.hooks ? play.name : ''}`;
    if (!roots.has(key)) roots.set(key, scratchDir());
    return roots.get(key);
  };
  const all = agents.flatMap((agent) => plays.map((play) => ({ agent, play })));
  const samples = Object.fromEntries(agents.map(({ name }) => [name, {}]));
  const problems = [];
  const floors = { start: [], cpu: [], memory: [], terminal: [] };
  try {
    // Round 0 fills caches and does not count.
    for (let round = 0; round <= rounds; round++) {
      const rest = all.filter(({ agent, play }) => !isBroken(problems, agent, play));
      const turns = [...rest, ...Array.from({ length: FLOORS_A_ROUND }, () => undefined)];
      for (const turn of shuffled(turns, round)) {
        await wait(SETTLE_MS);
        if (turn === undefined) {
          add(floors, await bareNode());
          continue;
        }
        const { agent, play } = turn;
        const figures = await attempt(agent, play, rootOf(agent, play));
        if (figures.problem !== undefined) problems.push({ ...figures, agent, play });
        else if (round > 0) add(samples[agent.name], figures);
        say(`round ${round} of ${rounds}: ${agent.title}, ${play.name}${told(figures)}`);
      }
    }
  } finally {
    for (const root of roots.values()) rmSync(root, { recursive: true, force: true });
  }
  const names = agents.map(({ name }) => name);
  const medians = Object.fromEntries(
    Object.entries(samples).map(([name, figures]) => [name, middles(figures)]),
  );
  return {
    node: process.version,
    rounds,
    machine,
    agents: agents.map(({ name, title, version }) => ({ name, title, version })),
    missing: missing.map(({ title }) => title),
    rows: rowsOf(medians, middles(floors), names),
    problems: problems.map(({ agent, play, problem }) => ({
      title: agent.title,
      what: `${play.name}: ${problem.split('\n')[0]}`,
    })),
  };
}

/** What is asked for by none of their names is all of them. */
function isAsked(name, only, names) {
  const asked = (only ?? []).filter((one) => names.includes(one));
  return asked.length === 0 || asked.includes(name);
}

const isBroken = (problems, agent, play) =>
  problems.some((one) => one.agent === agent && one.play === play);

async function attempt(agent, play, root) {
  try {
    return await playOnce(agent, play, root);
  } catch (error) {
    return { problem: error.message };
  }
}

const told = ({ problem, ...figures }) =>
  problem === undefined
    ? ` ${Object.entries(figures)
        .map(([key, value]) => `${key} ${value.toFixed(0)}`)
        .join(', ')}`
    : `: ${problem}`;

function add(into, figures) {
  for (const [key, value] of Object.entries(figures)) into[key] = [...(into[key] ?? []), value];
}

const middles = (lists) =>
  Object.fromEntries(Object.entries(lists).map(([key, values]) => [key, medianOf(values)]));

const MAX_RSS = 'console.log(process.resourceUsage().maxRSS)';

/** The floor of every row: a Node that does nothing, by the same measures. */
async function bareNode() {
  const node = process.execPath;
  const run = async (words) => {
    const ended = await raw(words[0], words.slice(1), '');
    mustSucceed(ended, words.join(' '));
    return ended.stdout;
  };
  const terminal = await timed(
    () => openTerminal([node, '-e', '0'], { cwd: process.cwd(), env: process.env }).ended,
  );
  return {
    start: await timed(() => run([node, '-e', '0'])),
    cpu: cpuIn(await run(counted([node, '-e', '0']))),
    memory: Number(await run([node, '-e', MAX_RSS])) / 1_024,
    terminal,
  };
}
