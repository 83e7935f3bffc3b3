/** Checks that notices refer to existing facts, and that withdrawn facts have not returned. */
import { factId, NOTICED_FIELDS } from './notices.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { Fault } from './yaml-file.ts';

export function* noticeFaults({ companies, others }: FiledOrganizations): Generator<Fault> {
  for (const company of companies) yield* faultsIn(company, companyFacts(company));
  for (const other of others) yield* faultsIn(other, organizationFacts(other));
}

/** Ids of the facts in a tracked company's file. */
export function companyFacts({ slug, value }: Pick<FiledCompany, 'slug' | 'value'>): Set<string> {
  return new Set([
    ...dealFacts(slug, value),
    ...value.exits.map((exit) => factId.exit(slug, exit)),
    ...NOTICED_FIELDS.filter((field) => (value[field] ?? null) !== null).map((field) =>
      factId.field(slug, field),
    ),
  ]);
}

/** Ids of the facts in any other organization's file. */
export function organizationFacts({
  slug,
  value,
}: Pick<FiledOrganization, 'slug' | 'value'>): Set<string> {
  const held = value.portfolio.flatMap(({ companies }) =>
    companies.map((entry) => (typeof entry === 'string' ? entry : entry.company)),
  );
  return new Set([
    ...dealFacts(slug, value),
    ...held.map((company) => factId.holding({ fund: slug, company })),
  ]);
}

type Deals = Pick<FiledOrganization['value'], 'rounds' | 'valuations' | 'acquisitions'>;

function dealFacts(slug: string, { rounds, valuations, acquisitions }: Deals): string[] {
  return [
    ...rounds.map(({ round }) => factId.round({ company: slug, round })),
    ...valuations.map(({ announcedOn }) => factId.valuation({ company: slug, announcedOn })),
    ...acquisitions.map(({ acquired }) => factId.acquisition({ acquirer: slug, acquired }, false)),
  ];
}

function* faultsIn(
  { slug, value: { notices }, faultAt }: FiledCompany | FiledOrganization,
  facts: ReadonlySet<string>,
): Generator<Fault> {
  const last = new Map(notices.map(({ fact, kind }) => [fact, kind]));
  const choice = facts.size === 0 ? '' : `; it has ${[...facts].join(', ')}`;
  for (const [index, { fact, kind, on }] of notices.entries()) {
    const before = notices[index - 1];
    const at = (field: string, message: string) => faultAt(['notices', index, field], message);
    if (!fact.startsWith(`${slug}/`))
      yield at('fact', `must begin with ${slug}/, whose file this is`);
    else if (before && before.on > on)
      yield at('on', `is before ${before.on}; notices stand oldest first`);
    else if (kind === 'withdrawn' && last.get(fact) === 'withdrawn' && facts.has(fact))
      yield at(
        'fact',
        'was withdrawn and is in the file again; remove it, or add a notice that it was upheld',
      );
    else if (last.get(fact) !== 'withdrawn' && !facts.has(fact))
      yield at('fact', `is no fact of this file${choice}`);
  }
}
