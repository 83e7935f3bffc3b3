/** Names and texts that try to break out of a page, or just do not fit. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { problemPage } from '../../src/web/components/layout.ts';
import {
  exampleEdition,
  exampleList,
  exampleStartup,
  exampleStartupView,
  exampleWatch,
  exampleWeek,
  homePage,
  sectorPage,
  startupPage,
  startupsPage,
  watchPage,
} from './fixture.ts';
import { readElements } from './markup.ts';

const HOSTILE_NAMES = {
  'a script': '<script>alert(1)</script>',
  'an end of the title': '</title><svg onload=alert(1)>',
  'quotes and an attribute': `" onmouseover="alert(1)' x='`,
  'an entity': '&lt;b&gt; &amp;#60;',
  'a comment': '<!-- -->',
  'a right-to-left override': 'Exa\u202Eelpm\u202C\u2067',
  'right-to-left script': 'דוגמה אחת',
  'zero-width characters': 'Ex\u200Ba\u200Cm\u200Dp\uFEFFle',
  '80 characters without a space': 'W'.repeat(80),
};

for (const [kind, name] of Object.entries(HOSTILE_NAMES))
  describe(`a name with ${kind}`, () => {
    let pages: string[];
    before(async () => {
      const startup = exampleStartup(1, { name, description: name });
      const home = exampleEdition([startup]);
      const [sector] = home.signals.sectors;
      assert.ok(sector);
      const { meta } = home.signals;
      const notCovered = [
        { name, slug: 'gone-example', repository: name, reason: name, lastCovered: null },
      ];
      pages = [
        homePage(
          await exampleWeek({
            ...home,
            signals: { ...home.signals, meta: { ...meta, notCovered } },
          }),
        ),
        await sectorPage({ ...sector, name, description: name }, exampleList(home), 1, home),
        startupPage(exampleStartupView(startup)),
        await startupsPage(
          { ...exampleList(home, { sector: name, sort: name }), question: name },
          1,
          home,
        ),
        watchPage(exampleWatch(home, [startup.slug], [name])),
        problemPage({ status: 404, title: name, detail: name }),
      ];
    });

    it('leaves every page well formed, without elements of its own', () => {
      for (const page of pages)
        for (const { name: element, attributes } of readElements(page)) {
          if (element === 'script' && !attributes.get('src')?.startsWith('/assets/'))
            assert.equal(attributes.get('type'), 'application/ld+json');
          assert.deepEqual(
            [...attributes.keys()].filter((key) => key.startsWith('on')),
            [],
          );
        }
    });

    it('is isolated from the text around it', () => {
      for (const page of pages.slice(0, 3)) assert.match(page, /<bdi[> ]/);
      const title = /<title>([^<]*)/.exec(pages[2] ?? '')?.[1] ?? '';
      assert.doesNotMatch(title, /[\u202a-\u202e\u2066-\u2069]/);
    });
  });

describe('a record with a hostile address', () => {
  it('links nowhere', () => {
    const startup = exampleStartup(1, { websiteUrl: 'javascript:alert(1)' });
    const page = startupPage(exampleStartupView(startup));
    assert.doesNotMatch(page, /href="javascript:/);
    readElements(page);
  });
});
