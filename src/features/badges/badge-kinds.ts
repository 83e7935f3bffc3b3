/** The content of badges for repositories and for scouts. */
import { count } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { scoutReceipt } from '../scout/receipt.ts';
import type { StarSource } from '../scout/star-source.ts';
import { companiesByRepository } from '../scout/starred.ts';
import { type Badge, COLORS, unknownBadge } from './badge.ts';

/**
 * This week's activity of the startup that owns a repository.
 *
 * @param repository `owner/name`, case-insensitive
 */
export async function momentumBadge(repository: string, published: Published): Promise<Badge> {
  const { addresses, editions } = published;
  const label = 'momentum';
  const companies = await published.derived(companiesByRepository);
  const slug = companies.get(repository.toLowerCase())?.slug;
  if (slug === undefined) return unknownBadge(label, 'not tracked', addresses.at('/badges'));
  const startup = await editions.startup(editions.latest, slug);
  const link = addresses.startup(slug);
  if (startup) return { label, message: momentum(startup), color: colorOf(startup), link };
  const company = published.companies.get(slug);
  const { lastRecord = null } = company
    ? await notCoveredIn(company, editions.latest, published)
    : {};
  if (!lastRecord) return unknownBadge(label, `not covered in ${editions.latest}`, link);
  const week = Number(lastRecord.period.split('-w')[1]);
  return unknownBadge(label, `${momentum(lastRecord)}, as of W${week}`, link);
}

function momentum({ commitVelocityChange, commitVelocity14d }: Startup): string {
  return `${commitVelocityChange.replace(/^-/, '−')} · ${count(commitVelocity14d)} commits/14d`;
}

/**
 * The Scout Score if it is cached. Badges are requested for every view of a README, so they never
 * cause requests to GitHub; a score is cached once the user's receipt has been opened.
 */
export async function scoutBadge(
  username: string,
  published: Published,
  stars: StarSource,
): Promise<Badge> {
  const label = 'scout score';
  const link = published.addresses.receipt(username);
  const history = await stars.known(username);
  if (!history) return unknownBadge(label, 'not scored yet', link);
  const { score } = await scoutReceipt(username, history, published);
  if (score === null) return unknownBadge(label, 'nothing to compare', link);
  return { label, message: `${score} / 100`, color: COLORS.brand, link };
}

/**
 * A colour for the direction of change. The colours are distinguishable with colour blindness, and
 * none suggests good or bad.
 */
function colorOf({ commitVelocityChange }: Startup): string {
  if (commitVelocityChange.startsWith('+')) return COLORS.brand;
  return commitVelocityChange.startsWith('-') ? COLORS.falling : COLORS.level;
}
