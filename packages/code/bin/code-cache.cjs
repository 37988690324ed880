'use strict';
// Keeps what V8 made of the bundles, for the next start (start.cjs). Loaded only when there is something to keep.
const { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const OLD_MS = 30 * 24 * 3_600_000;

/** Pairs of a file and the script whose functions it is to hold. */
exports.keepCode = (unkept) => {
  for (const [file, script] of unkept) keep(file, script);
};

/** A cache that cannot be written costs time and nothing else. */
function keep(file, script) {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, script.createCachedData(), { mode: 0o600, flag: 'wx' });
    renameSync(part, file);
    removeOld(dirname(dirname(file)), basename(dirname(file)));
  } catch {
    remove(part);
  }
}

function remove(part) {
  try {
    rmSync(part, { force: true });
  } catch {
    // It was never there.
  }
}

/** Of builds and of Nodes that are gone, and what a kill left half written. */
function removeOld(dir, own) {
  const isOld = (path) => Date.now() - statSync(path).mtimeMs > OLD_MS;
  const others = readdirSync(dir).filter((name) => name.startsWith('wave-') && name !== own);
  const parts = readdirSync(join(dir, own)).filter((name) => PART.test(name));
  for (const path of [...others, ...parts.map((name) => join(own, name))].map((name) =>
    join(dir, name),
  ))
    if (isOld(path)) rmSync(path, { recursive: true, force: true });
}

const PART = /\.\d+$/;
