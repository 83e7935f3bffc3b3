/*
 * Keeps compiled modules for later starts, which take half the time: in the user's folder for what can
 * be made again, not among the installed modules, where it would grow with each version of the sources.
 */
'use strict';

const fs = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');

const MAX_BYTES = 200_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const folder = cacheFolder();
if (folder !== undefined) {
  try {
    limit(folder);
  } catch {
    // Another process is at it, or nothing can be written: then nothing is kept.
  }
  require('node:module').enableCompileCache(folder);
}

/** Undefined for a user without a folder, as in a container with a number for a user. */
function cacheFolder() {
  try {
    return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bellwether');
  } catch {
    return undefined;
  }
}

/** Once a day, removes what was written longest ago: versions of the sources that are gone. */
function limit(folder) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const checked = join(folder, 'checked');
  const { mtimeMs = 0 } = fs.statSync(checked, { throwIfNoEntry: false }) ?? {};
  if (Date.now() - mtimeMs < DAY_MS) return;
  fs.writeFileSync(checked, '');
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, ...fs.statSync(path) }))
    .sort((left, right) => right.mtimeMs - left.mtimeMs);
  let room = MAX_BYTES;
  for (const { path, size } of files) {
    room -= size;
    if (room < 0) fs.rmSync(path, { force: true });
  }
}
