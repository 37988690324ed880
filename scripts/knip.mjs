// `npx node scripts/knip.mjs`: exports, files and dependencies that nobody uses. It reaches the registry once.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAside } from './aside.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const aside = installAside(root, 'knip', { knip: '6.44.2' });
const bin = join(aside, 'node_modules/.bin/knip');
const { status } = spawnSync(bin, ['--no-progress'], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
