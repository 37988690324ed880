// Pictures for the docs: drives the built `wave` in a pseudo-terminal, with an endpoint on loopback in place of a
// model, and draws the cells of an emulator as SVG. With names, only those; `pages` are those of a real browser.
// With --beside, fifteen moments beside other agents.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LISTENS, openTerminal } from '../bench/terminal.mjs';
import { startModel } from '../bench/wire.mjs';
import { installAside } from './aside.mjs';
import { PAGES } from './screenshots/pages.mjs';
import { SCENES } from './screenshots/scenes.mjs';
import { svgOf } from './screenshots/svg.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const WAVE = join(root, 'packages/code/bin/wave.cjs');
const OUT = join(root, 'docs/images');

/** Who draws a scene: Wave itself, or a small editor with Wave at its other end. */
const PROGRAMS = {
  wave: () => [WAVE],
  editor: (prompt) => {
    const aside = installAside(root, 'acpx', { acpx: '0.19.1' });
    const agent = `${process.execPath} ${WAVE} acp`;
    return [join(aside, 'node_modules/acpx/dist/cli.js'), '--agent', agent, 'exec', prompt];
  },
};

if (process.argv.includes('--beside')) {
  const { beside } = await import('./screenshots/beside.mjs');
  process.exit(await beside(root, fileURLToPath(import.meta.url)));
}
const only = process.argv.slice(2);
const isAsked = (name) => only.length === 0 || only.includes(name);
for (const scene of SCENES.filter(({ name }) => isAsked(name))) {
  writeFileSync(join(OUT, `${scene.name}.svg`), await inPlace((dir) => picture(dir, scene)));
  console.log(`docs/images/${scene.name}.svg`);
}
for (const [name, draw] of Object.entries(PAGES).filter(([name]) => isAsked(name))) {
  await inPlace((dir) => draw(dir, WAVE, join(OUT, `${name}.png`)));
  console.log(`docs/images/${name}.png`);
}

async function inPlace(draw) {
  const dir = mkdtempSync(join(tmpdir(), 'wave-screenshot-'));
  try {
    return await draw(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function picture(
  dir,
  {
    title,
    files = {},
    replies = [],
    steps,
    rows,
    key = true,
    theme = 'dark',
    program = 'wave',
    prompt,
  },
) {
  const model = await startModel((count) =>
    partsOf(replies[count - 1] ?? { text: 'That is all.' }),
  );
  const place = prepare(dir, files, key ? model.env : {}, theme);
  const words = [process.execPath, ...PROGRAMS[program](prompt)];
  const terminal = openTerminal(words, { ...place, rows, columns: 92, parsed: true });
  const moves = {
    shown: (wanted) => terminal.until((text) => wanted.test(text)),
    type: terminal.write,
    listens: () => terminal.drawn(LISTENS),
    write: place.write,
  };
  try {
    for (const step of steps) await step(moves);
    return svgOf(terminal.emulator, { title, theme, hasCursor: terminal.hasCursor() });
  } finally {
    await terminal.end();
    model.close();
  }
}

/** A reply is a text, a call, or both. */
function partsOf({ text, call }) {
  const says = text ? [{ say: text }] : [];
  return call ? [...says, { call: call.name, input: call.input }] : says;
}

/** A home and a project with short names, since they are in the picture. */
function prepare(dir, files, keys, theme) {
  const home = join(dir, 'home');
  const cwd = join(home, 'shop');
  mkdirSync(cwd, { recursive: true });
  const write = (path, content) => {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: dir, WAVE_THEME: theme, ...keys };
  return { cwd, write, env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' } };
}
