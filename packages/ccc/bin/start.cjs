'use strict';
// Inside a review the answer is known before anything else is read: a small file of its own gives it.
if (process.env.CCC_SUPERVISOR_HOOK === '1' && process.argv[2] === 'supervisor-hook') {
  require('../dist/guard.cjs');
} else {
  // Compiled code is kept between runs, so that a start costs little more than Node itself.
  const { enableCompileCache, flushCompileCache } = require('node:module');
  enableCompileCache?.();
  process.on('exit', () => flushCompileCache?.());
  require('../dist/ccc.cjs');
}
