import { serverFault, serverNameFault } from '@wavehooks/agent-sdk';
import {
  approve,
  openSettings,
  putServer,
  readSettingsFile,
  writeSettings,
} from '@wavehooks/settings';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { quoted } from '../cli/shell-words.ts';
import { exactly, exactPlace } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { type Files, filesOf, PLACE_FLAGS, type Place, placeOf } from './files.ts';
import { forgetServer } from './forget.ts';

/** How Wave logs in, where the server does not tell all of it. A secret is named, never typed: `\${NAME}`. */
const OAUTH_FLAGS = {
  'client-id': { type: 'string', value: 'ID', about: 'log in as a client that you registered' },
  'client-secret': { type: 'string', value: 'TEXT', about: "its secret, as '${NAME}'" },
  issuer: { type: 'string', value: 'URL', about: 'the login server that the client belongs to' },
  scopes: { type: 'string', value: 'TEXT', about: 'what to ask for, separated by spaces' },
  'callback-port': {
    type: 'string',
    value: 'PORT',
    about: 'the port on 127.0.0.1 that the browser comes back to',
  },
} as const;

const FLAGS = {
  url: { type: 'string', value: 'URL', about: 'a server that is reached over HTTP' },
  header: {
    type: 'string',
    multiple: true,
    value: '"NAME: VALUE"',
    about: 'a header for it; may be repeated',
  },
  env: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    about: 'a variable for it; ${OTHER} stands for one of yours',
  },
  cwd: { type: 'string', value: 'DIR', about: 'where it starts, seen from the project' },
  timeout: { type: 'string', value: 'SECONDS', about: 'for one call' },
  ...OAUTH_FLAGS,
  ...PLACE_FLAGS,
  replace: { type: 'boolean', about: 'in place of one of that name' },
  json: { type: 'boolean', about: 'print JSON' },
} as const;

const USAGE = usageOf({
  forms: [
    'wave mcp add NAME [options] -- COMMAND [ARGUMENT ...]',
    'wave mcp add NAME [options] --url URL',
  ],
  about: 'Without another place, it goes into your own settings.',
  options: FLAGS,
});

/** `wave mcp add`: writes a server into a settings file, and keeps every other byte of it. */
export const add: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const [name, command, ...rest] = positionals;
  if (name === undefined) throw new UsageError(`which server?\n${USAGE}`);
  const server = {
    ...(values.url === undefined ? {} : { type: 'http', url: values.url }),
    ...(values.header ? { headers: pairs(values.header, ':', '--header') } : {}),
    ...(command === undefined ? {} : { command, args: rest }),
    ...(values.env ? { env: pairs(values.env, '=', '--env') } : {}),
    ...(values.cwd === undefined ? {} : { cwd: values.cwd }),
    ...(values.timeout === undefined ? {} : { timeout: Number(values.timeout) }),
    ...oauthOf(values),
  };
  const fault = serverNameFault(name) ?? serverFault(server);
  if (fault !== undefined) throw new UsageError(`${exactly(name)}: ${fault}\n${USAGE}`);
  const files = filesOf(io);
  const place = placeOf(values) ?? 'user';
  const at = { projectDir: files.projectDir, home: files.home };
  const before = place === 'user' ? [] : openSettings(at).items;
  write(files.paths[place], name, server, values.replace ?? false);
  if (place !== 'user') await forgetServer(at, before, name);
  if (place !== 'user') await keepApproval(files, place, name);
  const file = files.paths[place];
  if (values.json) io.out(`${JSON.stringify({ name, file, server })}\n`);
  else
    io.out(
      `Added ${exactly(name)} to ${exactPlace(file)}. Try it: wave mcp test ${quoted(exactly(name))}\n`,
    );
  return 0;
};

/** What a flag of a login becomes in the settings. */
const OAUTH: Readonly<
  Record<keyof typeof OAUTH_FLAGS, readonly [string, (text: string) => unknown]>
> = {
  'client-id': ['clientId', String],
  'client-secret': ['clientSecret', String],
  issuer: ['issuer', String],
  scopes: ['scopes', String],
  'callback-port': ['callbackPort', Number],
};

function oauthOf(values: { readonly [F in keyof typeof OAUTH]?: string }): { oauth?: object } {
  const entries = Object.entries(OAUTH).flatMap(([flag, [field, read]]) => {
    const text = values[flag as keyof typeof OAUTH];
    return text === undefined ? [] : [[field, read(text)] as const];
  });
  const secret = values['client-secret'];
  if (secret !== undefined && !/^\$\{\w+\}$/.test(secret))
    throw new UsageError(
      "--client-secret: expected the name of a variable, as in '${TICKETS_SECRET}', so that no file holds it",
    );
  return entries.length === 0 ? {} : { oauth: Object.fromEntries(entries) };
}

function pairs(texts: readonly string[], mark: string, flag: string): Record<string, string> {
  const split = texts.map((text) => {
    const at = text.indexOf(mark);
    if (at < 1) throw new UsageError(`${flag}: expected NAME${mark}VALUE, got "${exactly(text)}"`);
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(split);
}

function write(file: string, name: string, server: object, replace: boolean): void {
  const old = readSettingsFile(file);
  const { mcpServers } = old?.value ?? {};
  const taken = typeof mcpServers === 'object' && Object.hasOwn(mcpServers ?? {}, name);
  if (taken && !replace)
    throw new UsageError(
      `${exactPlace(file)} already has a server "${exactly(name)}"; use --replace to replace it`,
    );
  writeSettings(file, putServer(old?.text ?? '', name, { ...server }, file), old?.text);
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
