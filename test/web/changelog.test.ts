/** The page of corrections: what a reader of an earlier revision has to know. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publish } from '../../src/pipeline/edition/publish.ts';
import { openPublished } from '../../src/published/published.ts';
import changelog from '../../src/web/changelog.ts';
import { NO_STARS } from '../support/no-stars.ts';
import { publishedExample, siteOf, TEN_WEEKS } from '../support/publication.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('/changelog', () => {
  it('names each correction once, with its weeks and its reason', async () => {
    const options = await publishedExample(await temporaryFolder(), TEN_WEEKS);
    const { registry } = options;
    const [first, ...others] = registry.companies;
    assert.ok(first);
    const companies = [{ ...first, name: 'Oak Example' }, ...others];
    await publish({
      ...options,
      registry: { ...registry, companies },
      correction: 'a name was <wrong>',
    });
    const published = await openPublished(siteOf(options));
    const unused = async () => assert.fail('the page does not need it');
    const live = { cycle: unused, cohort: unused, stars: NO_STARS, describe: () => ({}) };
    const { latest: period } = published.editions;
    const page =
      (await changelog.render({ published, params: {}, period, query: {}, ...live })) ?? '';
    assert.match(page, /2025-w17 to 2025-w26 \(10 weeks\)<\/dt>\s*<dd>A name was &lt;wrong&gt;\./);
    assert.equal(page.match(/A name was/g)?.length, 1);
    assert.match(page, /10 weeks, newest first/);
  });
});
