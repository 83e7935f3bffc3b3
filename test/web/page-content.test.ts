/** What each page says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemPage } from '../../src/web/components/layout.ts';
import { homePage } from '../../src/web/home.ts';
import { startupPage } from '../../src/web/startups.ts';
import { exampleEdition, exampleStartup, exampleStartupView } from './fixture.ts';
import { readElements } from './markup.ts';

const home = exampleEdition(40);

describe('the home page', () => {
  const page = homePage(home);
  const earlierPage = homePage({ ...home, latest: '2026-w34' });

  it('names a period in its links only when it is not the latest', () => {
    assert.match(page, /href="\/startups\/example-1"/);
    assert.match(earlierPage, /href="\/startups\/example-1\?period=2026-w33"/);
    assert.match(earlierPage, /href="\/sectors\/sector-1\?period=2026-w33"/);
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
    const notice = /class="notice">These numbers end on 16 August 2026\. No later week/;
    assert.match(homePage({ ...home, isOld: true }), notice);
    assert.doesNotMatch(
      homePage({ ...home, isOld: true, signals: atPeriod('2026-w20') }),
      /These numbers end/,
    );
  });

  it('leads to the period before and the one after', () => {
    const earlier = homePage({ ...home, signals: atPeriod('2026-w20') });
    assert.match(earlier, /rel="prev" href="\/\?period=2026-w19"/);
    assert.match(earlier, /rel="next" href="\/\?period=2026-w21"/);
    assert.match(earlier, /All 106 periods/);
  });

  it('lists who is not covered and why, linked to what is known of them', () => {
    assert.match(
      page,
      /<a href="\/startups\/gone-example"><bdi>Gone Example<\/bdi><\/a>: the copy of gone\/core ends/,
    );
  });

  it('offers the data of exactly this period', () => {
    for (const file of ['/api/signals.json', '/api/signals.csv', '/api/dataset.jsonl'])
      assert.ok(page.includes(`href="${file}?period=2026-w33"`), file);
    assert.ok(page.includes('href="/editions/2026-w33/manifest.json"'));
  });

  it('writes the sign of a change as a character', () => {
    assert.match(page, /<span class="up">\+42%<\/span>/);
    assert.match(page, /<span class="down">−7%<\/span>/);
    assert.match(page, /<span class="level">0%<\/span>/);
  });

  it('stays below 150 kB with 5000 startups, and leads to all of them', () => {
    const large = homePage(exampleEdition(5000));
    const size = Buffer.byteLength(large);
    assert.ok(size < 150_000, `${size} bytes`);
    assert.match(large, /<a href="\/sectors\/sector-1">All [\d,]+ startups in /);
  });

  it('stays below 400 kB with 180 startups', () => {
    const size = Buffer.byteLength(homePage(exampleEdition(180)));
    assert.ok(size < 400_000, `${size} bytes`);
  });
});

describe('a startup’s page', () => {
  const page = startupPage(exampleStartupView());

  it('has a section that the record’s evidenceUrl points at', () => {
    assert.ok(readElements(page).some(({ attributes }) => attributes.get('id') === 'evidence'));
  });

  it('links each repository’s commits, in the fortnight and in the one before', () => {
    const list = 'https://github.com/example-1/core/commits?';
    assert.ok(page.includes(`<a href="${list}since=2026-08-03&amp;until=2026-08-16">1,200</a>`));
    assert.ok(page.includes(`<a href="${list}since=2026-07-20&amp;until=2026-08-02">20</a>`));
    assert.match(page, /Together<\/th><td class="number">2,401<\/td><td class="number">40</);
  });

  it('does not round evidence up to its threshold', () => {
    assert.match(page, /Framework migration.*?0\.99<\/td><td>no/s);
    assert.match(page, /Infrastructure buildout.*?1\.25<\/td><td><strong>yes/s);
  });

  it('leaves out what is not known', () => {
    const unknown = {
      stage: null,
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
    assert.match(quiet, /<dt>Signal<\/dt><dd class="value"><span class="weak">none<\/span><\/dd>/);
  });

  it('links to its record as JSON', () => {
    assert.ok(page.includes('href="/api/signal?company=example-1&amp;period=2026-w33"'));
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
