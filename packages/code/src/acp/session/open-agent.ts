import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import { RequestError } from '@agentclientprotocol/sdk';
import { Agent, type AgentOptions, resolveModel, serverNameFault } from '@wavehooks/agent-sdk';
import { openSettings, projectDirOf } from '@wavehooks/settings';
import { agentOptions } from '../../agent/open/agent-options.ts';
import type { PrintFlags } from '../../agent/open/flags.ts';
import { refuseUnapproved } from '../../hooks/approval/refuse-unapproved.ts';
import { invalid } from '../wire/faults.ts';
import { realOf } from './editor-files.ts';

/** What an editor asks for. Its directories are as it names them; behind a link is what the terminal would name. */
export interface Wanted {
  readonly cwd: string;
  readonly directories: readonly string[];
  readonly mcpServers: readonly McpServer[];
  /** The session to go on with. */
  readonly resume?: string;
}

/** The agent of a session. Refuses first: until then nothing of the project may have been started. */
export async function openAgent(
  wanted: Wanted,
  flags: PrintFlags,
  practice: boolean,
  more: Pick<
    AgentOptions,
    'confirm' | 'ask' | 'mcpElicit' | 'openFiles' | 'terminals' | 'telemetry'
  >,
): Promise<Agent> {
  const { directories, resume } = wanted;
  const cwd = realOf(wanted.cwd);
  const home = homedir();
  const opened = openSettings({ projectDir: projectDirOf(cwd, home), home });
  refuseUnapproved(opened, flags.projectHooks, flags.hooks ? ['hook', 'mcp'] : ['mcp']);
  const options = agentOptions(flags, { cwd }, home, resume);
  return Agent.create({
    ...options,
    ...more,
    ...modelFor(flags, opened.settings, practice),
    directories: [...(options.directories ?? []), ...directories],
    mcpServers: serversOf(wanted.mcpServers),
  });
}

type Settings = ReturnType<typeof openSettings>['settings'];

/** Without a key there is nothing to ask, and the user hears what is missing. */
function modelFor(
  { model }: PrintFlags,
  settings: Settings,
  practice: boolean,
): Pick<AgentOptions, 'model'> {
  if (practice) return { model: 'practice' };
  const env = { ...process.env, ...settings.env };
  const found = resolveModel({ model, env, settings, practiceWouldDo: false });
  if (typeof found === 'string')
    throw RequestError.authRequired(undefined, `${found}\n${PRACTICE}`);
  return {};
}

const PRACTICE = 'Or try Wave without a key: wave acp --model practice';

/** Servers of the editor in the shape of `.mcp.json`. They are the user's own, as the editor is. */
export function serversOf(servers: readonly McpServer[]): Record<string, unknown> {
  const pairs = (all: readonly { name: string; value: string }[]) =>
    Object.fromEntries(all.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    servers.map((server) => {
      const fault = serverNameFault(server.name);
      if (fault !== undefined) throw invalid(`mcpServers: "${server.name}": ${fault}`);
      return 'url' in server
        ? [server.name, { type: server.type, url: server.url, headers: pairs(server.headers) }]
        : [server.name, { command: server.command, args: server.args, env: pairs(server.env) }];
    }),
  );
}

/** A directory that is there, named in full: from where it would be seen otherwise is nobody's guess. */
export function directory(path: string, field: string): string {
  if (!isAbsolute(path)) throw invalid(`${field}: expected an absolute path, got "${path}"`);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw invalid(`${field}: expected a directory that is there, got "${path}"`);
  return path;
}
