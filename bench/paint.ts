/**
 * How long a reader on a slow phone looks at nothing: first and largest paint of the first pages in a
 * browser without a cache, over 1.6 Mbit/s with 150 ms of latency, with a quarter of this processor.
 */
import { type Browser, chromium } from 'playwright-core';
import { findChromium, NO_BROWSER } from '../tools/browser.ts';
import { median, printTable } from './report.ts';
import { startService } from './servers.ts';

const BYTES_A_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const SLOWER = 4;
const ROUNDS = 5;
const PATHS = ['/', '/startups', '/startups/langfuse', '/startups/langfuse/check/commits'];
const AIMED = ['/', '/startups/langfuse'];

export async function benchPaint(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    printTable('Paint on a slow phone', [{ what: 'cannot be measured', value: NO_BROWSER }]);
    return;
  }
  const service = await startService();
  const browser = await chromium.launch({ executablePath });
  try {
    for (const path of PATHS) await fetch(service.origin + path);
    const lines = [];
    for (const path of PATHS) {
      const paints: Paints[] = [];
      for (let round = 0; round < ROUNDS; round++)
        paints.push(await paintsOf(browser, service.origin + path));
      const of = (which: keyof Paints) =>
        `${median(paints.map((one) => one[which])).toFixed(0)} ms`;
      const aim = AIMED.includes(path) ? { aim: 'below 1500 ms' } : {};
      lines.push({ what: path, value: `first ${of('first')}, largest ${of('largest')}`, ...aim });
    }
    printTable(`Paint on a slow phone (median of ${ROUNDS})`, lines);
  } finally {
    await browser.close();
    await service.stop();
  }
}

type Paints = { first: number; largest: number };

/** Text is the largest thing on these pages, so the largest paint is the headline's. */
async function paintsOf(browser: Browser, url: string): Promise<Paints> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_A_SECOND,
      uploadThroughput: BYTES_A_SECOND / 2,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate<Paints>(IN_PAGE);
  } finally {
    await context.close();
  }
}

/** Runs in the browser, outside this project's types. */
const IN_PAGE = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    resolve({ first: first.startTime, largest: list.getEntries().at(-1).startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;
