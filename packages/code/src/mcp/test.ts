import type { Hub } from '@wavehooks/agent-sdk';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { exactLine, exactly } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { openOne } from './open-one.ts';
import { findServers, SERVER_FLAGS } from './servers.ts';

const USAGE = usageOf({ forms: ['wave mcp test NAME [options]'], options: SERVER_FLAGS });

/** `wave mcp test`: starts one server as an agent would, says what it offers, and ends it. */
export const test: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, SERVER_FLAGS, USAGE);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(`which server?\n${USAGE}`);
  const { hub, close } = await openOne(findServers(values, io), name);
  try {
    const report = await look(hub);
    io.out(values.json ? `${JSON.stringify(report, null, 2)}\n` : textOf(report));
    return report.state === 'ready' ? 0 : 1;
  } finally {
    await close();
  }
};

type Report = Awaited<ReturnType<typeof look>>;

async function look(hub: Hub) {
  const notices = await hub.settle(new AbortController().signal);
  const [server] = hub.api.servers();
  const [resources, prompts] = await Promise.all([hub.api.resources(), hub.api.prompts()]);
  const own = new Set(server?.tools);
  return {
    name: server?.name ?? '',
    state: server?.state ?? 'closed',
    ...(server?.reason === undefined ? {} : { reason: server.reason }),
    tools: hub
      .tools()
      .filter((tool) => own.has(tool.name))
      .map(({ name, description }) => ({ name, description })),
    resources: resources.items.map(({ uri, name }) => ({ uri, name })),
    prompts: prompts.items.map(({ name, description }) => ({ name, description })),
    notices: [...notices.map(({ text }) => text), ...resources.problems, ...prompts.problems],
  };
}

function textOf(report: Report): string {
  const { name, state, tools, resources, prompts, notices } = report;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${short(line)}`)];
  return `${[
    `${exactly(name)}: ${state}`,
    ...section(
      'tools',
      tools.map((tool) => `${tool.name}  ${tool.description}`),
    ),
    ...section(
      'resources',
      resources.map((one) => `${one.uri}  ${one.name}`),
    ),
    ...section(
      'prompts',
      prompts.map((one) => `${one.name}  ${one.description ?? ''}`),
    ),
    ...notices.map((text) => exactly(text)),
  ].join('\n')}\n`;
}

const short = (text: string) => {
  const line = exactLine(text).trim();
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
};
