import { openLauncher } from '../../src/launcher/launcher.ts';
import { guardAgainstKills } from '../../src/warden/warden.ts';

// An agent as far as its launcher goes: starts what it is told and prints whom it started.
const [command = 'true', ...then] = process.argv.slice(2);
if (then.includes('guarded')) guardAgainstKills();
const launcher = openLauncher();
launcher.warm();
await launcher.ready();
const handle = launcher.start({
  file: '/bin/sh',
  args: ['-c', command],
  cwd: '/',
  env: process.env,
  stdin: Buffer.alloc(0),
  timeoutMs: 60_000,
  maxBytes: 1000,
});
while (handle.pid === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
process.stdout.write(`${launcher.pid} ${handle.pid}\n`);
if (then.includes('stopped')) process.kill(launcher.pid ?? Number.NaN, 'SIGSTOP');
if (then.includes('exit')) process.exit(0);
if (then.includes('killed')) process.kill(process.pid, 'SIGKILL');
process.stdout.write(JSON.stringify((await handle.ended).outcome));
