// `npx node scripts/screenshots.mjs --beside [NAME]...`: fifteen moments of Wave beside Claude Code and Codex, each in a terminal with a
// scripted model on loopback, as one page of pictures to look at. The agents come from npm, as for `npm run agents`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPeers } from '../../bench/peers/find.mjs';
import { LISTENS, openTerminal } from '../../bench/terminal.mjs';
import { PINS } from '../agents/clients.ts';
import { canIsolate, isIsolated, isolated } from '../agents/inside.ts';
import { openStage, put, scratchDir } from '../agents/stage.ts';
import { installAside } from '../aside.mjs';
import { MOMENTS } from './moments.mjs';
import { svgOf } from './svg.mjs';

const SIZE = { columns: 100, rows: 32 };
/** A screen that shows the same for so long has drawn what it had to draw; one that never rests is taken as it is. */
const STILL_MS = 1_500;
const MOST_MS = 8_000;

const ASIDE = 'moments';
const TOOLS = ['@anthropic-ai/claude-code', '@openai/codex'];

/** How each is opened so that it asks, or so that its own rules let commands run. */
const OPENS = {
  wave: () => [],
  'claude-code': (asks) => [
    ...['--permission-mode', 'default'],
    ...(asks ? [] : ['--allowedTools', 'Bash', 'Write', 'Edit']),
  ],
  codex: (asks) => [
    '--dangerously-bypass-hook-trust',
    ...['-s', asks ? 'read-only' : 'danger-full-access'],
  ],
};

/** What an agent asks once, before its first screen, and the keys that leave all as it is. */
const ONCE = [{ asked: 'Use existing model', keys: ['\u001b[B', '\r'] }];

/** The exit code. Everything is installed before the network is gone. */
export async function beside(root, main) {
  if (isIsolated()) return picturesOf(root);
  if (!canIsolate()) {
    console.error(
      'screenshots: this machine gives no process a network of its own (unshare -rn), so nothing was started: an agent must reach nothing but loopback.',
    );
    return 1;
  }
  installAside(root, ASIDE, Object.fromEntries(TOOLS.map((tool) => [tool, PINS[tool]])));
  return isolated([process.execPath, main, ...process.argv.slice(2)]);
}

async function picturesOf(root) {
  const aside = join(root, 'node_modules', `.${ASIDE}`);
  const isOurs = ({ name }) => Object.hasOwn(OPENS, name);
  const { found, missing } = findPeers({}, join(aside, 'node_modules'));
  const agents = found.filter(isOurs);
  for (const { title, path } of missing.filter(isOurs))
    console.error(`${title} is left out: nothing runs at ${path}`);
  const out = join(aside, 'pictures');
  mkdirSync(out, { recursive: true });
  let failed = 0;
  const asked = process.argv.slice(2).filter((one) => one !== '--beside');
  for (const moment of MOMENTS.filter(({ name }) => asked.length === 0 || asked.includes(name)))
    for (const agent of agents) {
      const file = `${moment.name}-${agent.name}.svg`;
      try {
        writeFileSync(join(out, file), await pictureOf(agent, moment));
        console.log(file);
      } catch (error) {
        failed++;
        console.error(`${file}: ${error.message}`);
      }
    }
  writeFileSync(join(out, 'index.html'), pageOf(agents));
  console.log(join(out, 'index.html'));
  return failed === 0 ? 0 : 1;
}

async function pictureOf(agent, { title, asks = false, hook, script = () => [], types }) {
  const scratch = scratchDir();
  const one = { ...agent, files: (stage) => filesOf(agent, stage, asks, hook) };
  const stage = await openStage(one, scratch, !asks, (project) => script(agent, project));
  const { home, project, env } = stage;
  for (const [name, text] of Object.entries(PROJECT)) put(join(project, name), text);
  execFileSync('git', ['init', '-q'], { cwd: project, env: { ...env, HOME: home } });
  const own = { ...env, NO_COLOR: '', TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  const words = [...agent.words, ...OPENS[agent.name](asks)];
  const terminal = openTerminal(words, { cwd: project, env: own, ...SIZE, parsed: true });
  try {
    await terminal.drawn(LISTENS);
    await still(terminal);
    const first = ONCE.find(({ asked }) => terminal.text().includes(asked))?.keys ?? [];
    for (const text of [...first, ...types]) {
      terminal.write(text);
      await still(terminal);
    }
    return svgOf(terminal.emulator, { title, hasCursor: terminal.hasCursor() });
  } finally {
    await terminal.end();
    await stage.endpoint.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

const PROJECT = {
  'cart.ts': 'export const total = 10;\n',
  'cart.test.ts': "import { total } from './cart.ts';\n",
};

function filesOf(agent, stage, asks, hook) {
  const files = { ...agent.files?.(stage), ...agent.knows?.(stage) };
  if (agent.name === 'wave')
    files['.wave/settings.json'] = JSON.stringify(asks ? {} : { permissions: { allow: ['Bash'] } });
  const at = agent.hooksFile();
  return hook ? { ...files, [at]: agent.withHooks(files[at] ?? '{}', [hook]) } : files;
}

/** Spinners and seconds go on. */
const shownBy = (terminal) => terminal.text().replace(/[\d\p{So}✻✽✶✢·*]/gu, '');

async function still(terminal) {
  const end = Date.now() + MOST_MS;
  let [text, since] = ['', Date.now()];
  while (Date.now() < end && Date.now() - since < STILL_MS) {
    await sleep(100);
    const now = shownBy(terminal);
    if (now !== text) [text, since] = [now, Date.now()];
  }
}

const pageOf = (agents) => `<!doctype html>
<meta charset="utf-8"><title>Fifteen moments</title>
<style>body{font:16px sans-serif} td{vertical-align:top} img{width:620px}</style>
<table>
<tr><th></th>${agents.map(({ title, version }) => `<th>${title} ${version}</th>`).join('')}</tr>
${MOMENTS.map(({ name, title }) => `<tr><th>${title}</th>${agents.map((agent) => `<td><img alt="" src="${name}-${agent.name}.svg"></td>`).join('')}</tr>`).join('\n')}
</table>
`;
