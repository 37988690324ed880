// What would stop an install or a build halfway is said before it begins.
import fs, { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A sentence about what is in the way of writing `mb` megabytes into the clone, if something is. */
export function obstacle(root, mb) {
  for (const dir of written(root))
    try {
      accessSync(dir, constants.W_OK);
    } catch ({ code }) {
      return `Wave cannot be set up in ${root}: ${dir} cannot be written (${code}).
Clone it to a folder of your own, or run npm start there once as its owner.`;
    }
  const free = freeMb(root);
  if (free >= mb) return undefined;
  return `Wave cannot be set up in ${root}: that takes ${mb} MB, and ${free} MB are free there.`;
}

const written = (root) => {
  const packages = join(root, 'packages');
  const dirs = readdirSync(packages).map((name) => join(packages, name));
  return [root, join(root, 'node_modules'), ...dirs].filter((dir) => existsSync(dir));
};

/** A Node before 18.15 cannot tell. */
function freeMb(root) {
  if (!fs.statfsSync) return Number.POSITIVE_INFINITY;
  const { bavail, bsize } = fs.statfsSync(root);
  return Math.floor((bavail * bsize) / 1e6);
}
