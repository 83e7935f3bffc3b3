/** Names and texts that try to break out of a page, or just do not fit. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
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
  it(`a name with ${kind} is isolated from the text around it, and adds no element to any page`, async () => {
    const startup = exampleStartup(1, {
      name,
      description: name,
      websiteUrl: 'javascript:alert(1)',
    });
    const home = exampleEdition([startup]);
    const [sector] = home.signals.sectors;
    assert.ok(sector);
    const list = exampleList(home, { sector: name, sort: name });
    const named = [
      homePage(await exampleWeek(home)),
      startupPage(exampleStartupView(startup)),
      watchPage(exampleWatch(home, [startup.slug], [name])),
    ];
    const pages = [
      ...named,
      await sectorPage({ ...sector, name, description: name }, exampleList(home), 1, home),
      await startupsPage({ ...list, question: name }, 1, home),
      problemPage({ status: 404, title: name, detail: name }),
    ];
    for (const page of pages) {
      assert.doesNotMatch(page, /href="javascript:/);
      for (const { name: element, attributes } of readElements(page)) {
        if (element === 'script' && !attributes.get('src')?.startsWith('/assets/'))
          assert.equal(attributes.get('type'), 'application/ld+json');
        for (const key of attributes.keys()) assert.doesNotMatch(key, /^on/);
      }
    }
    for (const page of named) {
      assert.match(page, /<bdi[> ]/);
      assert.doesNotMatch(/<title>([^<]*)/.exec(page)?.[1] ?? '', /[\u202a-\u202e\u2066-\u2069]/);
    }
  });
