import { closeSync, openSync } from 'node:fs';
import type { Hooks } from '../../../hooks/src/checking/hooks.ts';
import { createEngine } from '../../../hooks/src/engine/engine.ts';
import { shareLauncher } from '../../src/index.ts';

// An agent that has no descriptors left when its hook is to start, and gets them back later.
const [type = 'command', launched, dir = '/'] = process.argv.slice(2);
const command = 'while read -r line; do echo "{\\"id\\":\\"$((n += 1))\\"}"; done';
const hook = { type, command: type === 'worker' ? command : 'true', onError: 'block', timeout: 1 };
const engine = await createEngine({
  hooks: { Stop: [{ hooks: [hook] }] } as Hooks,
  launcher: launched === 'launcher',
  projectDir: dir,
  outputDir: dir,
});
const launcher = shareLauncher();
const held: number[] = [];
try {
  for (;;) held.push(openSync('/dev/null', 'r'));
} catch {
  // That was the last one.
}
const outcomeNow = async () =>
  (await engine.fire({ hook_event_name: 'Stop' })).runs.map(({ outcome }) => outcome);
const ready = await launcher.ready();
const starved = await outcomeNow();
setTimeout(() => {
  for (const fd of held) closeSync(fd);
}, 200);
const fed = await outcomeNow();
console.log(JSON.stringify({ starved, fed, ready: [ready, await launcher.ready()] }));
launcher.close();
await engine.close();
