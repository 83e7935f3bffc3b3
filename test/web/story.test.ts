/** The story that the first page tells, of published weeks with different leaders. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { digest } from '../../src/features/digests/digest.ts';
import { topMoves } from '../../src/features/this-week/top-moves.ts';
import { unescapeText } from '../../src/lib/html.ts';
import type { Published } from '../../src/published/published.ts';
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
      for (const kind of isNew) assert.doesNotMatch(kind, /since week|no signal/, period);
    }
    assert.equal(titles.size, WEEKS);
  });
});
