import { hasLogin } from '@wavehooks/agent-sdk';
import { dropServer, openSettings, readSettingsFile, writeSettings } from '@wavehooks/settings';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { exactly, exactPlace } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { filesOf, PLACE_FLAGS, PLACES, type Place, placeOf } from './keeping/files.ts';
import { forgetServer } from './keeping/forget.ts';
import { findServers } from './servers.ts';

const FLAGS = { ...PLACE_FLAGS, json: { type: 'boolean', about: 'print JSON' } } as const;
const USAGE = usageOf({
  forms: ['wave mcp remove NAME [options]'],
  about: 'Name the file if the server is in several.',
  options: FLAGS,
});

/** `wave mcp remove`: takes a server out of the file it stands in. */
export const remove: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(`which server?\n${USAGE}`);
  const files = filesOf(io);
  const { paths } = files;
  const wanted = placeOf(values);
  const places = wanted ? [wanted] : distinct(paths);
  const found = places.flatMap((place) => change(place, paths[place], name));
  const [only, ...others] = found;
  if (!only)
    throw new UsageError(
      `no file has an MCP server "${exactly(name)}"; looked at: ${places.map((place) => exactPlace(paths[place])).join(', ')}`,
    );
  if (others.length > 0)
    throw new UsageError(
      `"${exactly(name)}" is in several files; choose one with ${found.map(({ place }) => `--${place}`).join(' or ')}`,
    );
  const at = { projectDir: files.projectDir, home: files.home };
  const before = openSettings(at).items;
  const { address } = findServers({}, io).servers.find((one) => one.name === name) ?? {};
  writeSettings(only.file, only.text, only.old);
  await forgetServer(at, before, name);
  const login = address && (await hasLogin(files.home, process.env, address)) && address.href;
  if (values.json) io.out(`${JSON.stringify({ name, file: only.file })}\n`);
  else
    io.out(
      `Removed ${exactly(name)} from ${exactPlace(only.file)}.\n${login ? `Its login is still kept. To forget it: wave mcp logout ${exactly(login)}\n` : ''}`,
    );
  return 0;
};

/** In the home directory the project's settings are the user's own. */
const distinct = (paths: Record<Place, string>): Place[] =>
  PLACES.filter((place, at) => PLACES.findIndex((one) => paths[one] === paths[place]) === at);

interface Changed {
  readonly place: Place;
  readonly file: string;
  readonly old: string;
  readonly text: string;
}

function change(place: Place, file: string, name: string): Changed[] {
  const read = readSettingsFile(file);
  const text = read && dropServer(read.text, name, file);
  return text === undefined || !read ? [] : [{ place, file, old: read.text, text }];
}
