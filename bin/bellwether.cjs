#!/usr/bin/env node
/*
 * The command. Plain JavaScript of long ago, so that a Node that cannot run the rest can still say
 * which one is needed, instead of ending in a stack.
 */
'use strict';

var join = require('node:path').join;
var needed = parseInt(/\d+/.exec(require('../package.json').engines.node)[0], 10);
if (parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    'Bellwether needs Node ' +
      needed +
      ' or later; this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). Install it from https://nodejs.org, or run npm ci without --omit=dev, which brings one.\n',
  );
  process.exitCode = 1;
} else {
  require('./compile-cache.cjs');
  // A package holds compiled modules, since Node strips no types there.
  if (require('node:fs').existsSync(join(__dirname, '../src/main.ts'))) import('../src/main.ts');
  else import('../dist/src/main.js');
}
