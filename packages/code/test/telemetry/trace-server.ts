import type { Place } from '../helpers.ts';

/** An MCP server on stdio that writes down where it stands in a trace: at its start, and for each request. */
const SERVER = `
  const { appendFileSync } = require('node:fs');
  const note = (name, place) => appendFileSync(process.env.NOTES, name + ' ' + (place ?? '') + '\\n');
  note('mcp-start', process.env.TRACEPARENT);
  const answers = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1' },
    }),
    'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: 'ECHOED' }] }),
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method !== 'tools/list') note(method, params?._meta?.traceparent);
    const result = answers[method]?.(params) ?? {};
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  });`;

/** The file of a configuration with it; what it notes goes to \`notes\`. */
export function traceServer(where: Place, notes: string): string {
  const file = where.write('server.cjs', SERVER);
  return where.write('mcp.json', {
    mcpServers: { echo: { command: process.execPath, args: [file], env: { NOTES: notes } } },
  });
}
