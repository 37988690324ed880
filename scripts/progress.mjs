// How far npm is: a minute of silence looks like a program that hangs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tells on stderr how many packages are there, until the function that it returns is called. */
export function showProgress(root) {
  const wanted = packagesFor(root);
  const began = Date.now();
  const isTerminal = process.stderr.isTTY;
  const line = () => {
    const there = wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    return `  ${there} of ${wanted.length} packages, ${Math.round((Date.now() - began) / 1000)} s`;
  };
  const tell = () => process.stderr.write(isTerminal ? `\r${line()}` : `${line()}\n`);
  const timer = setInterval(tell, isTerminal ? 500 : 5_000);
  return () => {
    clearInterval(timer);
    tell();
    if (isTerminal) process.stderr.write('\n');
  };
}

/** Those of the lock that this machine gets. */
function packagesFor(root) {
  const fits = (list, value) => list === undefined || list.includes(value);
  const libc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { os, cpu }]) => fits(os, process.platform) && fits(cpu, process.arch))
    .filter(([, one]) => process.platform !== 'linux' || fits(one.libc, libc))
    .map(([path]) => path);
}
