import { join } from 'node:path';
import type { Lookup } from '@wavehooks/hooks/web';
import { type Network, systemProgram } from '@wavehooks/process/sandbox';
import type { Fault } from '../vocabulary/sandbox.ts';
import type { SandboxProxy } from './proxy.ts';

/** Where the forwarder listens inside; the network there is its own, so nobody else has it. */
const PORT = 3128;

/** A command reaches its own servers directly, unless settings name those of this machine. */
const nearOf = (allow: readonly string[]): readonly string[] =>
  allow.some((rule) => /^domain:\s*(localhost|127\.|\[::1\])/i.test(rule))
    ? []
    : ['localhost', '127.0.0.1', '::1'];

export interface SessionNetwork {
  /** What a sandbox gets. The proxy starts with the first that asks. */
  open(): Promise<Network | Fault>;
  /** The hosts that were refused since this was last asked. */
  refused(): readonly string[];
  close(): void;
}

/** The network of a session's sandboxes: none, or the hosts that settings name. */
export function sessionNetwork(
  dir: () => string,
  allow: readonly string[],
  lookup: Lookup,
): SessionNetwork {
  let proxy: Promise<SandboxProxy> | undefined;
  const refused: string[] = [];
  const start = async () => {
    // With it comes Node's HTTP, which takes as long to load as everything else of the agent.
    const { openProxy } = await import('./proxy.ts');
    return openProxy({
      socket: join(dir(), 'proxy'),
      allow,
      lookup,
      refused: (host) => refused.push(host),
    });
  };
  return {
    open: async () => {
      // Elsewhere nothing leads from a port inside to the proxy, and somebody else may listen at that port.
      if (allow.length === 0 || process.platform !== 'linux') return { is: 'none' };
      const forwarder = systemProgram('socat');
      if (forwarder === undefined)
        return {
          fault:
            'socat is not installed, which "sandbox.network.allow" needs; see: wave sandbox doctor',
        };
      proxy ??= start();
      const { socket } = await proxy;
      return { is: 'proxy', socket, forwarder, port: PORT, near: nearOf(allow) };
    },
    refused: () => refused.splice(0),
    close: () => void proxy?.then((one) => one.close()).catch(() => {}),
  };
}
