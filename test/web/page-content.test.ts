/** The story of the first page and the sentences of a startup; all other bytes are held by fingerprints. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemPage } from '../../src/web/components/layout.ts';
import {
  exampleEdition,
  exampleStartup,
  exampleStartupView,
  exampleWeek,
  homePage,
  startupPage,
} from './fixture.ts';

const home = await exampleWeek(exampleEdition(40));

describe('the home page', () => {
  const page = homePage(home);

  it('tells the week: coverage, headline, facts that open their check, what is new, and the top 20', () => {
    assert.match(page, /<a href="\/coverage">40 of 41 startups covered<\/a>/);
    assert.match(page, /<h1><a href="\/blog\/2026-w33">The busiest fortnight in two years</);
    assert.match(
      page,
      /<a class="check" href="\/startups\/example-1\/check\/score\?period=2026-w33">Example 1 is first/,
    );
    assert.match(page, /sort=acceleration">0 of 40 startups are working faster than their own/);
    const cards = page.slice(page.indexOf('class="cards"'), page.indexOf('id="moves-heading"'));
    assert.equal(cards.match(/<li>/g)?.length, 5);
    assert.doesNotMatch(cards, /since week/);
    assert.equal(page.match(/<tr role="row" data-slug/g)?.length, 20);
    assert.equal(page.match(/<a href="\/startups\/example-\d+" tabindex="-1"/g)?.length, 40);
  });

  it('says so where no signal is new, and where there is nothing to rank', async () => {
    const old = exampleStartup(1, { signalSince: '2026-w20' });
    const quiet = homePage(await exampleWeek(exampleEdition([old])));
    assert.match(quiet, /No startup’s signal is new this week/);
    assert.doesNotMatch(quiet, /class="cards"/);
    const empty = homePage(await exampleWeek(exampleEdition(0)));
    assert.match(empty, /No startup had the 20 commits and 3 contributors/);
  });

  it('stays in its period in all its links, and leads to the one before, after, and any other', () => {
    const earlier = homePage({ ...home, signals: atPeriod('2026-w20') });
    for (const link of [
      'href="/startups/example-1?period=2026-w20"',
      'href="/startups/example-1/check/commits?period=2026-w20"',
      'href="/startups?period=2026-w20">Startups<',
      'href="/sectors/sector-1?period=2026-w20"',
      'href="/methodology">Method<',
      'rel="prev" href="/?period=2026-w19"',
      'rel="next" href="/?period=2026-w21"',
      '<option value="2024-w32">',
    ])
      assert.ok(earlier.includes(link), link);
    assert.match(page, /href="\/startups\/example-1"/);
  });

  it('says of an earlier period that it is not the latest, and of the latest that its numbers are old', () => {
    const notice = (view: typeof home) => /class="notice">(.*?)<\/p>/.exec(homePage(view))?.[1];
    const week = (view: typeof home) => />(\w+ week)<\/a>/.exec(homePage(view))?.[1];
    assert.deepEqual([notice(home), week(home)], [undefined, 'This week']);
    const old = { ...home, isOld: true };
    assert.match(notice(old) ?? '', /^Latest complete week: 10–16 August 2026\. .*\/coverage/);
    assert.equal(week(old), 'Latest week');
    const earlier = { ...old, signals: atPeriod('2026-w20') };
    assert.match(notice(earlier) ?? '', /an earlier period.*<a href="\/">Week 33, 2026/);
    assert.equal(week(earlier), 'That week');
  });

  it('writes the sign of a change as a character, in colour where it is unusual', async () => {
    assert.match(page, /<span class="level">−7%<\/span>/);
    const moved = { commitVelocityChange: '+50%', contributorGrowth: '-33%' };
    const unusual = homePage(await exampleWeek(exampleEdition([exampleStartup(1, moved)])));
    assert.match(unusual, /<span class="up">\+50%<\/span>/);
    assert.match(unusual, /<span class="down">−33%<\/span>/);
  });

  it('stays within 100 kB before its table, with 180 and with 5000 startups', async () => {
    for (const startups of [180, 5000]) {
      const large = homePage(await exampleWeek(exampleEdition(startups)));
      const size = Buffer.byteLength(large.replace(/<table.*?<\/table>/s, ''));
      assert.ok(size < 100_000, `${startups} startups: ${size} bytes`);
      assert.ok(Buffer.byteLength(large) < 150_000, `${Buffer.byteLength(large)} bytes in all`);
    }
  });
});

describe('a startup’s page', () => {
  it('links each repository’s commits, in the fortnight and in the one before', () => {
    const page = startupPage(exampleStartupView());
    const list = 'https://github.com/example-1/core/commits?';
    assert.ok(page.includes(`<a href="${list}since=2026-08-03&amp;until=2026-08-16">1,200</a>`));
    assert.ok(page.includes('<td class="number">20</td>'));
    assert.match(page, /Together<\/th><td class="number">2,401<\/td><td class="number">40</);
  });

  it('does not round evidence up to its threshold', () => {
    const reached = [
      ...startupPage(exampleStartupView()).matchAll(/<p class="reached">(.*?) of its threshold/g),
    ].map(([, value]) => value);
    assert.deepEqual(reached, ['<strong>1.25</strong>', '0.99', '0.40', '0.00']);
  });

  it('leads only to periods that cover it', () => {
    const gone = exampleStartup(1, { slug: 'gone-example', name: 'Gone Example' });
    const view = exampleStartupView(gone);
    const { history } = exampleEdition(1);
    const edition = { ...view.edition, history, signals: atPeriod('2026-w01') };
    const old = startupPage({ ...view, edition });
    assert.match(old, /class="notice">The last period that covers it.*<a href="\/">Week 33, 2026/);
    assert.doesNotMatch(old, /gone-example\?period=2026-w02/);
  });
});

describe('a problem page', () => {
  it('says what was wrong, offers near names and nothing that is none, and is not indexed', () => {
    const problem = { status: 404, title: 'Not Found', detail: 'No tracked startup.' };
    const near = [{ name: 'A & <B>', slug: 'a', url: 'https://example.org/startups/a' }];
    const page = problemPage({ ...problem, nearMisses: near });
    assert.match(
      page,
      /Names like it: <a href="\/startups\/a"><bdi>A &amp; &lt;B&gt;<\/bdi><\/a>\./,
    );
    assert.match(page, /<h1>Not Found<\/h1>/);
    assert.match(page, /name="robots" content="noindex"/);
    for (const nearMisses of [undefined, [], 'a', [{ name: 'A' }]])
      assert.doesNotMatch(problemPage({ ...problem, nearMisses }), /Names like it/);
  });
});

function atPeriod(slug: string) {
  const { signals, periods } = home;
  const name = periods.find((period) => period.slug === slug)?.name ?? slug;
  return { ...signals, meta: { ...signals.meta, period: { slug, name } } };
}
