// The program of the entries starts this in place of `wave guard`: the way over all commands takes its time.
// As in wave.cjs, any Node parses it.
'use strict';
var version = process.versions.node.split('.');
if (Number(version[0]) > 22 || (Number(version[0]) === 22 && Number(version[1]) >= 12))
  require('./start.cjs')('../dist/guard.cjs').main(process.argv.slice(2));
// Says that this Node is too old, and ends.
else require('./wave.cjs');
