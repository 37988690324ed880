import { serverFault, serverNameFault } from '@wavehooks/agent-sdk';
import {
  approve,
  openSettings,
  putServer,
  readSettingsFile,
  writeSettings,
} from '@wavehooks/settings';
import { type Io, UsageError } from '../../cli/command.ts';
import { quoted } from '../../cli/shell-words.ts';
import { exactly, exactPlace } from '../../cli/style.ts';
import { type Files, filesOf, PLACE_FLAGS, type Place, placeOf } from './files.ts';
import { forgetServer } from './forget.ts';

/** The flags of commands that write a server into a file. */
export const KEEP_FLAGS = {
  ...PLACE_FLAGS,
  replace: { type: 'boolean', about: 'replace the server of that name' },
  json: { type: 'boolean', about: 'print JSON' },
} as const;

type Values = Parameters<typeof placeOf>[0] & {
  readonly replace?: boolean;
  readonly json?: boolean;
};

/** Writes the server that the user typed, which needs no approval, and says where it went. */
export async function keepServer(
  name: string,
  server: object,
  values: Values,
  usage: string,
  io: Io,
) {
  const fault = serverNameFault(name) ?? serverFault(server);
  if (fault !== undefined) throw new UsageError(`${exactly(name)}: ${fault}\n${usage}`);
  const files = filesOf(io);
  const place = placeOf(values) ?? 'user';
  const at = { projectDir: files.projectDir, home: files.home };
  const before = place === 'user' ? [] : openSettings(at).items;
  const file = files.paths[place];
  writeServer(file, name, server, values.replace ?? false);
  if (place !== 'user') await forgetServer(at, before, name);
  if (place !== 'user') await keepApproval(files, place, name);
  if (values.json) io.out(`${JSON.stringify({ name, file, server })}\n`);
  else
    io.out(
      `Added ${exactly(name)} to ${exactPlace(file)}. Try it: wave mcp test ${quoted(exactly(name))}\n`,
    );
  return 0;
}

/** Whether a file already has a server of that name. */
export function hasServer(file: string, name: string): boolean {
  const { mcpServers } = readSettingsFile(file)?.value ?? {};
  return typeof mcpServers === 'object' && Object.hasOwn(mcpServers ?? {}, name);
}

export function writeServer(file: string, name: string, server: object, replace: boolean): void {
  if (!replace && hasServer(file, name))
    throw new UsageError(
      `${exactPlace(file)} already has a server "${exactly(name)}"; use --replace to replace it`,
    );
  const old = readSettingsFile(file)?.text;
  writeSettings(file, putServer(old ?? '', name, { ...server }, file), old);
}

/** What the user just typed needs no second look. */
async function keepApproval({ home, projectDir, paths }: Files, place: Place, name: string) {
  const { items } = openSettings({ projectDir, home });
  const own = items.filter(
    ({ kind, label, source }) =>
      kind === 'mcp' && label === name && source.startsWith(`${paths[place]}:`),
  );
  await approve(home, projectDir, own);
}
