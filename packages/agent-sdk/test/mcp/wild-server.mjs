// A server that speaks just enough of the protocol to misbehave. HOW says in which way, as JSON:
//   start:   what happens instead of, or before, an answer to the handshake
//   tools:   what it lists, as it is
//   call:    what a call of any tool leads to
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const how = JSON.parse(process.env.HOW ?? '{}');
const put = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const answer = (id, result) => put({ jsonrpc: '2.0', id, result });
const refuse = (id, message) => put({ jsonrpc: '2.0', id, error: { code: -32000, message } });
const unknown = (id) => put({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } });
const text = (said) => ({ content: [{ type: 'text', text: said }] });

/** As fast as anybody reads, without ever coming to an end. */
function flood(line) {
  const chunk = `${line}\n`.repeat(Math.ceil(60_000 / line.length));
  const more = () => {
    while (process.stdout.write(chunk));
    process.stdout.once('drain', more);
  };
  process.stdout.on('error', () => process.exit(0));
  more();
}

const TOOLS = {
  one: [{ name: 'poke', inputSchema: { type: 'object' } }],
  pair: [
    { name: 'poke', inputSchema: { type: 'object' } },
    { name: 'peek', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  ],
  many: Array.from({ length: 10_000 }, (_, at) => ({
    name: `tool${at}`,
    inputSchema: { type: 'object' },
  })),
  twins: [
    { name: 'poke', inputSchema: { type: 'object' } },
    { name: 'po ke', inputSchema: { type: 'object' } },
    { name: 'po_ke', inputSchema: { type: 'object' } },
    { name: 'poke', inputSchema: { type: 'object' } },
  ],
  wrong: [
    { name: 'poke', inputSchema: { type: 'object' } },
    { name: 'misspelt', inputSchema: { type: 'object', properties: { a: { type: 'strnig' } } } },
    { name: 'list', inputSchema: { type: 'array' } },
    { name: 'text', inputSchema: 'object' },
    { name: 'large', inputSchema: { type: 'object', description: 'x'.repeat(100_000) } },
    { name: 'either', inputSchema: { type: 'object', anyOf: [{ required: ['a'] }] } },
    { nameless: true },
    'no tool at all',
  ],
  wordy: [{ name: 'poke', description: 'y'.repeat(1_000_000), inputSchema: { type: 'object' } }],
};

/** As text: what is nested so deeply cannot be written as JSON from values. */
function listDeep(id) {
  const schema = `{"type":"object","properties":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
  const tools = `${JSON.stringify(TOOLS.one[0])},{"name":"deep","inputSchema":${schema}}`;
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[${tools}]}}\n`);
}

const STARTS = {
  exit: () => process.exit(7),
  say: () => {
    writeSync(2, 'the database is not there\n');
    process.exit(1);
  },
  never: () => {},
  flood: () => flood('this is no message'),
  line: () => flood('x'.repeat(60_000)),
  bytes: () => {
    process.stdout.write('{"jsonrpc":"2.0","id":0,"result":{"x":"');
    flood('y'.repeat(60_000).replaceAll('\n', ''));
  },
  refuse: (id) => refuse(id, 'not today'),
  nonsense: (id) => answer(id, { hello: 'there' }),
};

const CALLS = {
  fine: (id) => answer(id, text('fine')),
  exit: () => process.exit(9),
  shut: () => closeSync(1),
  never: () => {},
  nonsense: (id) => answer(id, { content: 'no list', isError: 'no flag' }),
  nothing: (id) => answer(id, null),
  odd: (id) => answer(id, { content: [{ type: 'hologram' }, 3, { type: 'text' }] }),
  refuse: (id) => refuse(id, 'I will not'),
  deepen: (id) => {
    how.tools = 'deep';
    put({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    answer(id, text('deeper'));
  },
  stranger: (id) => {
    answer(id + 1_000, text('not yours'));
    answer(id, text('yours'));
    answer(id, text('again'));
  },
  garbage: (id) => {
    process.stdout.write('garbage {{{ \u0000\n\n[1,2,3]\n"text"\nnull\n');
    answer(id, text('after garbage'));
  },
  huge: (id) => answer(id, text('z'.repeat(2_000_000))),
  flood: () => flood(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message' })),
  gush: (id) => {
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`,
    );
    flood('y'.repeat(60_000));
  },
};

if (how.children) {
  // Left behind in the group: whoever ends the server has to end these as well.
  for (let n = 0; n < how.children; n++)
    spawn('sh', ['-c', `sleep 600; : ${process.argv[2]}`], { stdio: 'inherit' });
}
if (how.deaf) process.on('SIGTERM', () => {});

const ANSWERS = {
  initialize: (id) =>
    (
      STARTS[how.start] ??
      (() =>
        answer(id, {
          protocolVersion: '2025-06-18',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'wild', version: '0' },
        }))
    )(id),
  'tools/list': (id) =>
    how.list === 'never'
      ? undefined
      : how.list === 'endless'
        ? answer(id, { tools: TOOLS.one, nextCursor: `${Math.random()}` })
        : how.tools === 'deep'
          ? listDeep(id)
          : answer(id, { tools: TOOLS[how.tools ?? 'one'] ?? how.tools }),
  'tools/call': (id) => (CALLS[how.call ?? 'fine'] ?? CALLS.fine)(id),
  ping: (id) => (how.call === 'never' ? undefined : answer(id, {})),
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id !== undefined) (ANSWERS[method] ?? unknown)(id);
  })
  .on('close', () => how.deaf || process.exit(0));
if (how.deaf) setInterval(() => {}, 1_000);
