// `npm run check`: what CI gates. Format, lint and the types of the tests come first: they take seconds, and
// all of them are reported before the tests would start. The types of the sources were checked by the build.
// `npm run check -- packages/shell` runs only those tests.
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
process.exit(run(['vitest', 'run', ...process.argv.slice(2)]));

function run([file, ...args]) {
  console.log(`> ${file} ${args.join(' ')}`);
  const { status, error } = spawnSync(file, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`check: ${file}: ${error.message}`);
  return status ?? 1;
}
