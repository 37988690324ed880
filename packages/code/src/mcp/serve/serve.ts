import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type Command, readArgs, refuseMore } from '../../cli/command.ts';
import { onSignals } from '../../cli/signals.ts';
import { usageOf } from '../../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from '../../hooks/settings/open-options.ts';
import { TOOLS } from './tools.ts';

declare const WAVE_VERSION: string;

const { json: _, ...FLAGS } = OPEN_FLAGS;

const USAGE = usageOf({
  forms: ['wave mcp serve [options]'],
  about: 'Started by an MCP client, which talks to it over stdin and stdout.',
  options: FLAGS,
});

/** `wave mcp serve`: Wave's hooks and rules as an MCP server. It ends with its input. */
export const serve: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const options = openOptions(values, io, USAGE);
  const server = new McpServer(
    { name: 'wave', version: WAVE_VERSION },
    { instructions: INSTRUCTIONS },
  );
  const ending = new AbortController();
  for (const { name, run, inputSchema, ...about } of TOOLS)
    server.registerTool(
      name,
      { ...about, inputSchema: fromJsonSchema(inputSchema) },
      async (input, { mcpReq }) => {
        try {
          // Hooks of a question that was called off, or whose client is gone, do not run on.
          const signal = AbortSignal.any([ending.signal, mcpReq.signal]);
          const value = await run(input as never, { options, io, signal });
          return { content: [{ type: 'text', text: JSON.stringify(value, null, 2) }] };
        } catch (error) {
          // Whoever asks must not take silence for a yes.
          const text = error instanceof Error ? error.message : String(error);
          return { content: [{ type: 'text', text }], isError: true };
        }
      },
    );
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  server.server.onclose = end;
  process.stdin.once('end', end);
  let code = 0;
  const ignore = onSignals((exitCode) => {
    code = exitCode;
    end();
  });
  await server.connect(new StdioServerTransport());
  await ended;
  ending.abort();
  await server.close();
  ignore();
  return code;
};

const INSTRUCTIONS =
  'Before a tool call, ask check_call with the tool and its input, and do what it decides: allow, ask the user, or deny with its reason. If it gives an input, use that one instead.';
