#!/usr/bin/env node
// This file checks where it runs before anything else is read, so it keeps to what any Node parses.
// Exit 1 blocks nobody: a hook that cannot start has made no decision.
'use strict';
var version = process.versions.node.split('.');
var enough = Number(version[0]) > 22 || (Number(version[0]) === 22 && Number(version[1]) >= 12);
if (process.platform === 'win32') {
  process.stderr.write('ccc runs on Linux and macOS. On Windows, use it inside WSL.\n');
  process.exitCode = 1;
} else if (!enough) {
  process.stderr.write(
    'ccc needs Node 22.12 or newer; this is Node ' +
      process.versions.node +
      '.\n' +
      'Install a newer Node (https://nodejs.org).\n',
  );
  process.exitCode = 1;
} else {
  require('./start.cjs');
}
