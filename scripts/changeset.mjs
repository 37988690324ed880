// `npm run changeset`: notes what a change means for users, in .changeset. `npm run changeset -- version` turns the
// notes into versions and changelogs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAside } from './aside.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const aside = installAside(root, 'changeset', { '@changesets/cli': '3.0.3' });
const program = join(aside, 'node_modules/.bin/changeset');
const { status } = spawnSync(program, process.argv.slice(2), { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
