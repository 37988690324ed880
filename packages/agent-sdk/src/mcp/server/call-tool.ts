import type { TracePlace } from '@wavehooks/process';
import { failed, type ToolResult } from '../../vocabulary/tool.ts';
import { metaOf } from '../connection/trace-meta.ts';
import { CALL_RESULT, resultOf } from './call-result.ts';
import { paced, progressText } from './progress-text.ts';
import type { Server } from './server.ts';

/** Calls a tool of a server by the server's own name for it. */
export type CallTool = (
  tool: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
  report?: (text: string) => void,
  trace?: TracePlace,
) => Promise<ToolResult>;

/** What a server says of a failure can be long. */
const MAX_FAULT_CHARS = 10_000;

export const callerOf =
  (server: Pick<Server, 'name' | 'ask'>): CallTool =>
  async (tool, input, signal, report, trace) => {
    const params = { name: tool, arguments: input, ...metaOf(trace) };
    const tell = paced((text) => report?.(text));
    const reply = await server.ask({
      method: 'tools/call',
      params,
      schema: CALL_RESULT,
      signal,
      onProgress: (progress) => tell(progressText(progress)),
    });
    tell.end();
    if (reply.ok) return resultOf(reply.value);
    const text = `${tool} of the MCP server ${server.name} failed: ${reply.text}`;
    return failed(text.slice(0, MAX_FAULT_CHARS));
  };
