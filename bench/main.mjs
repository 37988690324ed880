// What Wave costs on top of what nobody can avoid. Every number is compared with a floor that was measured in the
// same run, so that a busy or a slow machine moves both.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apart, tellParent } from './apart.mjs';
import { embedding } from './groups/embedding.mjs';
import { engine, growth } from './groups/engine.mjs';
import { launcher, launcherBulk } from './groups/launcher.mjs';
import { log } from './groups/log.mjs';
import { page } from './groups/page.mjs';
import { permission } from './groups/permission.mjs';
import { sandbox } from './groups/sandbox.mjs';
import { scenarios } from './groups/scenarios.mjs';
import { screen } from './groups/screen.mjs';
import { answers, calls, late } from './groups/sessions.mjs';
import { start } from './groups/start.mjs';
import { undo } from './groups/undo.mjs';
import { busyWords, machineNow, measure, wholeNumber } from './measure.mjs';
import { comparePeers, PEER_OPTIONS, PEERS_USAGE } from './peers/command.mjs';
import { faults, summary, table } from './table.mjs';

const GROUPS = [
  ...[start, embedding, engine, launcher, launcherBulk, calls, answers, late],
  ...[permission, scenarios, log, sandbox, undo, screen, page, growth],
];
const NAMES = GROUPS.map(({ name }) => name).join(', ');
const ROUNDS = 60;
/** How long a group may take, for so many rounds. */
const MINUTES = 10;
const USAGE = `usage: bench [--only NAME[,NAME]]... [--rounds N] [--json] [--check]
       bench --list
       ${PEERS_USAGE}
groups: ${NAMES}`;

const OPTIONS = {
  only: { type: 'string', multiple: true },
  rounds: { type: 'string' },
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  // A group that is measured right here, by the process that was started for it.
  here: { type: 'string' },
  ...PEER_OPTIONS,
};

async function main() {
  const asked = read(process.argv.slice(2));
  if (asked.help) return console.log(USAGE);
  if (asked.list) return console.log(GROUPS.map(({ name }) => name).join('\n'));
  if (asked.here !== undefined) return tellParent(() => measure(asked.groups[0], asked.rounds));
  if (asked.peers) {
    process.exitCode = await comparePeers(asked, fileURLToPath(import.meta.url));
    return;
  }
  await measureAll(asked);
}

async function measureAll(asked) {
  const machine = machineNow();
  const busy = busyWords(machine);
  const rows = [];
  const broken = [];
  for (const group of asked.groups) {
    // The tables come one by one, since a whole run takes minutes.
    const result = await measureApart(group, asked.rounds);
    if (result.problem !== undefined) broken.push({ group: group.name, problem: result.problem });
    rows.push(...(result.rows ?? []));
    if (!asked.json && result.rows) console.log(table(result.rows));
  }
  if (asked.json) console.log(JSON.stringify(report(asked.rounds, machine, rows, broken), null, 2));
  else console.log(summary(rows, broken));
  if (busy) console.error(`bench: ${busy}`);
  if ((asked.check ? faults(rows, broken) : broken).length > 0) process.exitCode = 1;
}

const measureApart = ({ name }, rounds) =>
  apart(
    fileURLToPath(import.meta.url),
    ['--here', name, '--rounds', String(rounds)],
    MINUTES * 60_000 * Math.max(1, rounds / ROUNDS),
  );

function read(args) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    const named = values.only?.flatMap((names) => names.split(','));
    const only = values.here === undefined ? named : [values.here];
    const groups = values.peers ? [] : groupsOf(only);
    return {
      ...values,
      groups,
      rounds: roundsOf(values.rounds, values.peers ? undefined : ROUNDS),
    };
  } catch (error) {
    console.error(`bench: ${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

function groupsOf(names) {
  const unknown = names?.find((name) => !GROUPS.some((group) => group.name === name));
  if (unknown !== undefined) throw new Error(`expected one of ${NAMES}, got ${unknown}`);
  return GROUPS.filter(({ name }) => names?.includes(name) ?? true);
}

const roundsOf = (text, usual) => (text === undefined ? usual : wholeNumber(['--rounds', text])[1]);

const report = (rounds, machine, rows, broken) => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  rounds,
  machine,
  rows,
  broken,
});

await main();
