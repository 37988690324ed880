// `npm run global`: puts the commands of this clone on your PATH. `npm run global -- --remove` takes them off again.
// `--to <folder>` uses another folder than npm's own.
// They run with the project's own Node: the one on the machine may be too old for them.
import { spawnSync } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { putCommand, takeCommand } from './global/commands.mjs';
import { readPackages } from './pack/packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { to: { type: 'string' }, remove: { type: 'boolean', default: false } },
});
const folder =
  values.to === undefined ? npmFolder() : resolve(process.env.INIT_CWD ?? '.', values.to);
const commands = readPackages(root).flatMap(({ dir, manifest }) =>
  Object.entries(manifest.bin ?? {}).map(([name, file]) => ({
    file: join(folder, name),
    words: [process.execPath, join(dir, file)],
  })),
);

if (!values.remove && process.getuid?.() === 0)
  console.log(`You are root: the commands go to ${folder}, for everybody on this machine.`);
const results = commands.map(values.remove ? takeCommand : putCommand);
for (const { said, failed } of results) console[failed ? 'error' : 'log'](said);
const failed = results.some((one) => one.failed);
if (!failed && !values.remove && !process.env.PATH.split(delimiter).includes(folder))
  console.log(`${folder} is not on your PATH. Add it: export PATH="${folder}:$PATH"`);
process.exitCode = failed ? 1 : 0;

function npmFolder() {
  const { status, stdout } = spawnSync('npm', ['prefix', '-g'], { encoding: 'utf8' });
  if (status === 0) return join(stdout.trim(), 'bin');
  console.error('global: npm did not name its folder. Name one: npm run global -- --to <folder>');
  return process.exit(1);
}
