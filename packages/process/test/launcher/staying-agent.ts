import { closeSync, openSync } from 'node:fs';
import { openLauncher } from '../../src/launcher/launcher.ts';

// An agent that has its launcher start programs that stay, where that is hard: prints what came of it.
const [how = 'plain', command = 'cat', count = '1'] = process.argv.slice(2);
const launcher = openLauncher({ patienceMs: 1_000 });
launcher.warm();
await launcher.ready();
const before = launcher.pid;
if (how === 'stopped launcher') process.kill(before ?? Number.NaN, 'SIGSTOP');
const left = how === 'few descriptors' ? takeAllBut(2) : [];
const started = Array.from({ length: Number(count) }, () =>
  launcher.stay({ file: '/bin/sh', args: ['-c', command], cwd: '/', env: process.env }),
);
if (how === 'stands still') {
  // The order goes out first.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  standStill(2_500);
}
const outcomes = (await Promise.all(started)).map((one) => ('is' in one ? one.error : 'started'));
for (const fd of left) closeSync(fd);
// What is still on its way arrives.
await new Promise((resolve) => setTimeout(resolve, 500));
process.stdout.write(JSON.stringify({ outcomes, isSame: launcher.pid === before }));
process.exit(0);

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function takeAllBut(some: number): number[] {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    for (const fd of taken.splice(0, some)) closeSync(fd);
    return taken;
  }
}
