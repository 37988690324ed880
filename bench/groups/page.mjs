import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { percentile } from '../measure.mjs';
import { tempDir } from '../programs.mjs';

const DIST = fileURLToPath(new URL('../../packages/code/dist', import.meta.url));
const EVENTS = 10_000;
const FRAMES = 60;

/** How fluid the page of a long trace is: frames of a browser, against the same page with nothing in it. */
export const page = { name: 'page', open, rounds: 8 };

async function open() {
  const { dir, remove } = await tempDir();
  const browser = await openBrowser();
  const show = async (name, events) => {
    const file = join(dir, `${name}.html`);
    writeFileSync(file, pageOf(events));
    const tab = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await tab.goto(pathToFileURL(file).href);
    await tab.waitForSelector('.rows');
    return tab;
  };
  const [empty, full] = [await show('empty', 0), await show('full', EVENTS)];
  const rows = (what, act) => [
    { name: `${what}, an empty page`, unit: 'ms', run: () => frames(empty, act) },
    {
      name: `between frames (p95), ${what}, 10,000 events`,
      unit: 'ms',
      run: () => frames(full, act),
    },
  ];
  const cases = [
    ...rows('scrolling', 'scroll'),
    ...rows('arrow keys', 'keys'),
    ...rows('searching', 'search'),
  ];
  const close = async () => {
    await browser.close();
    await remove();
  };
  return { cases, close };
}

/** As the tests do: from npm on Linux, an installed Chrome elsewhere. Loaded only where it is measured. */
export async function openBrowser() {
  const { chromium } = await import('playwright-core');
  if (process.platform !== 'linux') return chromium.launch({ channel: 'chrome' });
  const { default: sparticuz } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: sparticuz.args,
  });
}

/** The pauses between frames while something happens in each of them. */
async function frames(tab, act) {
  await tab.bringToFront();
  const pauses = await tab.evaluate(
    ({ act, count }) =>
      new Promise((resolve) => {
        const list = document.querySelector('.rows');
        const acts = {
          scroll: (at) => {
            list.scrollTop = at * 500;
          },
          keys: () =>
            list.dispatchEvent(
              new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
            ),
          search: (at) => {
            const search = document.getElementById('search');
            search.value = ['', 'n', 'np', 'npm', 'npm 4'][at % 5];
            search.dispatchEvent(new InputEvent('input', { bubbles: true }));
          },
        };
        const times = [];
        const next = (now) => {
          times.push(now);
          if (times.length > count)
            return resolve(times.slice(1).map((time, at) => time - times[at]));
          acts[act](times.length);
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    { act, count: FRAMES },
  );
  return percentile(95, pauses);
}

const pageOf = (events) =>
  `<!doctype html><meta charset="utf-8"><style>${part('trace-style.css')}</style><div id="page"></div>
<script type="application/json" id="trace">${JSON.stringify(traceOf(events))}</script>
<script>${part('trace.js')}</script>`;

const part = (name) => readFileSync(join(DIST, name), 'utf8');

/** Turns of ten: a call with two hooks each. */
function traceOf(events) {
  const spans = Array.from({ length: events }, (_, at) => spanOf(at));
  return {
    ...{ version: 1, session: 's', began: '2026-01-31T12:00:00.000Z', withContent: true },
    ...{ lanes: [{ id: 'main', name: 'agent' }], spans, unused: [] },
  };
}

function spanOf(at) {
  const place = { id: `${at}`, lane: 'main', at: at * 10 };
  if (at % 10 === 0) return { is: 'turn', ...place, ms: 99, prompt: `prompt ${at}`, ended: 'done' };
  const turn = `${at - (at % 10)}`;
  const before = at % 10;
  if (before % 3 === 1)
    return {
      ...{ is: 'call', ...place, parent: turn, ms: 25, tool: 'Bash', call: `${at}` },
      ...{ success: true, verdict: 'none', sent: { command: `npm test -- ${at}` } },
    };
  return {
    ...{ is: 'run', ...place, parent: `${at - ((before - 1) % 3)}`, ms: 4, event: 'PreToolUse' },
    ...{ hook: `hook-${before}`, source: '.wave/settings.json:4', outcome: 'exit 0' },
    ...{ failed: false, decision: 'none', said: [] },
  };
}
