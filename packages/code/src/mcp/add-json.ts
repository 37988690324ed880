import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { KEEP_FLAGS, keepServer } from './keeping/keep-server.ts';

const USAGE = usageOf({
  forms: ["wave mcp add-json NAME '{...}' [options]"],
  about:
    'Takes one entry of "mcpServers" as JSON. Without another place, it goes into your own settings.',
  options: KEEP_FLAGS,
});

/** `wave mcp add-json`: the same as `add`, for a server whose README prints its entry. */
export const addJson: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, KEEP_FLAGS, USAGE);
  const [name, text, ...rest] = positionals;
  if (name === undefined || text === undefined || rest.length > 0)
    throw new UsageError(`expected a name and a JSON text\n${USAGE}`);
  return keepServer(name, objectIn(text), values, USAGE, io);
};

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new UsageError(`expected JSON, got a text that is not: ${(error as Error).message}`);
  }
  throw new UsageError(`expected a JSON object, e.g. '{"command": "npx", "args": ["..."]}'`);
}
