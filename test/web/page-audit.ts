/**
 * Measures a page as a browser shows it. The script runs in the browser, outside this project's types,
 * so it is text here and its result is parsed.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const Audit = z.object({
  scrollWidth: z.number(),
  innerWidth: z.number(),
  /** Classes of the tables that are wider than their parent. */
  wideTables: z.array(z.string()),
  /** Visible elements that extend beyond the window. */
  outside: z.array(z.string()),
  /** Lowest contrast ratio of a visible text to its background (WCAG 2.2, 1.4.3). */
  text: z.object({ ratio: z.number(), where: z.string(), count: z.number() }),
  /** Lowest contrast of a sparkline (WCAG 2.2, 1.4.11), and the smallest size; null if there is none. */
  sparklines: z
    .object({ count: z.number(), ratio: z.number(), width: z.number(), height: z.number() })
    .nullable(),
});
type Audit = z.infer<typeof Audit>;

/**
 * Readers have other fonts than this machine: letters further apart are a font that is wider, by as
 * much as DejaVu Sans is wider than Arial. A sheet that a script makes is no inline style.
 */
const FONTS = { wide: '* { letter-spacing: 0.06em !important }', own: '' };

/** Nothing extends beyond the window, in either font, and every text that is unfolded stands out. */
export async function assertLegible(page: Page, width: number): Promise<Audit> {
  const audits = { wide: await audit(page, FONTS.wide), own: await audit(page, FONTS.own) };
  for (const [font, { innerWidth, scrollWidth, wideTables, outside }] of Object.entries(audits))
    assert.deepEqual(
      { font, innerWidth, isWithin: scrollWidth <= width, wideTables, outside },
      { font, innerWidth: width, isWithin: true, wideTables: [], outside: [] },
    );
  const { text } = audits.own;
  assert.ok(text.ratio >= 4.5, `${text.ratio} in ${text.where}`);
  return audits.own;
}

async function audit(page: Page, style: string): Promise<Audit> {
  return Audit.parse(await page.evaluate(`(${IN_PAGE})(${JSON.stringify(style)})`));
}

const IN_PAGE = `(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  // A mixed colour has components from 0 to 1: color(srgb 0.86 0.89 0.92).
  const numbers = (color) => {
    const parts = color.match(/[\\d.]+/g).map(Number);
    return color.startsWith('color(srgb') ? parts.map((part, place) => (place < 3 ? part * 255 : part)) : parts;
  };
  const luminance = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color[3] === undefined || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const label = (element) => element.tagName + '.' + (element.getAttribute('class') ?? '') + ' ' + element.textContent.slice(0, 40);
  const hidden = (element) => element.closest('.unseen, .skip, title, style, script') || getComputedStyle(element).clipPath !== 'none' || element.closest('thead, caption')?.matches('*') && getComputedStyle(element.closest('thead, caption')).clipPath !== 'none';
  const all = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility() && !hidden(element));

  const text = { ratio: Infinity, where: '', count: 0 };
  for (const element of all) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue;
    const style = getComputedStyle(element);
    const ratio = contrast(numbers(element instanceof SVGElement ? style.fill : style.color), background(element));
    text.count++;
    if (ratio < text.ratio) Object.assign(text, { ratio, where: label(element) });
  }

  const sparks = all.filter((element) => element.matches('svg.spark'));
  const boxes = sparks.map((spark) => spark.querySelector('path').getBoundingClientRect());
  const ratios = sparks.map((spark) => contrast(numbers(getComputedStyle(spark.querySelector('path')).stroke), background(spark)));
  // Content that is wider on purpose scrolls in its own region, which the keyboard reaches.
  const scrolls = (element) => element.closest('[role="region"][tabindex="0"]');
  return {
    scrollWidth: document.scrollingElement.scrollWidth,
    innerWidth,
    wideTables: [...document.querySelectorAll('table')]
      .filter((table) => table.checkVisibility() && !scrolls(table) && table.offsetWidth > table.parentElement.clientWidth)
      .map((table) => table.className),
    outside: all
      .filter((element) => { if (scrolls(element)) return false; const box = element.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth; })
      .map(label),
    text,
    sparklines: sparks.length === 0 ? null : {
      count: sparks.length,
      ratio: Math.min(...ratios),
      width: Math.min(...boxes.map(({ width }) => width)),
      height: Math.min(...sparks.map((spark) => spark.getBoundingClientRect().height)),
    },
  };
}`;
