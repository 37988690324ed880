import { UsageError } from '../../../cli/command.ts';
import type { Peer } from './peer.ts';

export type { Peer };

const PEERS: Readonly<Record<string, () => Promise<Peer>>> = {
  'claude-code': async () => (await import('./claude-code.ts')).claudeCode,
  'gemini-cli': async () => (await import('./gemini-cli.ts')).geminiCli,
  codex: async () => (await import('./codex.ts')).codex,
};

/** The agent that `--from` names, each loaded only when it is asked for. */
export async function peerOf(name: string | undefined, usage: string): Promise<Peer> {
  const load = name !== undefined && Object.hasOwn(PEERS, name) ? PEERS[name] : undefined;
  if (load) return load();
  const names = Object.keys(PEERS).join(', ');
  throw new UsageError(`--from: expected one of ${names}, got ${name ?? 'nothing'}\n${usage}`);
}
