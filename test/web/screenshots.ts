/**
 * Takes the pictures of pages that README and documents show, from the shipped data:
 * `npm run screenshots` renews `docs/images/`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { launchBrowser } from '../support/browser.ts';
import { serveShipped } from '../support/service.ts';

const FOLDER = join(PROJECT_ROOT, 'docs', 'images');
const QUALITY = 82;
const MAX_BYTES = 150_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

const PICTURES = [
  { name: 'this-week', path: '/', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'startup', path: '/startups/langfuse', viewport: PHONE, colorScheme: 'dark' },
  {
    name: 'check',
    path: '/startups/langfuse/check/commits',
    viewport: PHONE,
    colorScheme: 'light',
  },
] as const;

const { origin, service } = await serveShipped();
const browser = await launchBrowser();
try {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, ...window } of PICTURES) {
    const page = await browser.newPage(window);
    await page.goto(origin + path);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
    });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > MAX_BYTES) throw new Error(`${name}: ${picture.length} bytes`);
    await writeFile(join(FOLDER, `${name}.webp`), picture);
    console.log(`docs/images/${name}.webp: ${picture.length} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
  await service.close();
}
