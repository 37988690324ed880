// Pictures of the screen for the README: drives the built `wave` in a pseudo-terminal, with an endpoint
// on loopback in place of a model, and draws the cells of an emulator as SVG.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { installAside } from './aside.mjs';
import { SCENES } from './screenshots/scenes.mjs';
import { svgOf } from './screenshots/svg.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const WAVE = join(root, 'packages/code/bin/wave.cjs');
const OUT = join(root, 'docs/images');
const COLUMNS = 92;
const PATIENCE_MS = 20_000;

/** Who draws a scene: Wave itself, or a small editor with Wave at its other end. */
const PROGRAMS = {
  wave: (_prompt, args) => [WAVE, ...args],
  editor: (prompt) => {
    const aside = installAside(root, 'acpx', { acpx: '0.19.1' });
    const agent = `${process.execPath} ${WAVE} acp`;
    return [join(aside, 'node_modules/acpx/dist/cli.js'), '--agent', agent, 'exec', prompt];
  },
};

const only = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
for (const scene of SCENES.filter(({ name }) => only.length === 0 || only.includes(name))) {
  writeFileSync(join(OUT, `${scene.name}.svg`), await picture(scene));
  console.log(`docs/images/${scene.name}.svg`);
}

async function picture({
  title,
  files = {},
  replies = [],
  steps,
  rows = 40,
  key = true,
  theme = 'dark',
  args = [],
  program = 'wave',
  prompt,
}) {
  const dir = mkdtempSync(join(tmpdir(), 'wave-screenshot-'));
  const endpoint = await listen(replies);
  const place = prepare(dir, files, key ? endpoint.url : undefined, theme);
  const terminal = open(place, rows, PROGRAMS[program](prompt, args));
  try {
    for (const step of steps) await step(terminal, place);
    return svgOf(terminal.emulator, { title, theme, hasCursor: terminal.hasCursor() });
  } finally {
    await terminal.end();
    endpoint.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A home and a project with short names, since they stand in the picture. */
function prepare(dir, files, url, theme) {
  const home = join(dir, 'home');
  const cwd = join(home, 'shop');
  mkdirSync(cwd, { recursive: true });
  const write = (path, content) => {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const { PATH } = process.env;
  const terminal = { TERM: 'xterm-256color', LANG: 'C.UTF-8', WAVE_THEME: theme };
  const env = { PATH, HOME: home, TMPDIR: dir, ...terminal };
  const keys = url ? { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url } : {};
  return { cwd, write, env: { ...env, ...keys } };
}

function open({ cwd, env }, rows, args) {
  const child = spawn(process.execPath, args, { cols: COLUMNS, rows, cwd, env });
  const emulator = new headless.Terminal({ cols: COLUMNS, rows, allowProposedApi: true });
  let raw = '';
  child.onData((text) => {
    raw += text;
    emulator.write(text);
  });
  emulator.onData((answer) => child.write(answer));
  const ended = new Promise((resolve) => child.onExit(resolve));
  const text = () => {
    const { active } = emulator.buffer;
    const lines = [];
    for (let at = 0; at < active.length; at++)
      lines.push(active.getLine(at)?.translateToString(true) ?? '');
    return lines.join('\n');
  };
  const shown = async (wanted) => {
    for (const limit = Date.now() + PATIENCE_MS; !wanted.test(text()); await sleep(20))
      if (Date.now() > limit) throw new Error(`${wanted} did not come:\n${text()}`);
  };
  return {
    emulator,
    shown,
    hasCursor: () => raw.lastIndexOf('\u001b[?25h') > raw.lastIndexOf('\u001b[?25l'),
    type: (keys) => child.write(keys),
    listens: async () => {
      for (let tries = 0; !raw.includes('\u001b[?2004h') && tries < 1_000; tries++) await sleep(20);
    },
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** An endpoint that says what the scene wants, one reply a request. */
async function listen(replies) {
  const left = [...replies];
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const reply = left.shift() ?? { text: 'That is all.' };
    const events = eventsOf(reply);
    // What still streams when the picture is taken has no end.
    const end = events.findIndex(({ type }) => type === 'content_block_stop');
    for (const event of reply.streams ? events.slice(0, end) : events)
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    if (!reply.streams) response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A reply is a text, a call, or both. */
function eventsOf({ text, call }) {
  const blocks = [
    ...(text
      ? [
          [
            { type: 'text', text: '' },
            { type: 'text_delta', text },
          ],
        ]
      : []),
    ...(call
      ? [
          [
            { type: 'tool_use', id: `call_${call.name}`, name: call.name, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
          ],
        ]
      : []),
  ];
  const usage = { input_tokens: 1_840, output_tokens: 96 };
  return [
    {
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage },
    },
    ...blocks.flatMap(([content_block, delta], index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage,
    },
    { type: 'message_stop' },
  ];
}
