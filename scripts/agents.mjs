// `npm run agents`: runs the real agents, guarded by Wave, against scripted models on loopback, and prints what
// became of everything that a hook can ask for. It installs them from npm, so it is no part of `npm test`.
// `npm run agents -- codex qwen-code` tries only those; the others stay in the table as they were seen last.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLIENTS, PINS } from './agents/clients.ts';
import { HOSTILE } from './agents/hostile.ts';
import { canIsolate, isIsolated, isolated } from './agents/inside.ts';
import { play } from './agents/play.ts';
import { putIntoDocs, withEarlier } from './agents/report.ts';
import { SITUATIONS } from './agents/situations.ts';
import { hasMoment, verdict, wordsOf } from './agents/verdict.ts';
import { installAside } from './aside.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const INSIDE = '--inside';
const NAMES = Object.keys(CLIENTS);

const given = process.argv.slice(2);
const asked = given.filter((one) => one !== INSIDE);
const unknown = asked.find((one) => !NAMES.some((name) => name === one));
if (unknown !== undefined) fail(`agents: expected some of ${NAMES.join(', ')}, got ${unknown}`);
const names = asked.length > 0 ? NAMES.filter((name) => asked.includes(name)) : NAMES;

if (given.includes(INSIDE)) await tryAll();
else process.exit(await enter());

/** Everything is installed before the network is gone. */
async function enter() {
  if (!canIsolate())
    fail(
      'agents: this machine gives no process a network of its own (unshare -rn), so nothing was run: an agent that is tried must reach nothing but loopback.',
    );
  installAside(root, 'agents', PINS);
  return isolated([process.execPath, fileURLToPath(import.meta.url), INSIDE, ...asked]);
}

async function tryAll() {
  if (!isIsolated())
    fail('agents: more than loopback can be reached from here, so nothing was run.');
  const modules = join(root, 'node_modules/.agents/node_modules');
  const tried = [];
  for (const name of names) {
    for (const one of [...SITUATIONS, ...HOSTILE]) {
      const isThere = hasMoment(name, one.event);
      const seen = isThere ? await play(name, modules, one.play) : undefined;
      const cell = seen ? verdict(name, one, seen) : { is: 'no such moment' };
      tried.push({ name, situation: one, cell });
      if (seen && cell.is === 'lost')
        keep(`${name}-${one.event}-${one.effect}`, JSON.stringify(seen, null, 2));
      console.log(
        `${name.padEnd(12)} ${one.event.padEnd(18)} ${one.effect.padEnd(28)} ${wordsOf(cell)}`,
      );
    }
  }
  const all = withEarlier(join(root, 'node_modules/.agents/tried.json'), tried);
  if (NAMES.every((name) => all.some((one) => one.name === name)))
    putIntoDocs(join(root, 'docs/guard.md'), all);
  const lost = tried.filter(({ cell }) => cell.is === 'lost').length;
  if (lost > 0) fail(`agents: ${lost} lost; what was seen is in node_modules/.agents/seen`);
}

function keep(name, text) {
  const dir = join(root, 'node_modules/.agents/seen');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, `${name.replaceAll(/[^\w-]+/g, '-')}.json`), text);
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
