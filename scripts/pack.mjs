// `npm run pack`: every package as a tarball, in one folder. `npm i -D ./dist-packages/<file>` installs one, with
// npm, pnpm and yarn, and needs no other: each brings along those of ours that it needs.
// Beside them, `wave.mjs` is the command in one file, for machines like this one.
// `npm run pack -- --to <folder>` writes them elsewhere.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packOneFile } from './pack/one-file.mjs';
import { readPackages } from './pack/packages.ts';
import { packForFolder } from './pack/tarballs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const OWN = join(root, 'dist-packages');
const { values } = parseArgs({ options: { to: { type: 'string' } } });
const to = values.to === undefined ? OWN : resolve(process.env.INIT_CWD ?? '.', values.to);

// Tarballs of an earlier version would look as if they were these. Another folder may hold what is not ours.
if (to === OWN) rmSync(to, { recursive: true, force: true });
const packages = readPackages(root);
const tarballs = packForFolder(root, packages, to);
for (const { path, size } of [...tarballs, packOneFile(root, packages, join(to, 'wave.mjs'))])
  console.log(`${String(Math.ceil(size / 1000)).padStart(5)} kB  ${path}`);
