/**
 * Untracked organizations that deals refer to: acquired companies, acquirers, and funds. Those with
 * facts of their own have a file. The others are in one list, so that deals refer to an entry instead
 * of a spelling of a name.
 */
import { z } from 'zod';
import { MadeAcquisition, PortfolioList, PublishedValuation, RaisedRound } from './deals.ts';
import { Names } from './name-fields.ts';
import { type Notice, Notices } from './notices.ts';
import { HttpsUrl, Line, SlugText } from './schema.ts';

const Described = { ...Names, website: HttpsUrl.nullable().default(null) };

/** A file in one of `ORGANIZATION_FOLDERS`. */
export const OrganizationFile = z.strictObject({
  ...Described,
  rounds: z.array(RaisedRound).default([]),
  valuations: z.array(PublishedValuation).default([]),
  /** Its acquisitions. Those of tracked companies are exits in those companies' files instead. */
  acquisitions: z.array(MadeAcquisition).default([]),
  /** Its holdings, by source. */
  portfolio: z.array(PortfolioList).default([]),
  notices: Notices,
});

const Mentioned = z.strictObject(Described);

/** `organizations.yaml`: organizations without facts of their own. A plain string is the name. */
export const OrganizationsFile = z.record(
  SlugText,
  z.union([Line(80).transform((name) => Mentioned.parse({ name })), Mentioned]),
);

/**
 * Folders of organization files. The first that applies: acquirers in `acquirers/`, investors in
 * `funds/`, companies that only raised money in `untracked/`.
 */
export const ORGANIZATION_FOLDERS = ['acquirers', 'funds', 'untracked'] as const;

/** The folder that an untracked organization belongs in; undefined if it belongs in the list. */
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
  /** A fund appears in deals only as an investor. */
  kind: 'company' | 'fund';
  notices: readonly Notice[];
};
