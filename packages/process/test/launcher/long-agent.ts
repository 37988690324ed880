import { closeSync, openSync } from 'node:fs';
import { openLauncher } from '../../src/launcher/launcher.ts';

// An agent that has its launcher run a program that prints much, with no descriptor left for its pipe.
const launcher = openLauncher();
launcher.warm();
await launcher.ready();
const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {}
const { outcome, stderr } = await launcher.start({
  file: '/bin/sh',
  args: ['-c', 'head -c 5000000 /dev/zero'],
  cwd: '/',
  env: process.env,
  stdin: Buffer.alloc(0),
  timeoutMs: 20_000,
  maxBytes: 10_000_000,
}).ended;
for (const fd of taken) closeSync(fd);
process.stdout.write(JSON.stringify({ outcome, stderr }));
process.exit(0);
