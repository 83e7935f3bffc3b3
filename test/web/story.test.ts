/** The story that the first page tells, of published weeks with different leaders. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { digest } from '../../src/features/digests/digest.ts';
import { listedWeek } from '../../src/features/selection/listed-week.ts';
import { topMoves } from '../../src/features/this-week/top-moves.ts';
import { unescapeText } from '../../src/lib/html.ts';
import type { Published } from '../../src/published/published.ts';
import { around, boxOf, overlap } from '../../src/web/charts/point-labels.ts';
import { drawScatter, notable } from '../../src/web/charts/startup-scatter.ts';
import { editionView } from '../../src/web/components/periods.ts';
import { weekView } from '../../src/web/home.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { homePage } from './fixture.ts';

const WEEKS = 3;

describe('the story of the first page', () => {
  let published: Published;
  const leaders = new Map<string, string>();

  before(async () => {
    published = await shippedPublication();
    const { editions } = published;
    for (const { slug } of editions.periods) {
      const [first] = (await editions.signals(slug)).trending;
      if (first && ![...leaders.values()].includes(first.slug)) leaders.set(slug, first.slug);
      if (leaders.size === WEEKS) break;
    }
  });

  it('differs with the week, and takes names and numbers from its edition', async () => {
    assert.equal(leaders.size, WEEKS);
    const { editions, addresses } = published;
    const titles = new Set<string>();
    for (const [period, slug] of leaders) {
      const edition = await editionView(period, published);
      const page = homePage(
        await weekView(
          edition,
          await editions.evidence(period),
          await topMoves(period, published),
          await digest(published, period),
        ),
      );
      const title = unescapeText(/<h1><a href="[^"]*">(.*?)<\/a><\/h1>/.exec(page)?.[1] ?? '');
      assert.equal(title, (await digest(published, period)).title);
      titles.add(title);
      const facts = [...page.matchAll(/<li><a class="check" href="([^"]*)">(.*?)<\/a><\/li>/g)];
      assert.equal(facts.length, 3, period);
      for (const [, href = '', text = ''] of facts) {
        assert.match(href, /^\/(?:charts\/weeks\/|startups)/);
        assert.match(text, /\.$/);
        assert.doesNotMatch(text, /undefined|NaN|Infinity/);
      }
      const startup = await editions.startup(period, slug);
      assert.ok(
        page.includes(
          `href="${addresses.startup(slug, period).slice(addresses.home().length - 1)}"`,
        ) || period === editions.latest,
      );
      assert.ok(
        `${title} ${facts.map(([, , text]) => text).join(' ')}`.includes(startup?.name ?? '?'),
      );
      const isNew = [...page.matchAll(/<p class="kind">(.*?)<\/p>/g)].map(([, kind = '']) => kind);
      for (const kind of isNew) assert.doesNotMatch(kind, /since Week|no signal/, period);
    }
    assert.equal(titles.size, WEEKS);
  });
});

describe('the labels of the first page’s picture', () => {
  it('cover no mark and no other label, in any week', async () => {
    const published = await shippedPublication();
    const { editions } = published;
    let drawn = 0;
    for (const { slug, name } of editions.periods) {
      const listed = await listedWeek(slug, published);
      const scatter = await drawScatter({ listed, named: notable(listed), of: name });
      const svg = scatter?.svg.toString() ?? '';
      const marks = [...svg.matchAll(/M(\d+) (\d+)m/g)].map(([, x, y]) => ({
        x: Number(x),
        y: Number(y),
      }));
      assert.ok(marks.length >= listed.filter(({ acceleration }) => acceleration !== null).length);
      const labels = [
        ...svg.matchAll(/<text x="(\d+)" y="(\d+)" text-anchor="(start|middle|end)">([^<]*)</g),
      ].map(([, x, y, anchor, text = '']) =>
        boxOf({ x: Number(x), y: Number(y), text: unescapeText(text), anchor: anchor as 'start' }),
      );
      drawn += labels.length;
      for (const [index, box] of labels.entries()) {
        assert.ok(!marks.some((mark) => overlap(box, around(mark))), `${slug} covers a mark`);
        assert.ok(!labels.some((other, at) => at !== index && overlap(box, other)), slug);
      }
    }
    assert.ok(drawn >= 4 * editions.periods.length, `${drawn} labels`);
  });
});
