import { Socket } from 'node:net';
import { serve } from './serve.ts';

// The launcher: a process that stays small and starts programs for one that does not. Its only link to
// the world is the socket it inherited. However it ends, it takes what it runs with it (survivors.ts).

/** Where the agent puts its end when it starts us. */
const AGENT_FD = 3;

// Loaded before the first program is asked for.
process.getBuiltinModule('node:child_process');
serve(new Socket({ fd: AGENT_FD, readable: true, writable: true }), () => process.exit());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => process.exit());
