// What the engine costs on top of what nobody can avoid. Every number stands next to a floor that
// was measured in the same run, so that a busy or a slow machine moves both.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chart } from './chart.mjs';
import { agent } from './groups/agent.mjs';
import { bulk } from './groups/bulk.mjs';
import { cache } from './groups/cache.mjs';
import { ccc } from './groups/ccc.mjs';
import { day } from './groups/day.mjs';
import { decide } from './groups/decide.mjs';
import { endurance } from './groups/endurance.mjs';
import { http } from './groups/http.mjs';
import { kit } from './groups/kit.mjs';
import { launcher, launcherBulk } from './groups/launcher.mjs';
import { match } from './groups/match.mjs';
import { processes } from './groups/process.mjs';
import { screen } from './groups/screen.mjs';
import { spec } from './groups/spec.mjs';
import { start } from './groups/start.mjs';
import { trust } from './groups/trust.mjs';
import { worker } from './groups/worker.mjs';
import { measure } from './measure.mjs';
import { table } from './table.mjs';

const GROUPS = [
  ...[processes, worker, http, bulk, match, decide, spec, trust, start, agent, cache, kit, ccc],
  ...[screen, day, launcher, launcherBulk, endurance],
];
const NAMES = GROUPS.map(({ name }) => name).join(', ');
const ROUNDS = 60;
const USAGE = `usage: bench [--only NAME]... [--rounds N] [--json] [--check] [--chart FILE]\ngroups: ${NAMES}`;

const OPTIONS = {
  only: { type: 'string', multiple: true },
  rounds: { type: 'string' },
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  chart: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

async function main() {
  const asked = read(process.argv.slice(2));
  if (asked.help) return console.log(USAGE);
  const rows = [];
  for (const group of asked.groups) {
    // The tables come one by one, since a whole run takes a minute.
    const measured = await measure(group, asked.rounds);
    rows.push(...measured);
    if (!asked.json) console.log(table(measured));
  }
  if (asked.json) console.log(JSON.stringify(report(asked.rounds, rows), null, 2));
  else console.log(summary(rows));
  if (asked.chart !== undefined) draw(asked.chart, rows);
  if (asked.check && rows.some(({ ok }) => ok === false)) process.exitCode = 1;
}

function read(args) {
  try {
    const { values } = parseArgs({ args, options: OPTIONS });
    return { ...values, groups: groupsOf(values.only), rounds: roundsOf(values.rounds) };
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

function roundsOf(text) {
  const rounds = Number(text ?? ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds: expected a whole number from 1 on, got ${text}`);
  return rounds;
}

/** A picture of what an agent's memory does to hooks. */
function draw(file, rows) {
  const picture = chart(rows);
  if (picture !== undefined) return writeFileSync(file, picture);
  console.error('bench: --chart: expected the group launcher among those that ran');
  process.exitCode = 1;
}

const report = (rounds, rows) => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  rounds,
  rows,
});

function summary(rows) {
  const limited = rows.filter(({ ok }) => ok !== undefined);
  const held = limited.filter(({ ok }) => ok).length;
  return `${held} of ${limited.length} limits hold`;
}

await main();
