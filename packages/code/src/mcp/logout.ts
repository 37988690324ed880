import { homedir } from 'node:os';
import { forgetLogin } from '@wavehooks/agent-sdk';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { exactly } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { findServers, pick, SERVER_FLAGS } from './servers.ts';

const USAGE = usageOf({ forms: ['wave mcp logout NAME [options]'], options: SERVER_FLAGS });

/** `wave mcp logout`: forgets a login. Starts nothing and calls nobody. */
export const logout: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, SERVER_FLAGS, USAGE);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(`which server?\n${USAGE}`);
  const { servers, env } = findServers(values, io);
  const server = pick(servers, name);
  const url = server.use.is === 'start' && server.use.spec.is === 'http' && server.use.spec.url;
  const had = url ? await forgetLogin(homedir(), env, url) : false;
  const text = had
    ? `Forgot the login to ${exactly(name)}.`
    : `There is no login to ${exactly(name)}.`;
  io.out(values.json ? `${JSON.stringify({ server: name, had })}\n` : `${text}\n`);
  return 0;
};
