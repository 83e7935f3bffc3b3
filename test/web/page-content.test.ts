/** Content of each page. */
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

  it('says week and coverage in one line', () => {
    assert.match(
      page,
      /class="dateline">Week 33, 2026 [^<]*<span><a href="\/coverage">40 of 41 startups covered<\/a>/,
    );
  });

  it('tells the digest’s headline and facts, each with what it rests on', () => {
    assert.match(
      page,
      /<h1><a href="\/blog\/2026-w33">The busiest fortnight in two years<\/a><\/h1>/,
    );
    const facts = /<ul class="quoted">(.*?)<\/ul>/s.exec(page)?.[1] ?? '';
    assert.match(
      facts,
      /<a class="check" href="\/startups\/example-1\/check\/score\?period=2026-w33">Example 1 is first/,
    );
    assert.match(facts, /sort=acceleration">0 of 40 startups are working faster than their own/);
  });

  it('has a card for what is new this week, one of each type among them, and for nothing else', () => {
    const cards = page.slice(page.indexOf('class="cards"'), page.indexOf('id="moves-heading"'));
    assert.equal(cards.match(/<li>/g)?.length, 5);
    assert.doesNotMatch(cards, /since Week/);
    assert.match(
      cards,
      /Opened <a href="https:\/\/github.com\/example\/new"[^>]*>example\/new<\/a>/,
    );
    assert.match(
      cards,
      /most recently <a href="https:\/\/github.com\/example\/core\/releases\/tag\/v1.2.0"[^>]*>core v1.2.0<\/a> on 5 August/,
    );
    assert.match(cards, /Replaced old with new \(test runner\) in <a [^>]*>core on 4 August<\/a>/);
    assert.match(cards, /None of 3 newcomers kept contributing/);
  });

  it('says so where no signal is new', async () => {
    const old = exampleStartup(1, { signalSince: '2026-w20' });
    const quiet = homePage(await exampleWeek(exampleEdition([old])));
    assert.match(quiet, /No startup’s signal is new this week/);
    assert.doesNotMatch(quiet, /class="cards"/);
  });

  it('draws every startup as a point that leads to its page, and says what the points show', () => {
    const points = page.slice(
      page.indexOf('class="drawn scatter"'),
      page.indexOf('id="sectors-heading"'),
    );
    assert.equal(points.match(/<a href="\/startups\/example-\d+" tabindex="-1"/g)?.length, 40);
    assert.match(points, /40 startups: further right, more commits/);
    assert.match(points, /aria-hidden="true"/);
  });

  it('says how many startups of each sector are faster than in their past year', () => {
    assert.match(
      page,
      /<a href="\/sectors\/sector-1">Sector &amp; sector-1<\/a>.*?<span>0 of 2<\/span>/,
    );
  });

  it('names who entered the top 20 and who left it, each with why', () => {
    assert.match(
      page,
      /Example 1<\/bdi><\/a> <span class="quiet">now number 1:<\/span> not covered the week before\./,
    );
    assert.match(page, /<h3>Left<\/h3>\n<p>None\.<\/p>/);
  });

  it('lists the top 20, and leads to all startups', () => {
    assert.equal(page.match(/<tr role="row" data-slug/g)?.length, 20);
    assert.match(page, /<a href="\/startups">All 40 startups/);
  });

  it('says so when there is nothing to rank', async () => {
    const empty = homePage(await exampleWeek(exampleEdition(0)));
    assert.match(empty, /No startup had the 20 commits and 3 contributors/);
  });

  it('stays in its period in all its links', () => {
    const earlier = homePage({ ...home, latest: '2026-w34' });
    assert.match(page, /href="\/startups\/example-1"/);
    assert.match(earlier, /href="\/startups\/example-1\?period=2026-w33"/);
    assert.match(earlier, /href="\/startups\/example-1\/check\/commits\?period=2026-w33"/);
    assert.match(earlier, /<a href="\/startups\?period=2026-w33">Startups<\/a>/);
    assert.match(earlier, /<a href="\/methodology">Method<\/a>/);
    assert.match(earlier, /href="\/sectors\/sector-1\?period=2026-w33"/);
  });

  it('says that an earlier period is not the latest, and links to that', () => {
    const periods = [{ slug: '2026-w34', name: 'Week 34' }, ...home.periods];
    const noticed = homePage({ ...home, latest: '2026-w34', periods });
    assert.match(
      noticed,
      /class="notice">You are reading an earlier period.*<a href="\/">Week 34<\/a>/,
    );
    assert.doesNotMatch(page, /class="notice"/);
  });

  it('says of the latest period that its numbers are old, and of no earlier one', () => {
    assert.match(page, />This week<\/a>/);
    assert.match(homePage({ ...home, isOld: true }), />Latest week<\/a>/);
    assert.match(homePage({ ...home, latest: '2026-w34' }), />That week<\/a>/);
    const notice =
      /class="notice">Latest complete week: 10–16 August 2026\. Newer weeks are not collected yet\. <a href="\/coverage">What is missing\?<\/a>/;
    assert.match(homePage({ ...home, isOld: true }), notice);
    assert.doesNotMatch(
      homePage({ ...home, isOld: true, signals: atPeriod('2026-w20') }),
      /Latest complete week/,
    );
  });

  it('leads to the period before and the one after, and to any other', () => {
    const earlier = homePage({ ...home, signals: atPeriod('2026-w20') });
    assert.match(earlier, /rel="prev" href="\/\?period=2026-w19"/);
    assert.match(earlier, /rel="next" href="\/\?period=2026-w21"/);
    assert.match(earlier, /<option value="2024-w32">/);
  });

  it('offers the data of exactly this period', () => {
    for (const file of ['/api/signals.json', '/api/signals.csv', '/api/dataset.jsonl'])
      assert.ok(page.includes(`href="${file}?period=2026-w33"`), file);
    assert.ok(page.includes('href="/editions/2026-w33/manifest.json"'));
  });

  it('writes the sign of a change as a character, in colour where it is unusual', async () => {
    assert.match(page, /<span class="level">\+42%<\/span>/);
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
  const page = startupPage(exampleStartupView());

  it('links each repository’s commits, in the fortnight and in the one before', () => {
    const list = 'https://github.com/example-1/core/commits?';
    assert.ok(page.includes(`<a href="${list}since=2026-08-03&amp;until=2026-08-16">1,200</a>`));
    assert.ok(page.includes(`<a href="${list}since=2026-07-20&amp;until=2026-08-02">20</a>`));
    assert.match(page, /Together<\/th><td class="number">2,401<\/td><td class="number">40</);
  });

  it('does not round evidence up to its threshold', () => {
    assert.match(
      page,
      /<small>Framework migration<\/small><\/h3>\n<p class="reached">0\.99 of its threshold</,
    );
    assert.match(
      page,
      /<small>Infrastructure buildout<\/small><\/h3>\n<p class="reached"><strong>1\.25<\/strong> of its threshold: reached/,
    );
  });

  it('leaves out what is not known', () => {
    const unknown = {
      stage: null,
      lastKnownStage: null,
      lastKnownStageOn: null,
      stageBasis: null,
      lastRound: null,
      geography: null,
      websiteUrl: null,
      linkedinUrl: null,
    } as const;
    const bare = startupPage(exampleStartupView(exampleStartup(1, unknown)));
    for (const fact of ['Stage', 'Geography', 'Website', 'LinkedIn']) {
      assert.ok(page.includes(`<dt>${fact}</dt>`), fact);
      assert.ok(!bare.includes(`<dt>${fact}</dt>`), fact);
    }
    assert.doesNotMatch(bare, /null/);
  });

  it('names no signal where there is no evidence of any', () => {
    const quiet = startupPage(
      exampleStartupView(exampleStartup(1, { signalStrength: 'none', evidence: null })),
    );
    assert.match(
      quiet,
      /<dt>Signal<\/dt><dd class="value"><span class="quiet">no signal<\/span><\/dd>/,
    );
  });

  it('leads only to periods that cover it', () => {
    const gone = exampleStartup(1, { slug: 'gone-example', name: 'Gone Example' });
    const view = exampleStartupView(gone);
    const { history } = exampleEdition(1);
    const old = startupPage({
      ...view,
      edition: { ...view.edition, history, signals: atPeriod('2026-w01') },
    });
    assert.match(old, /class="notice">The last period that covers it.*<a href="\/">Week 33, 2026/);
    assert.doesNotMatch(old, /gone-example\?period=2026-w02/);
  });
});

describe('a problem page', () => {
  it('offers near names, and nothing that is none', () => {
    const problem = { status: 404, title: 'Not Found', detail: 'No tracked startup.' };
    const near = [{ name: 'A & <B>', slug: 'a', url: 'https://example.org/startups/a' }];
    assert.match(
      problemPage({ ...problem, nearMisses: near }),
      /Names like it: <a href="\/startups\/a"><bdi>A &amp; &lt;B&gt;<\/bdi><\/a>\./,
    );
    for (const nearMisses of [undefined, [], 'a', [{ name: 'A' }]])
      assert.doesNotMatch(problemPage({ ...problem, nearMisses }), /Names like it/);
  });

  it('says what was wrong and is not indexed', () => {
    const page = problemPage({ status: 404, title: 'No such page', detail: 'Nothing here.' });
    assert.match(page, /<h1>No such page<\/h1>/);
    assert.match(page, /name="robots" content="noindex"/);
    assert.doesNotMatch(page, /rel="canonical"/);
  });
});

function atPeriod(slug: string) {
  const { signals, periods } = home;
  const name = periods.find((period) => period.slug === slug)?.name ?? slug;
  return { ...signals, meta: { ...signals.meta, period: { slug, name } } };
}
