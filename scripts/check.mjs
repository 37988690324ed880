// `npm run check`: format, lint, types, tests. Types were checked by the build before this runs.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const STEPS = [
  ['biome', ['check', '.']],
  ['tsc', ['-b', '--force']],
  ['tsc', ['-p', 'tsconfig.test.json']],
  ['vitest', ['run']],
];

for (const [file, args] of STEPS) {
  console.log(`> ${file} ${args.join(' ')}`);
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
