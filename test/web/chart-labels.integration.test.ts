/** The labels of charts as a browser draws them: of one size, within the window, and covering nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { findingsOf } from '../../src/features/research/paper.ts';
import type { Published } from '../../src/published/published.ts';
import type { Chart } from '../../src/web/charts/chart.ts';
import { compareCommits } from '../../src/web/charts/compare-commits.ts';
import { plot } from '../../src/web/charts/figure.ts';
import { allIntervals, findingIntervals } from '../../src/web/charts/finding-intervals.ts';
import { startupAgents, startupCommits } from '../../src/web/charts/startup-line.ts';
import { startupScatter } from '../../src/web/charts/startup-scatter.ts';
import { weekOfAll } from '../../src/web/charts/week-of-all.ts';
import { STYLESHEET } from '../../src/web/page/assets.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { launchBrowser, skipBrowser } from '../support/browser.ts';

const WIDTHS = [320, 390, 600, 768, 1440];

const Measured = z.object({ labels: z.number(), faults: z.array(z.string()) });

const IN_PAGE = `() => {
  const faults = [];
  let count = 0;
  const box = (element) => element.getBoundingClientRect();
  const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  for (const drawing of document.querySelectorAll('svg.drawing')) {
    const texts = [...drawing.querySelectorAll('text')].filter((text) => text.checkVisibility());
    const named = texts.filter((text) => text.closest('.names'));
    count += named.length;
    const marks = [...drawing.querySelectorAll('use')].map(box);
    const say = (fault, text) => faults.push(fault + ': ' + text.textContent + ' in ' + drawing.id);
    for (const text of texts) {
      const own = box(text);
      const size = parseFloat(getComputedStyle(text).fontSize);
      if (size < 12 || size > 13) say(size + ' px', text);
      if (own.left < 0 || own.right > innerWidth) say('clipped', text);
      if (texts.some((other) => other !== text && overlap(own, box(other)))) say('covers a text', text);
      if (marks.some((mark) => overlap(own, mark))) say('covers a mark', text);
    }
    for (const mark of marks) if (mark.left < 0 || mark.right > innerWidth) faults.push('clipped mark');
  }
  return { labels: count, faults };
}`;

describe('the labels of charts', { skip: skipBrowser }, () => {
  let published: Published;
  let browser: Browser;
  let page: Page;
  before(async () => {
    published = await shippedPublication();
    browser = await launchBrowser();
    page = await browser.newPage();
  });
  after(() => browser?.close());

  /** Draws charts one below the other, and measures them at every width. */
  async function measure(charts: readonly (Chart | undefined)[]): Promise<number> {
    const drawn = charts.map(
      (chart) => `<figure class="drawn scatter">${chart && plot(chart)}</figure>`,
    );
    await page.setContent(`<style>${STYLESHEET}</style><main>${drawn.join('')}</main>`);
    let least = Number.POSITIVE_INFINITY;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const { labels, faults } = Measured.parse(await page.evaluate(`(${IN_PAGE})()`));
      assert.deepEqual({ width, faults }, { width, faults: [] });
      least = Math.min(least, labels);
    }
    return least;
  }

  it('cover no mark and no other label in the picture of any week', async () => {
    const { periods } = published.editions;
    const charts = [];
    for (const { slug } of periods)
      charts.push(await startupScatter.chart({ published, params: {}, period: slug }));
    const labels = await measure(charts);
    assert.ok(labels >= 4 * periods.length, `${labels} labels`);
  });

  it('do not in any chart over time, and in no finding', async () => {
    const { latest } = published.editions;
    const draw = (chart: typeof startupCommits, params: Record<string, string>) =>
      chart.chart({ published, params, period: latest });
    const charts = [
      await draw(weekOfAll, { period: latest }),
      await draw(allIntervals, {}),
      ...(await Promise.all(
        findingsOf(published).map(({ slug }) => draw(findingIntervals, { slug })),
      )),
    ];
    for (const slug of ['langfuse', 'copilotkit', 'unsloth'])
      charts.push(await draw(startupCommits, { slug }), await draw(startupAgents, { slug }));
    for (const names of ['copilotkit-vs-langfuse-vs-supabase-vs-unsloth', 'langfuse-vs-meroxa'])
      charts.push(await draw(compareCommits, { names }));
    assert.ok(charts.every((chart) => chart !== undefined));
    await measure(charts);
  });
});
