/** Ways to change a catalog, which is not signed, while every signature in it still holds. */
import assert from 'node:assert/strict';
import type { Catalog } from '../../src/pipeline/edition/catalog.ts';

export type Tampering = {
  what: string;
  /** @param before the catalog of the publication before */
  change: (catalog: Catalog, before: Catalog) => Catalog;
  /** Part of the refusal. */
  says: RegExp;
  code?: string;
};

type Edition = Catalog['editions'][number];

/** @param index from the end, which is −1 */
function withEdition(
  catalog: Catalog,
  index: number,
  change: (edition: Edition) => Partial<Edition>,
): Catalog {
  const edition = catalog.editions.at(index);
  assert.ok(edition);
  const place = catalog.editions.indexOf(edition);
  return { ...catalog, editions: catalog.editions.with(place, { ...edition, ...change(edition) }) };
}

function swap(catalog: Catalog): Catalog {
  const [left, right] = [catalog.editions.at(-2), catalog.editions.at(-3)];
  assert.ok(left && right);
  const swapped = withEdition(catalog, -2, () => ({ period: right.period, name: right.name }));
  return withEdition(swapped, -3, () => ({ period: left.period, name: left.name }));
}

export const TAMPERINGS: readonly Tampering[] = [
  {
    what: 'period and name of two entries are swapped',
    change: swap,
    says: /lists 2025-w24 twice, or out of order/,
  },
  {
    what: 'the entries are in another order',
    change: (catalog) => ({ ...catalog, editions: catalog.editions.toReversed() }),
    says: /lists 2025-w25 twice, or out of order/,
  },
  {
    what: 'two entries are swapped, and put in order',
    change: (catalog) => {
      const { editions, ...rest } = swap(catalog);
      return { ...rest, editions: editions.sort((a, b) => (a.period < b.period ? -1 : 1)) };
    },
    says: /as the manifest of revision 1 of 2025-w24, and the signed log/,
  },
  {
    what: 'a period has another name',
    change: (catalog) => withEdition(catalog, -2, () => ({ name: 'Week 31' })),
    says: /gives Week 31 as the name of 2025-w25, and its signed manifest Week 25/,
  },
  {
    what: 'a period has another slug',
    change: (catalog) => withEdition(catalog, -1, () => ({ period: '2025-w31' })),
    says: /does not list revision 1 of 2025-w31/,
  },
  {
    what: 'an entry has another revision',
    change: (catalog) => withEdition(catalog, -2, () => ({ revision: 7 })),
    says: /gives 7 as the revision of revision 7 of 2025-w25/,
  },
  {
    what: 'an entry has another core',
    change: (catalog) => withEdition(catalog, -2, () => ({ core: 'a'.repeat(64) })),
    says: /as the core of revision 1 of 2025-w25/,
  },
  {
    what: 'an entry is back-dated',
    change: (catalog) =>
      withEdition(catalog, -2, () => ({ computedAt: '2025-06-23T00:00:00.000Z' })),
    says: /gives 2025-06-23T00:00:00.000Z as the computedAt of revision 1 of 2025-w25/,
  },
  {
    what: 'all entries but the last two are dropped',
    change: (catalog) => ({ ...catalog, editions: catalog.editions.slice(-2) }),
    says: /catalog\.json lacks revision 1 of 2025-w\d\d, which the signed log lists/,
  },
  {
    what: 'the newest entry is dropped',
    change: (catalog) => ({ ...catalog, editions: catalog.editions.slice(0, -1) }),
    says: /catalog\.json lacks revision 1 of 2025-w26/,
  },
  {
    what: 'an entry is listed twice',
    change: (catalog) => ({
      ...catalog,
      editions: [...catalog.editions, ...catalog.editions.slice(-1)],
    }),
    says: /lists 2025-w26 twice/,
  },
  {
    what: 'a corrected revision is dropped',
    change: (catalog) => withEdition(catalog, -1, () => ({ superseded: [] })),
    says: /gives 2 as the revision of revision 2 of 2025-w26, and the signed log 1/,
  },
  {
    what: 'a correction is undone',
    change: (catalog, before) => withEdition(catalog, -1, () => before.editions.at(-1) ?? {}),
    says: /catalog\.json lacks revision 2 of 2025-w26/,
  },
  {
    what: 'a correction gives another reason',
    change: (catalog) =>
      withEdition(catalog, -1, ({ superseded }) => ({
        superseded: superseded.map((revision) => ({ ...revision, correction: 'none' })),
      })),
    says: /as the corrections of 2025-w26, and the signed changelog/,
  },
  {
    what: 'a whole week is called partial',
    change: (catalog) => withEdition(catalog, -1, () => ({ isPartial: true })),
    says: /gives true as the isPartial of 2025-w26/,
  },
  {
    what: 'the log is deleted',
    change: ({ log: _, ...catalog }) => catalog as Catalog,
    says: /is not a catalog of editions/,
    code: 'editions-damaged',
  },
  {
    what: 'the log is an older one',
    change: (catalog, { log }) => ({ ...catalog, log }),
    says: /does not list revision 2 of 2025-w26/,
  },
  {
    what: 'the log is not the one that was signed',
    change: (catalog) => ({
      ...catalog,
      log: { log: catalog.all.manifest, signature: catalog.log.signature },
    }),
    says: /the publication log was not signed with this key/,
  },
  {
    what: 'the files of all periods are older ones',
    change: (catalog, { all }) => ({ ...catalog, all }),
    says: /as the corrections of 2025-w26, and the signed changelog/,
  },
  {
    what: 'the files of all periods are those of a week',
    change: (catalog) => ({ ...catalog, all: catalog.editions.at(-2) ?? catalog.all }),
    says: /gives all as the period of all, and its signed manifest 2025-w25/,
  },
  {
    what: 'everything is an older publication',
    change: (_, before) => before,
    says: /an older publication, or another one: .* If a back-up was restored on purpose/,
    code: 'publication-older',
  },
];
