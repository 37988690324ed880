import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { exactly } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { KEEP_FLAGS, keepServer } from './keeping/keep-server.ts';
import { withDashes } from './own-options.ts';

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
  transport: { type: 'string', short: 't', value: 'KIND', about: 'stdio, http or sse' },
  header: {
    type: 'string',
    short: 'H',
    multiple: true,
    value: '"NAME: VALUE"',
    about: 'a header for it; may be repeated',
  },
  env: {
    type: 'string',
    short: 'e',
    multiple: true,
    value: 'NAME=VALUE',
    about: 'a variable for it; ${OTHER} stands for one of yours',
  },
  cwd: { type: 'string', value: 'DIR', about: 'where it starts, seen from the project' },
  timeout: { type: 'string', value: 'SECONDS', about: 'for one call' },
  ...OAUTH_FLAGS,
  ...KEEP_FLAGS,
} as const;

const USAGE = usageOf({
  forms: [
    'wave mcp add NAME [options] -- COMMAND [ARGUMENT ...]',
    'wave mcp add NAME [options] URL',
  ],
  about:
    'Without another place, it goes into your own settings. Options of the command itself stand after "--", or last.',
  options: FLAGS,
});

/** `wave mcp add`: writes a server into a settings file, and keeps every other byte of it. */
export const add: Command = async (args, io) => {
  const { values, positionals } = readArgs(withDashes(args, FLAGS), FLAGS, USAGE);
  const { pairs: more, words: named } = withoutPairs(positionals);
  const [name, ...words] = named;
  const env = [...(values.env ?? []), ...more];
  if (name === undefined) throw new UsageError(`which server?\n${USAGE}`);
  const server = {
    ...targetOf(values, words),
    ...(values.header ? { headers: pairs(values.header, ':', '--header') } : {}),
    ...(env.length > 0 ? { env: pairs(env, '=', '--env') } : {}),
    ...(values.cwd === undefined ? {} : { cwd: values.cwd }),
    ...(values.timeout === undefined ? {} : { timeout: Number(values.timeout) }),
    ...oauthOf(values),
  };
  return keepServer(name, server, values, USAGE, io);
};

/** One `-e` may be followed by several variables, as elsewhere; behind the program they are its own. */
function withoutPairs(positionals: readonly string[]) {
  const isPair = (word: string) => /^[A-Za-z_]\w*=/.test(word);
  const others = positionals.flatMap((word, at) => (isPair(word) ? [] : [at]));
  const end = others[1] ?? positionals.length;
  const before = positionals.slice(0, end);
  const words = [...before.filter((word) => !isPair(word)), ...positionals.slice(end)];
  return { pairs: before.filter(isPair), words };
}

/** What stands after the name: an address for the transports over HTTP, else the program to start. */
function targetOf(
  { transport, url }: { transport?: string | undefined; url?: string | undefined },
  [first, ...rest]: readonly string[],
) {
  const isAddress = /^https?:\/\//.test(first ?? '');
  const isProgram = transport === 'stdio' || (transport === undefined && !isAddress);
  if (first !== undefined && isProgram)
    return { ...typed(transport), command: first, args: rest, url };
  if (first !== undefined && url !== undefined)
    throw new UsageError(
      `--url: expected one address, got "${exactly(url)}" and "${exactly(first)}"`,
    );
  if (rest.length > 0)
    throw new UsageError(`unexpected words after the address: ${exactly(rest.join(' '))}`);
  const address = url ?? first;
  return address === undefined ? typed(transport) : { type: transport ?? 'http', url: address };
}

const typed = (type: string | undefined) => (type === undefined ? {} : { type });

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
