'use strict';
// Compiled code is kept between runs, so that a start costs little more than Node itself.
require('node:module').enableCompileCache?.();
require('../dist/ccc.cjs');
