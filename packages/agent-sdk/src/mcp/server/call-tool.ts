import { keepText } from '@wavehooks/process/files';
import { failed, type ToolResult } from '../../vocabulary/tool.ts';
import { resultOf } from './call-result.ts';
import type { CallOptions, Server } from './server.ts';

/** Calls a tool of a server by the server's own name for it. */
export type CallTool = (
  tool: string,
  input: Record<string, unknown>,
  options: CallOptions,
) => Promise<ToolResult>;

/** What a server says of a failure can be long. */
const MAX_FAULT_CHARS = 10_000;

/** Keeps a text that is too long for the model, and says where. */
export type Keep = (text: string) => string;

export const keepIn = (dir: string | undefined): Keep | undefined =>
  dir === undefined ? undefined : (text) => keepText(text, dir);

export const callerOf =
  (server: Pick<Server, 'name' | 'call'>, keep: Keep | undefined): CallTool =>
  async (tool, input, options) => {
    const reply = await server.call(tool, input, options);
    if (reply.ok) return resultOf(reply.value, keep);
    const text = `${tool} of the MCP server ${server.name} failed: ${reply.text}`;
    return failed(text.slice(0, MAX_FAULT_CHARS));
  };
