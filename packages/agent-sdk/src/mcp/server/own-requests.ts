import * as z from 'zod';
import { PING_MS } from '../config/mcp-limits.ts';
import type { Connection } from '../connection/connection-types.ts';

/** Whether a server does not even answer a ping. */
export async function hangs(connection: Connection, signal: AbortSignal): Promise<boolean> {
  const ping = { method: 'ping', schema: z.unknown(), timeoutMs: PING_MS, signal };
  const pong = await connection.request(ping);
  return !pong.ok && pong.is === 'timeout';
}

/** What it says beside its answers: no more than the user would want to see. */
export function askForLess(connection: Connection, signal: AbortSignal): void {
  const level = { method: 'logging/setLevel', params: { level: 'warning' }, schema: z.unknown() };
  if (connection.can.log) void connection.request({ ...level, timeoutMs: PING_MS, signal });
}
