import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type Configured, configuredServers } from '@wavehooks/agent-sdk';
import type { Problem } from '@wavehooks/hooks';
import { withoutNpm } from '@wavehooks/process';
import { openSettings, projectDirOf } from '@wavehooks/settings';
import { type Io, UsageError } from '../cli/command.ts';
import { exactly } from '../cli/style.ts';
import { type OptionRows, SHARED_FLAGS } from '../cli/usage.ts';

/** The flags of commands that look at servers. */
export const SERVER_FLAGS = {
  settings: SHARED_FLAGS.settings,
  'mcp-config': SHARED_FLAGS['mcp-config'],
  json: SHARED_FLAGS.json,
} as const satisfies OptionRows;

interface Values {
  settings?: string | undefined;
  'mcp-config'?: string[] | undefined;
}

/** Every server that an agent started here would have, and what they are read with. */
export interface Found {
  readonly servers: readonly Configured[];
  readonly problems: readonly Problem[];
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function findServers(values: Values, io: Io): Found {
  const projectDir = projectDirOf(io.cwd);
  const settings = values.settings === undefined ? undefined : resolve(io.cwd, values.settings);
  const opened = openSettings({ projectDir, home: homedir(), settings });
  const env = { ...withoutNpm(process.env), ...opened.settings.env };
  const files = (values['mcp-config'] ?? []).map((file) => resolve(io.cwd, file));
  const { servers, problems } = configuredServers({ opened, files, projectDir, env });
  return { servers, problems: [...opened.problems, ...problems], projectDir, env };
}

export function pick(servers: readonly Configured[], name: string): Configured {
  const found = servers.find((server) => server.name === name);
  if (found) return found;
  const names = servers.map((server) => exactly(server.name)).join(', ');
  throw new UsageError(`no MCP server "${exactly(name)}"; configured: ${names || 'none'}`);
}
