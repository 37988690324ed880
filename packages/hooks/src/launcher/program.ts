import { Socket } from 'node:net';
import { guardFromNowOn } from '../process/warden.ts';
import { serve } from './serve.ts';

// The launcher: a process that stays small and starts programs for one that does not. Its only link to
// the world is the socket it inherited. However it ends, it takes what it runs with it: survivors.ts, and
// warden.ts should it be killed.

/** Where the agent puts its end when it starts us. */
const AGENT_FD = 3;

serve(new Socket({ fd: AGENT_FD, readable: true, writable: true }), () => process.exit());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => process.exit());
// Also has what starts a program loaded before the first one is asked for.
guardFromNowOn();
