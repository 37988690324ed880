import type { Hub } from '@wavehooks/agent-sdk';
import { type Command, type Io, readArgs, UsageError } from '../cli/command.ts';
import { exactly } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { browserWay } from './login/way.ts';
import { openOne } from './open-one.ts';
import { findServers, SERVER_FLAGS } from './servers.ts';

const FLAGS = {
  ...SERVER_FLAGS,
  scopes: {
    type: 'string',
    value: 'TEXT',
    about: 'what to ask for, separated by spaces; logs in again',
  },
  'no-browser': { type: 'boolean', about: 'print the address only' },
} as const;

const USAGE = usageOf({ forms: ['wave mcp login NAME [options]'], options: FLAGS });

/** `wave mcp login`: brings the user to a server's login page, and keeps what comes of it. */
export const login: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(`which server?\n${USAGE}`);
  const found = findServers(values, io);
  const ending = new AbortController();
  const { hub, close } = await openOne(found, name, () => ending.abort());
  try {
    const way = browserWay({
      say: (text) => io.err(text),
      lines: io.readLines,
      env: found.env,
      opens: !values['no-browser'] && io.stdinIsTerminal(),
    });
    const before = await hub.api.ready(name);
    const { signal } = ending;
    const done = await hub.api.login(name, way, { scopes: values.scopes, signal });
    const isNew = values.scopes !== undefined || before?.state === 'needs login';
    return report(io, name, done, isNew, values.json ?? false);
  } finally {
    await close();
  }
};

function report(
  io: Io,
  server: string,
  done: Awaited<ReturnType<Hub['api']['login']>>,
  isNew: boolean,
  json: boolean,
): number {
  const text = done.ok
    ? isNew
      ? `You are logged in to ${exactly(server)}.`
      : `${exactly(server)} is ready. It asks for no login, or you are logged in already.`
    : `No login to ${exactly(server)}: ${exactly(done.text)}`;
  if (json) io.out(`${JSON.stringify({ server, ok: done.ok, text })}\n`);
  else if (done.ok) io.out(`${text}\n`);
  else io.err(`${text}\n`);
  return done.ok ? 0 : 1;
}
