import { type Configured, openServers } from '@wavehooks/agent-sdk';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { onInterrupt } from '../cli/signals.ts';
import { exactLine, exactly, exactPlace, type Paint, painter, type Style } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { type Found, findServers, pick, SERVER_FLAGS } from './servers.ts';

const FLAGS = {
  ...SERVER_FLAGS,
  'no-check': { type: 'boolean', about: 'start no server' },
} as const;
const usage = (form: string) => usageOf({ forms: [`wave mcp ${form} [options]`], options: FLAGS });

/** What a server is called that was not started, or could not be. */
const WORDS: Record<Configured['use']['is'], string> = {
  start: 'on',
  off: 'off',
  'needs approval': 'needs approval',
  wrong: 'wrong',
};

const STYLES: Readonly<Record<string, Style>> = {
  connected: 'green',
  on: 'green',
  off: 'dim',
  wrong: 'red',
  failed: 'red',
};

/** `wave mcp list`: every server with where it comes from, and what comes of starting it. */
export const list: Command = async (args, io) => {
  const { values } = readArgs(args, FLAGS, usage('list'));
  const found = findServers(values, io);
  const states = values['no-check'] ? new Map() : await tried(found);
  const rows = found.servers.map((server) => rowOf(server, states.get(server.name)));
  const { problems } = found;
  if (values.json) {
    io.out(`${JSON.stringify({ servers: rows, problems }, null, 2)}\n`);
    return 0;
  }
  const paint = painter(io.color);
  io.out(rows.map((row) => `${textOf(row, paint)}\n`).join('') || NONE);
  for (const { level, text, source } of problems)
    io.err(`${level}: ${exactly(source)}: ${exactly(text)}\n`);
  return 0;
};

/** `wave mcp get`: the same for one server. */
export const get: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, usage('get NAME'));
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0)
    throw new UsageError(`which server?\n${usage('get NAME')}`);
  const found = findServers(values, io);
  const server = pick(found.servers, name);
  const states = values['no-check'] ? new Map() : await tried({ ...found, servers: [server] });
  const row = rowOf(server, states.get(name));
  io.out(values.json ? `${JSON.stringify(row, null, 2)}\n` : `${textOf(row, painter(io.color))}\n`);
  return 0;
};

const NONE = 'No MCP servers are configured. `wave mcp add` adds one; "wave help mcp" says more.\n';

interface Tried {
  readonly state: string;
  readonly reason?: string | undefined;
}

/** What comes of starting those that may run, all at once. None of them is called, and all are ended. */
async function tried({ servers, projectDir, env }: Found): Promise<Map<string, Tried>> {
  const waits = servers.flatMap(({ use }) => (use.is === 'start' ? [2 * use.spec.startMs] : []));
  if (waits.length === 0) return new Map();
  const hub = await openServers({ servers, projectDir, env, waitMs: Math.max(...waits) });
  const done = onInterrupt(() => hub.close());
  try {
    await hub.settle(new AbortController().signal);
    const own = new Set(servers.flatMap(({ name, use }) => (use.is === 'start' ? [name] : [])));
    return new Map(
      hub.api
        .servers()
        .filter(({ name }) => own.has(name))
        .map(({ name, state, reason }) => [
          name,
          { state: state === 'ready' ? 'connected' : state, reason },
        ]),
    );
  } finally {
    done();
    await hub.close();
  }
}

type Row = ReturnType<typeof rowOf>;

function rowOf({ name, source, target, use }: Configured, tried?: Tried) {
  const reason = tried?.reason ?? ('reason' in use ? use.reason : undefined);
  const state = tried?.state ?? WORDS[use.is];
  return { name, state, source, target, ...(reason === undefined ? {} : { reason }) };
}

function textOf({ name, state, source, target, reason }: Row, paint: Paint): string {
  const style = STYLES[state] ?? 'yellow';
  return [
    `${paint(style, state)}  ${exactly(name)}  ${paint('dim', exactPlace(source))}`,
    paint('dim', `  ${exactLine(target)}`),
    ...(reason === undefined ? [] : [`  ${exactly(reason)}`]),
  ].join('\n');
}
