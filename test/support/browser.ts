/** Finds the installed Chromium that the browser tests drive. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { skipUnless } from './tier.ts';

/** The first one there: without a window to draw, a page costs a third of the processor time. */
const USUAL_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const NO_BROWSER =
  'No Chromium found: install one (apt-get install chromium-headless-shell, or chromium) or set CHROMIUM_PATH to it.';

/** The path of a Chromium, or undefined; throws if `CHROMIUM_PATH` is set to no file. */
function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen === undefined || chosen === '') return USUAL_PATHS.find((path) => existsSync(path));
  if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names no file: ${chosen}`);
  return chosen;
}

const executablePath = findChromium();

/** The reason to skip tests that open pages. */
export const skipBrowser = skipUnless(executablePath !== undefined, NO_BROWSER);

export function launchBrowser(): Promise<Browser> {
  assert.ok(executablePath, NO_BROWSER);
  return chromium.launch({ executablePath });
}
