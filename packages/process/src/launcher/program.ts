import { Socket } from 'node:net';
import { runProcess } from '../running/run.ts';
import { callWarden, guardAgainstKills } from '../warden/warden.ts';
import { serve } from './serve.ts';

// The launcher: a process that stays small and starts programs for one that does not. Its only link to
// the world is what it inherited: a socket, and a file to note in what it has begun. However it ends,
// it takes what it runs with it: survivors.ts, and warden.ts should it be killed.

/** Where the agent puts them when it starts us. */
const AGENT_FD = 3;
const JOURNAL_FD = 4;

serve(new Socket({ fd: AGENT_FD, readable: true, writable: true }), JOURNAL_FD, () =>
  process.exit(),
);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => process.exit());
// Also has what starts a program loaded before the first one is asked for.
guardAgainstKills();
callWarden();
// A first program is slower than those after it, and nobody waits for this one.
runProcess(
  {
    ...{ file: '/bin/sh', args: ['-c', 'echo'], cwd: '/', env: {}, stdin: Buffer.alloc(0) },
    ...{ maxBytes: 100, timeoutMs: 1_000 },
  },
  () => {},
);
