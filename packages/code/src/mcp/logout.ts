import { homedir } from 'node:os';
import { type Configured, forgetLogin } from '@wavehooks/agent-sdk';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { exactly } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { findServers, pick, SERVER_FLAGS } from './servers.ts';

const USAGE = usageOf({
  forms: ['wave mcp logout NAME [options]', 'wave mcp logout URL [options]'],
  about: 'By its address also a server that is no longer configured.',
  options: SERVER_FLAGS,
});

/** `wave mcp logout`: forgets a login, also to a server that may not be used. Starts nothing and calls nobody. */
export const logout: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, SERVER_FLAGS, USAGE);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(`which server?\n${USAGE}`);
  const { servers, env } = findServers(values, io);
  const url = addressOf(servers, name);
  const had = url ? await forgetLogin(homedir(), env, url) : false;
  const text = had
    ? `Forgot the login to ${exactly(name)}.`
    : `There is no login to ${exactly(name)}.`;
  io.out(values.json ? `${JSON.stringify({ server: name, had })}\n` : `${text}\n`);
  return 0;
};

/** Undefined for a program: there is no login to one. */
function addressOf(servers: readonly Configured[], name: string): URL | undefined {
  const isNamed = servers.some((server) => server.name === name);
  if (!isNamed && /^https?:/.test(URL.parse(name)?.protocol ?? '')) return new URL(name);
  const { address, use, source } = pick(servers, name);
  // Where it would be is not known, so neither is whether there is a login.
  if (!address && use.is === 'wrong')
    throw new UsageError(
      `MCP server "${exactly(name)}" (${exactly(source)}): ${exactly(use.reason)}; name its address instead`,
    );
  return address;
}
