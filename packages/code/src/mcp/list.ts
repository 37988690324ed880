import type { Configured } from '@wavehooks/agent-sdk';
import { type Command, readArgs } from '../cli/command.ts';
import { exactLine, exactly, exactPlace, type Paint, painter, type Style } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { findServers, SERVER_FLAGS } from './servers.ts';

const USAGE = usageOf({ forms: ['wave mcp list [options]'], options: SERVER_FLAGS });

/** How each state is called and shown. */
const STATES: Record<Configured['use']['is'], { word: string; style: Style }> = {
  start: { word: 'on', style: 'green' },
  off: { word: 'off', style: 'dim' },
  'needs approval': { word: 'needs approval', style: 'yellow' },
  wrong: { word: 'wrong', style: 'red' },
};

/** `wave mcp list`: every server with where it comes from and whether it may run. Starts none. */
export const list: Command = async (args, io) => {
  const { values } = readArgs(args, SERVER_FLAGS, USAGE);
  const { servers, problems } = findServers(values, io);
  if (values.json) {
    io.out(`${JSON.stringify({ servers: servers.map(rowOf), problems }, null, 2)}\n`);
    return 0;
  }
  const paint = painter(io.color);
  io.out(servers.map((server) => `${textOf(server, paint)}\n`).join('') || NONE);
  for (const { level, text, source } of problems)
    io.err(`${level}: ${exactly(source)}: ${exactly(text)}\n`);
  return 0;
};

const NONE = 'No MCP servers are configured. `wave mcp add` adds one; "wave help mcp" says more.\n';

const rowOf = ({ name, source, target, use }: Configured) => ({
  name,
  state: STATES[use.is].word,
  source,
  target,
  ...('reason' in use ? { reason: use.reason } : {}),
});

function textOf({ name, source, target, use }: Configured, paint: Paint): string {
  const { word, style } = STATES[use.is];
  const lines = [`${paint(style, word)}  ${exactly(name)}  ${paint('dim', exactPlace(source))}`];
  lines.push(paint('dim', `  ${exactLine(target)}`));
  if ('reason' in use) lines.push(`  ${exactly(use.reason)}`);
  return lines.join('\n');
}
