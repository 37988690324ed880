#!/usr/bin/env node
// This file checks where it runs before anything else is read, so it keeps to what any Node parses.
'use strict';
var version = process.versions.node.split('.');
var enough = Number(version[0]) > 22 || (Number(version[0]) === 22 && Number(version[1]) >= 12);
var text = 'wave needs Node 22.12 or newer; this is Node ' + process.versions.node + '.\n';
var help =
  'Install a newer Node (https://nodejs.org), or in a clone run "npm start", which brings its own.\n';
if (process.platform === 'win32') {
  process.stderr.write('wave runs on Linux and macOS. On Windows, use it inside WSL.\n');
  process.exit(1);
} else if (!enough) {
  process.stderr.write(text + help);
  process.exit(1);
} else {
  require('./start.cjs')('../dist/wave.cjs');
}
