/** Faults that axe finds on a page in a browser: WCAG 2.2 A and AA, and axe's best practices. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** The minified form, which a browser reads in half the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** Rows of a table and items of a list are made alike: the first ones stand for the others. */
const LOOKED_AT = { exclude: [['tbody tr:nth-child(n+9)'], ['li:nth-child(n+13)']] };
/**
 * Links in text are told apart without their colour, as ours are. axe also accepts a contrast of colours,
 * which takes longer to measure than half of its other rules.
 */
const LINKS_IN_TEXT = [{ id: 'link-in-text-block', any: ['link-in-text-block-style'] }];
const OPTIONS = { runOnly: TAGS, resultTypes: ['violations'], preload: false, elementRef: false };

const Violations = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/**
 * A line for each rule that is broken, with the first element that breaks it.
 *
 * @param looksAtContrast takes as long as all other rules together
 */
export async function axeViolations(page: Page, looksAtContrast: boolean): Promise<string[]> {
  await load(page);
  const options = { ...OPTIONS, rules: { 'color-contrast': { enabled: looksAtContrast } } };
  const found = await page.evaluate(
    `axe.run(${JSON.stringify(LOOKED_AT)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return Violations.parse(found).map(
    ({ id, nodes }) => `${id}, ${nodes.length} times: ${nodes[0]?.html.slice(0, 200)}`,
  );
}

/** Through the protocol itself: compiled for one page, it is there for the next ones. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const expression = `${AXE}\naxe.configure({ rules: ${JSON.stringify(LINKS_IN_TEXT)} });`;
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.text);
}
