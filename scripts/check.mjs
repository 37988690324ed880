// `npm run check`: what CI gates. Format, lint and the types of the tests come first: they take seconds, and
// all of them are reported before the tests would start. The types of the sources were checked by the build.
// `npm run check -- packages/shell` runs only those tests. A test that failed beside others gets a second look.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secondLook, unsteadyLines } from './second-look.ts';

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
process.exit(tested());

function tested() {
  const dir = mkdtempSync(join(tmpdir(), 'wave-check-'));
  try {
    const list = join(dir, 'failed.json');
    const status = run(['vitest', 'run', ...process.argv.slice(2)], { FAILED_FILES: list });
    const failed =
      status === 0 || !existsSync(list) ? undefined : JSON.parse(readFileSync(list, 'utf8'));
    const files = failed ? secondLook(failed) : [];
    if (files.length === 0) return status;
    const again = run(['vitest', 'run', '--maxWorkers=1', ...files]);
    if (again === 0) console.log(unsteadyLines(failed).join('\n'));
    return again;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function run([file, ...args], env = {}) {
  console.log(`> ${file} ${args.join(' ')}`);
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (error) console.error(`check: ${file}: ${error.message}`);
  return status ?? 1;
}
