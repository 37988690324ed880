// The picture of the page of `wave stats`: sessions on the practice model, whose records are spread over a
// week, and the page in a real browser.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { openTerminal } from '../../bench/terminal.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const WAVE = join(root, 'packages/code/bin/wave.cjs');
const hook = (name, command, matcher) => ({ matcher, hooks: [{ type: 'command', name, command }] });
const SETTINGS = {
  permissions: { allow: ['Bash(echo *)'] },
  hooks: {
    PreToolUse: [
      hook('no-force-push', 'grep -q -- --force && exit 2; exit 0', 'Bash'),
      hook('slow-check', 'sleep 0.3', 'Bash|Edit'),
    ],
  },
};
/** Prompts, and what is answered where they ask. */
const PROMPTS = [
  ['run git commit -m one', 'y'],
  ['run git commit -m two', 'y'],
  ['run make clean', 'y'],
  ['run make deploy', 'n'],
  ['run git push --force'],
  ['run echo hello'],
  ['read notes.txt'],
];
/** How often the records of that day are there on each day before. */
const DAYS = [1, 3, 2, 0, 4, 2, 1];

const dir = mkdtempSync(join(tmpdir(), 'wave-screenshot-'));
const [home, project] = [join(dir, 'home'), join(dir, 'shop')];
const env = { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
try {
  mkdirSync(join(home, '.wave'), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(home, '.wave/settings.json'), JSON.stringify(SETTINGS, null, 2));
  writeFileSync(join(project, 'notes.txt'), 'hello\n');
  await talk();
  const log = join(home, '.wave/logs/hooks.jsonl');
  writeFileSync(log, spread(readFileSync(log, 'utf8').split('\n').filter(Boolean)));
  const made = spawnSync(process.execPath, [WAVE, 'stats', '-o', 'stats.html'], {
    ...{ cwd: project, env, encoding: 'utf8' },
  });
  if (made.status !== 0) throw new Error(made.stderr);
  await picture(join(project, 'stats.html'));
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function talk() {
  const terminal = openTerminal([WAVE, '--model', 'practice'], { cwd: project, env });
  try {
    await terminal.drawn('\u001b[?2004h');
    for (const [prompt, answer] of PROMPTS) {
      terminal.forget();
      terminal.write(`${prompt}\r`);
      if (answer !== undefined) {
        await terminal.drawn('Run this command?');
        // Keys typed before the dialog appeared are ignored.
        await sleep(1_500);
        terminal.write(answer);
      }
      await sleep(3_000);
    }
  } finally {
    await terminal.end();
  }
}

/** The same records on other days as well; their chains do not matter here. */
function spread(lines) {
  const records = lines.map((line) => JSON.parse(line));
  const moved = (text, days) => new Date(Date.parse(text) - days * 86_400_000).toISOString();
  return DAYS.flatMap((times, before) =>
    Array.from({ length: times }, () =>
      records.map((record) => {
        const at = record.at === undefined ? {} : { at: moved(record.at, before) };
        const cost = record.is === 'request' ? { cost: 0.021, model: 'claude-sonnet-4-5' } : {};
        return `${JSON.stringify({ ...record, ...at, ...cost, time: moved(record.time, before) })}\n`;
      }),
    ).flat(),
  ).join('');
}

async function picture(html) {
  const places = (text) => text.replaceAll(project, '~/shop');
  writeFileSync(html, places(readFileSync(html, 'utf8')));
  const browser = await chromium.launch(
    process.platform === 'linux'
      ? { executablePath: await sparticuz.executablePath(), args: sparticuz.args }
      : { channel: 'chrome' },
  );
  const page = await browser.newPage({ viewport: { width: 1000, height: 760 } });
  await page.goto(pathToFileURL(html).href);
  await page.screenshot({ path: join(root, 'docs/images/stats.png'), fullPage: true });
  await browser.close();
  console.log('docs/images/stats.png');
}
