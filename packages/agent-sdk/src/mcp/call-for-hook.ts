import type { Host } from '@wavehooks/hooks';
import type { Configured } from './config/server-spec.ts';
import { plainText } from './server/call-result.ts';
import type { Server } from './server/server.ts';

export type CallForHook = NonNullable<Host['callTool']>;

/** A hook names a server and one of its tools; one that is still starting is waited for. */
export const callForHook =
  (
    configured: readonly Configured[],
    open: ReadonlyMap<string, Pick<Server, 'call'>>,
  ): CallForHook =>
  async ({ server: name, tool, input, signal, trace }) => {
    const server = open.get(name);
    if (!server) throw new Error(whyNot(name, configured));
    const reply = await server.call(tool, input, { signal, trace });
    if (!reply.ok) throw new Error(`the MCP server "${name}": ${reply.text.slice(0, MAX_CHARS)}`);
    return { text: plainText(reply.value), isError: reply.value.isError === true };
  };

const MAX_CHARS = 1_000;

function whyNot(name: string, configured: readonly Configured[]): string {
  const use = configured.find((one) => one.name === name)?.use;
  if (use?.is === 'off') return `the MCP server "${name}" is switched off`;
  if (use && 'reason' in use) return `the MCP server "${name}": ${use.reason}`;
  const names = configured.map((one) => one.name).join(', ');
  return `there is no MCP server called "${name}"; there is: ${names || 'none'}`;
}
