/** The badge of a scout: the Scout Score, if it is known without asking anybody. */
import type { Published } from '../published/published.ts';
import { scoutReceipt } from '../features/scout/receipt.ts';
import type { StarSource } from '../scout/star-source.ts';
import { type Badge, COLORS, unknownBadge } from '../features/badges/badge.ts';

const LABEL = 'scout score';

/**
 * Badges are asked for by every reader of a README, so they never ask the hosting service: a score
 * is known for an hour after somebody asked for the user's receipt.
 */
export async function scoutBadge(
  username: string,
  published: Published,
  stars: StarSource,
): Promise<Badge> {
  const link = published.addresses.at('/scouts');
  const history = stars.known(username);
  if (!history) return unknownBadge(LABEL, 'not scored yet', link);
  const { score } = await scoutReceipt(username, history, published);
  if (score === null) return unknownBadge(LABEL, 'unknown', link);
  return { label: LABEL, message: `${score} / 100`, color: COLORS.brand, link };
}
