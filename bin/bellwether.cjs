#!/usr/bin/env node
/*
 * The command, in JavaScript that old Nodes can read: one that cannot run the rest runs the Node that was
 * installed with the project, or says which one is needed, instead of ending in a stack.
 */
'use strict';

const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const NEEDED = Number.parseInt(/\d+/.exec(require('../package.json').engines.node)[0], 10);

if (Number.parseInt(process.versions.node, 10) < NEEDED) runInstalledNode();
else {
  require('./compile-cache.cjs');
  // A package holds compiled modules, since Node strips no types there.
  if (existsSync(join(__dirname, '../src/main.ts'))) import('../src/main.ts');
  else import('../dist/src/main.js');
}

/** Runs the same command with it, passes signals on, and ends as it ends. */
function runInstalledNode() {
  const node = installedNode();
  if (node === undefined || node === process.execPath)
    return refuse(
      'Install it from https://nodejs.org, or run npm ci without --omit=dev, which brings one.',
    );
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(node, args, { stdio: 'inherit' });
  child.once('spawn', () =>
    say(`Node ${process.versions.node} is too old for Bellwether; it runs with ${node}.`),
  );
  child.once('error', ({ message }) => refuse(`The installed one cannot run: ${message}.`));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code;
    for (const each of signals) process.removeAllListeners(each);
    if (signal !== null) process.kill(process.pid, signal);
  });
}

/** Undefined if the development dependency is not installed. */
function installedNode() {
  try {
    return require.resolve(`node/${require('node/package.json').bin.node}`);
  } catch {
    return undefined;
  }
}

function refuse(remedy) {
  say(
    `Bellwether needs Node ${NEEDED} or later; this is Node ${process.versions.node} (${process.execPath}). ${remedy}`,
  );
  process.exitCode = 1;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
