// How far an install or a build is: a minute of silence looks like a program that hangs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tells on stderr what `state` says, until the function that it returns is called. */
export function showProgress(state) {
  const began = Date.now();
  const isTerminal = process.stderr.isTTY;
  const line = () => `  ${state()}, ${Math.round((Date.now() - began) / 1000)} s`;
  const tell = () => process.stderr.write(isTerminal ? `\r\x1b[K${line()}` : `${line()}\n`);
  const timer = setInterval(tell, isTerminal ? 500 : 4_000);
  return () => {
    clearInterval(timer);
    tell();
    if (isTerminal) process.stderr.write('\n');
  };
}

/** How many of the lock's packages are there; with `hasTools` those as well that only tests need. */
export function packageCount(root, hasTools) {
  const wanted = packagesFor(root, hasTools);
  return () => {
    const there = wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    const all = `${there} of ${wanted.length} packages`;
    return there < wanted.length ? all : `${all}, running their install scripts`;
  };
}

/** Those that this machine gets. */
function packagesFor(root, hasTools) {
  const fits = (list, value) => list === undefined || list.includes(value);
  const libc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const wanted = hasTools ? undefined : neededBy(packages);
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([path]) => wanted === undefined || wanted.has(path))
    .filter(([, { os, cpu }]) => fits(os, process.platform) && fits(cpu, process.arch))
    .filter(([, one]) => process.platform !== 'linux' || fits(one.libc, libc))
    .map(([path]) => path);
}

/** What the root and our packages need, and what that needs in turn. */
function neededBy(packages) {
  const wanted = new Set(Object.keys(packages).filter((path) => /^(packages\/[^/]+)?$/.test(path)));
  for (const path of wanted) {
    const { dependencies, optionalDependencies, devDependencies } = packages[path];
    const names = { ...dependencies, ...optionalDependencies, ...devDependencies };
    for (const name of Object.keys(names)) {
      const found = nearest(packages, path, name);
      if (found !== undefined) wanted.add(found);
    }
  }
  return wanted;
}

/** Where a package finds another one: beside it, or further up. */
function nearest(packages, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[path] !== undefined || from === '') return packages[path] && path;
  return nearest(packages, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name);
}
