'use strict';
// Compiled code is kept between runs, so that a start costs little more than Node itself.
require('node:module').enableCompileCache?.();

// Hooks call `wave`, too. One that the user has on the PATH comes first; under npx, or started by its path,
// there is only this one.
const { PATH } = process.env;
if (PATH && !PATH.split(':').includes(__dirname)) process.env.PATH = `${PATH}:${__dirname}`;
process.env.WAVE_NODE = process.execPath;

require('../dist/wave.cjs');
