import { openLauncher } from '../../src/launcher/launcher.ts';
import { start } from '../../src/running/start.ts';
import type { SandboxPlan } from '../../src/sandbox.ts';
import { guardAgainstKills } from '../../src/warden/warden.ts';

// An agent that starts one command in a sandbox, by itself or by its launcher, and prints who is about to.
const [by = 'itself', cwd = '/', command = 'true', plan = ''] = process.argv.slice(2);
guardAgainstKills();
const spec = {
  file: '/bin/sh',
  args: ['-c', command],
  cwd,
  env: process.env,
  stdin: Buffer.alloc(0),
  timeoutMs: 60_000,
  maxBytes: 1_000,
  sandbox: JSON.parse(plan) as SandboxPlan,
};
if (by === 'itself') {
  // The first one loads what starts programs, and calls the warden.
  await start({ ...spec, args: ['-c', 'true'], sandbox: undefined }).ended;
  process.stdout.write(`${process.pid}\n`);
  await start(spec).ended;
} else {
  const launcher = openLauncher();
  launcher.warm();
  await launcher.ready();
  process.stdout.write(`${launcher.pid}\n`);
  await launcher.start(spec).ended;
}
