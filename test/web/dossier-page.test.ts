/** The dossier of a fund or an acquirer: its numbers, and its portfolio as the current week has it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entity } from '../../src/features/diligence/entities.ts';
import {
  figuresSection,
  keyFigures,
  portfolioSection,
} from '../../src/web/components/dossier/key-figures.ts';
import { exampleEdition, exampleList } from './fixture.ts';

const SOIL_FUND: Entity = {
  slug: 'soil-fund',
  name: 'Soil <Fund>',
  kind: 'fund',
  website: null,
  formerly: [],
  formerNames: [],
  formerSlugs: [],
  company: undefined,
  status: undefined,
  stage: undefined,
  acquiredBy: [],
  acquisitionsMade: [],
  rounds: [],
  valuations: [],
  heldBy: [],
  holdings: [],
  investments: [],
};
const dated = { announcedOn: null, closedOn: null, amount: null, currency: null, sources: [] };
const round = (company: string, role: 'lead' | 'participant'): Entity['rounds'][number] => ({
  ...dated,
  slug: `${company}-seed`,
  company,
  round: 'Seed',
  investors: [{ organization: 'soil-fund', role }],
});
const bought = (acquired: string, announcedOn: string, terminatedOn: string | null) => ({
  ...dated,
  slug: acquired,
  acquirer: 'soil-fund',
  acquired,
  announcedOn,
  terminatedOn,
});

describe('an organization in numbers', () => {
  it('counts companies once, rounds led, and no acquisition that was called off', () => {
    const shown = figuresSection(
      keyFigures(
        {
          ...SOIL_FUND,
          investments: [
            round('acorn', 'lead'),
            round('acorn', 'participant'),
            round('elm', 'lead'),
          ],
          acquisitionsMade: [
            bought('oak', '2025-03', null),
            bought('ash', '2026-01-02', '2026-02'),
          ],
        },
        1,
      ),
    );
    const page = String(shown);
    assert.match(page, /Companies backed<\/dt><dd class="value">2<\/dd><dd>1 followed here</);
    assert.match(page, /Rounds joined<\/dt><dd class="value">3<\/dd><dd>2 of them led</);
    assert.match(page, /Acquisitions<\/dt><dd class="value">1<\/dd><dd>the latest 2025-03</);
    assert.doesNotMatch(page, /Rounds raised|Backers/);
  });

  it('says nothing of which nothing is known', () => {
    assert.equal(figuresSection(keyFigures(SOIL_FUND, 0)), null);
  });
});

describe('a portfolio', () => {
  const edition = exampleEdition(90);
  const { listed } = exampleList(edition);
  const slugs = listed.map(({ startup }) => startup.slug);

  it('has the first eight as rows, and all of them to watch', () => {
    const page = String(portfolioSection(listed, [...slugs, 'not-covered'], edition));
    assert.equal(page.match(/<tr role="row" data-slug/g)?.length, 8);
    assert.match(page, /How 90 startups [^<]+; 1 more is followed here but not covered/);
    const [, watched = ''] = /href="\/watch\?s=([^"]+)"/.exec(page) ?? [];
    assert.equal(watched.split(',').length, 91);
  });
});
