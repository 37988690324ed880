import { serverFault, serverNameFault } from '@wavehooks/agent-sdk';
import { type Command, readArgs, UsageError } from '../../cli/command.ts';
import { exactly, exactPlace } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { readForeign } from '../../hooks/import/peers/read-foreign.ts';
import { type Files, filesOf } from '../keeping/files.ts';
import { hasServer, writeServer } from '../keeping/keep-server.ts';
import { convert } from './convert.ts';
import { type Around, FILES, PEERS, type Peer, type PeerFile } from './peers.ts';

const FLAGS = {
  from: { type: 'string', value: 'PROGRAM', about: PEERS.join(', ') },
  replace: { type: 'boolean', about: 'replace servers of the same name' },
  'dry-run': { type: 'boolean', about: 'say what would be imported, and write nothing' },
  json: { type: 'boolean', about: 'print JSON' },
} as const;

const USAGE = usageOf({
  forms: ['wave mcp import --from PROGRAM [options]'],
  about:
    'Your own servers go into your settings. Those of the project go into .wave/settings.local.json and wait for your approval.',
  options: FLAGS,
});

/** What became of one server. */
interface Row {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Why it was not imported. */
  readonly reason?: string;
  /** Its fields that have no counterpart. */
  readonly left: readonly string[];
}

/** `wave mcp import`: reads the servers of another program, and never writes its files. */
export const importServers: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const peer = PEERS.find((one) => one === values.from);
  if (!peer || positionals.length > 0)
    throw new UsageError(`--from: expected ${PEERS.join(', ')}, got ${got(values.from)}\n${USAGE}`);
  const files = filesOf(io);
  const around = { home: files.home, projectDir: files.projectDir, env: process.env };
  const looked = FILES[peer](around);
  const rows: Row[] = [];
  for (const one of looked)
    for (const { name, from, entry } of await entriesOf(one))
      rows.push(take(peer, one, { name, from, entry }, files, around, values));
  if (values.json) io.out(`${JSON.stringify({ servers: rows }, null, 2)}\n`);
  else
    io.out(rows.length === 0 ? nothingIn(looked) : textOf(rows, values['dry-run'] ?? false, files));
  return 0;
};

const got = (text: string | undefined) => (text === undefined ? 'nothing' : `"${exactly(text)}"`);

interface Entry {
  readonly name: string;
  readonly from: string;
  readonly entry: unknown;
}

async function entriesOf({ file, level, servers }: PeerFile): Promise<Entry[]> {
  const read = await readForeign({ file, level });
  const found = read && servers(read.value);
  if (found === undefined) return [];
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new UsageError(
      `${exactPlace(file)}: expected servers by name, got ${JSON.stringify(found)}`,
    );
  return Object.entries(found).map(([name, entry]) => ({ name, from: file, entry }));
}

function take(
  peer: Peer,
  { level }: PeerFile,
  { name, from, entry }: Entry,
  files: Files,
  around: Around,
  { replace = false, 'dry-run': isDry = false }: { replace?: boolean; 'dry-run'?: boolean },
): Row {
  const to = files.paths[level === 'user' ? 'user' : 'local'];
  const isTable = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  const { server, left } = convert(peer, isTable ? { ...entry } : {}, around, level);
  const reason =
    serverNameFault(name) ??
    serverFault(isTable ? server : entry) ??
    (!replace && hasServer(to, name) ? 'a server of that name is already there' : undefined);
  if (reason === undefined && !isDry) writeServer(to, name, server, replace);
  return { name, from, to, ...(reason === undefined ? {} : { reason }), left };
}

const nothingIn = (looked: readonly PeerFile[]) =>
  `No MCP servers found. Looked at: ${[...new Set(looked.map(({ file }) => exactPlace(file)))].join(', ')}\n`;

function textOf(rows: readonly Row[], isDry: boolean, { paths }: Files): string {
  const verb = isDry ? 'Would import' : 'Imported';
  const lines = rows.flatMap(({ name, from, to, reason, left }) => [
    reason === undefined
      ? `${verb} ${exactly(name)} from ${exactPlace(from)} to ${exactPlace(to)}`
      : `Skipped ${exactly(name)} of ${exactPlace(from)}: ${exactly(reason)}`,
    ...(left.length === 0 ? [] : [`  without: ${exactly(left.join(', '))}`]),
  ]);
  const waits = rows.some(({ to, reason }) => reason === undefined && to === paths.local);
  const next =
    waits && !isDry ? ["The project's servers wait for your approval: wave hooks review"] : [];
  return `${[...lines, ...next].join('\n')}\n`;
}
