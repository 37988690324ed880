// `npm run check`: what CI gates. Format, lint and the types of the tests come first: they take seconds, and
// all of them are reported before the tests would start. The types of the sources were checked by the build.
// `npm run check -- packages/shell` runs only those tests; `npm run quick`, those that start no command line and no terminal.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const GATES = [
  ['biome', 'ci', '.'],
  ['tsc', '-p', 'tsconfig.test.json', '--noEmit'],
  ['tsc', '-p', 'packages/code/page'],
];

const failed = GATES.filter((gate) => run(gate) !== 0);
if (failed.length > 0) {
  const names = failed.map((gate) => `\`${gate.join(' ')}\``).join(' and ');
  console.error(`check: ${names} failed, see above. No test ran.`);
  process.exit(1);
}
const args = process.argv.slice(2).filter((arg) => arg !== '--quick');
if (args.length < process.argv.length - 2) process.env.QUICK = 'yes';
process.exit(run(['vitest', 'run', ...args]));

function run([file, ...args]) {
  console.log(`> ${file} ${args.join(' ')}`);
  const { status, error } = spawnSync(file, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`check: ${file}: ${error.message}`);
  return status ?? 1;
}
