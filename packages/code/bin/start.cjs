'use strict';
// Loads the bundles with what V8 made of them in an earlier run. Node's own compile cache keeps a file as it was before
// it ran: of the functions inside it has nothing, and a start compiles each of them again. What is kept here is taken
// when a command has ended well (code-cache.cjs), so it has every function that was used.
//
// Every start reads this file, so it holds what a start needs and nothing else.
const { closeSync, fstatSync, openSync, readFileSync, readSync } = require('node:fs');
const { homedir } = require('node:os');
const { basename, dirname, join } = require('node:path');
const { constants, Script } = require('node:vm');
const { createRequire } = module.constructor;

const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const TAIL = Buffer.from('\n})');

/** Loads every bundle in `dist` with its kept code: from `home`, or from where `NODE_COMPILE_CACHE` says. */
function loadKept(dist, home, args) {
  const place = placeFor(dist, home, args);
  if (place === undefined) return;
  const unkept = [];
  const other = require.extensions['.js'];
  require.extensions['.cjs'] = (module, file) => {
    if (dirname(file) !== dist) return other(module, file);
    const kept = join(place.dir, place.prefix + basename(file));
    const cachedData = readOwn(kept);
    const script = new Script(functionIn(file), {
      ...{ filename: file, cachedData },
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (!cachedData || script.cachedDataRejected) unkept.push([kept, script]);
    const run = script.runInThisContext();
    run.call(module.exports, module.exports, requireFrom(file), module, file, dist);
  };
  process.on('exit', (code) => {
    // What failed may have used next to nothing of a bundle, and would be kept like that.
    if (code === 0 && unkept.length > 0) require('./code-cache.cjs').keepCode(unkept);
  });
}

/** Undefined where there is nothing to keep code for: V8 looks at a text's length only, so each build has its place. */
function placeFor(dist, home, args) {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE, NODE_V8_COVERAGE } = process.env;
  const root = NODE_COMPILE_CACHE || (home && join(home, '.wave', 'cache'));
  if (!root || NODE_DISABLE_COMPILE_CACHE || NODE_V8_COVERAGE) return undefined;
  if (args.includes('--help') || args.includes('-h')) return undefined;
  try {
    const [build] = readFileSync(join(dist, 'build-id'), 'utf8').split('\n');
    const dir = join(root, `wave-${build}-${process.version}-${process.arch}`);
    return { dir, prefix: prefixFor(args) };
  } catch {
    return undefined;
  }
}

/** The agent uses other parts of its bundle than a command does, and V8 takes no code that was made with other flags. */
function prefixFor(args) {
  if (args[0] === undefined || args[0][0] === '-') return 'agent-';
  return startsOthers(args) ? 'test-' : '';
}

/** Scenarios start programs, and do little else. */
const startsOthers = ([command, verb]) => command === 'hooks' && verb === 'test';

/** The bundle as a function. It is ASCII, so its text is its bytes: nothing is decoded, and nothing is joined. */
function functionIn(file) {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const text = Buffer.allocUnsafe(HEAD.length + size + TAIL.length);
    HEAD.copy(text);
    TAIL.copy(text, HEAD.length + size);
    for (let at = 0, read = 1; at < size && read > 0; at += read)
      read = readSync(fd, text, HEAD.length + at, size - at, at);
    return text.latin1Slice();
  } finally {
    closeSync(fd);
  }
}

/** Code is taken from the user only who runs it. */
function readOwn(file) {
  let fd;
  try {
    fd = openSync(file, 'r');
    return fstatSync(fd).uid === process.getuid() ? readFileSync(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Each module in a bundle asks for Node's own parts once more, some hundred times: those need no search. */
function requireFrom(file) {
  let other;
  return (name) => {
    if (name.startsWith('node:')) return process.getBuiltinModule(name);
    other ??= createRequire(file);
    return other(name);
  };
}

const args = process.argv.slice(2);
// V8's optimising compilers work beside the main thread, so they take time from the programs that it starts.
if (startsOthers(args))
  for (const flag of ['--no-opt', '--no-maglev'])
    process.getBuiltinModule('node:v8').setFlagsFromString(flag);
loadKept(join(__dirname, '../dist'), homedir(), args);

// Hooks call `wave`, too. One that the user has on the PATH comes first; under npx, or started by its path,
// there is only this one.
const { PATH } = process.env;
if (PATH && !PATH.split(':').includes(__dirname)) process.env.PATH = `${PATH}:${__dirname}`;
process.env.WAVE_NODE = process.execPath;

module.exports = (file) => require(file);
