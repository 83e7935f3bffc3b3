import { z } from 'zod';
import { BADGE_COLORS, BADGE_STYLES, badgeSvg, COLORS } from '../features/badges/badge.ts';
import { momentumBadge, scoutBadge } from '../features/badges/badge-kinds.ts';
import { RepositoryOwner, RepositoryTitle, Username } from '../hosting/account-names.ts';
import { TypedText } from '../lib/inputs.ts';
import { Reply } from './operation/context.ts';
import { EDGE_SECONDS, operation } from './operation/operation.ts';

const Look = z.strictObject({
  style: z
    .enum(BADGE_STYLES, `must be one of ${BADGE_STYLES.join(', ')}`)
    .default('flat')
    .meta({ description: 'How it is drawn', example: 'flat-square' }),
  label: TypedText(40)
    // XML 1.0, section 2.2: characters that no document may contain, not even as references.
    .regex(/^[^\ud800-\udfff\ufffe\uffff]*$/u, 'must hold characters that XML knows')
    .optional()
    .meta({ description: 'The left half, instead of its own text', example: 'this week' }),
  color: z
    .string('must be given once, as text')
    .regex(
      new RegExp(`^(?:${BADGE_COLORS.join('|')}|#?[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?)$`),
      `must be one of ${BADGE_COLORS.join(', ')}, or hexadecimal like 15508a`,
    )
    .optional()
    .meta({ description: 'Of the right half; grey badges stay grey', example: '15508a' }),
});

/**
 * An image proxy requests badges from one address for the readers of very many pages, and again every
 * five minutes when its copy expires.
 */
const LIMIT = { perMinute: 1_200, burst: 2_400 };
/** For badges that are not answered from the publication alone. */
export const BADGE_CACHING = `public, max-age=300, s-maxage=${EDGE_SECONDS}`;
/** That a user has no score may change with their next star. */
const NO_SCORE_CACHING = 'public, max-age=300, s-maxage=300';

const shared = { tag: 'Badges', output: z.string(), limit: LIMIT } as const;
const svg = (path: `/api/badge/${string}/svg`) => ({ path, type: 'image/svg+xml' });

/** Specification, section 4: Badges. */
export default [
  operation({
    ...shared,
    name: 'get_momentum_badge',
    summary: 'Badge of a repository: commits of its startup in 14 days, and their change',
    description:
      'Grey with “not tracked” for a repository of no tracked startup, and where the current edition leaves the startup out: then with the numbers of its last week (“as of W27”) if that is at most 26 weeks old, else with “not covered”. Always with status 200, so that pages show them.',
    input: Look.extend({
      org: RepositoryOwner.meta({ description: 'A GitHub account', example: 'langfuse' }),
      repo: RepositoryTitle.meta({ description: 'A repository of it', example: 'langfuse' }),
    }),
    rest: svg('/api/badge/momentum/{org}/{repo}/svg'),
    examples: [
      { org: 'langfuse', repo: 'langfuse' },
      { org: 'langfuse', repo: 'langfuse', style: 'for-the-badge', label: 'this week' },
    ],
    run: async ({ org, repo, ...look }, { published }) =>
      badgeSvg(await momentumBadge(`${org}/${repo}`, published), look),
  }),
  operation({
    ...shared,
    name: 'get_scout_badge',
    summary: 'Badge of a GitHub user: the Scout Score',
    description:
      'Shows a score once the user’s receipt was asked for; before that it is grey and says so. A badge never makes the service ask GitHub.',
    input: Look.extend({
      username: Username.meta({ description: 'A GitHub user name', example: 'octocat' }),
    }),
    rest: svg('/api/badge/scout/{username}/svg'),
    examples: [{ username: 'octocat' }],
    isLive: true,
    run: async ({ username, ...look }, { published, stars }) => {
      const badge = await scoutBadge(username, published, stars);
      return new Reply(badgeSvg(badge, look), {
        'cache-control': badge.isUnknown ? NO_SCORE_CACHING : BADGE_CACHING,
      });
    },
  }),
  operation({
    ...shared,
    name: 'get_built_with_badge',
    summary: 'Badge for anything that uses the data',
    description: 'Says that something uses this data. It holds no number and never fails.',
    input: Look,
    rest: svg('/api/badge/built-with/svg'),
    examples: [{}, { style: 'social' }],
    run: async (look, { published: { addresses } }) => {
      const text = { label: 'built with', message: 'Bellwether', color: COLORS.brand };
      return badgeSvg({ ...text, link: addresses.home() }, look);
    },
  }),
];
