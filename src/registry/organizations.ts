/**
 * Organizations that deals name and that are not tracked: companies that were bought or buy others,
 * and funds. One with facts of its own has a file; the others stand in one list, so that a deal
 * refers to an entry and not to a spelling of its name.
 */
import { z } from 'zod';
import { MadeAcquisition, PortfolioList, PublishedValuation, RaisedRound } from './deals.ts';
import { Names } from './names.ts';
import { type Notice, Notices } from './notices.ts';
import { HttpsUrl, Line, SlugText } from './schema.ts';

const Described = { ...Names, website: HttpsUrl.nullable().default(null) };

/** A file in one of `ORGANIZATION_FOLDERS`. */
export const OrganizationFile = z.strictObject({
  ...Described,
  rounds: z.array(RaisedRound).default([]),
  valuations: z.array(PublishedValuation).default([]),
  /** What it bought, except tracked companies, whose exits they are. */
  acquisitions: z.array(MadeAcquisition).default([]),
  /** What it holds, by source. */
  portfolio: z.array(PortfolioList).default([]),
  notices: Notices,
});

const Mentioned = z.strictObject(Described);

/** `organizations.yaml`: those without facts of their own. A text alone is the name. */
export const OrganizationsFile = z.record(
  SlugText,
  z.union([Line(80).transform((name) => Mentioned.parse({ name })), Mentioned]),
);

/**
 * Where files of organizations are. The first that applies: what buys others is in `acquirers/`,
 * what holds shares in `funds/`, what only raised money in `untracked/`.
 */
export const ORGANIZATION_FOLDERS = ['acquirers', 'funds', 'untracked'] as const;

/** The folder in which an organization that is not tracked belongs; undefined for the list. */
export function homeOf(
  entry: Readonly<Record<string, unknown>>,
): (typeof ORGANIZATION_FOLDERS)[number] | undefined {
  const has = (field: string) => Array.isArray(entry[field]) && entry[field].length > 0;
  if (has('acquisitions')) return 'acquirers';
  if (has('portfolio')) return 'funds';
  return has('rounds') || has('valuations') ? 'untracked' : undefined;
}

export type Organization = z.infer<typeof Mentioned> & {
  slug: string;
  /** A fund is in deals only as an investor. */
  kind: 'company' | 'fund';
  notices: readonly Notice[];
};
