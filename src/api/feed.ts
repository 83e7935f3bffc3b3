import { z } from 'zod';
import type { FeedDocument } from '../features/feeds/feed.ts';
import { watchFeed } from '../features/feeds/watch-feed.ts';
import { sectorFeed, startupFeed } from '../features/feeds/watched-page-feed.ts';
import { weeklyFeed } from '../features/feeds/weekly-feed.ts';
import { rss } from '../features/feeds/xml-feed.ts';
import { FACET_NAMES } from '../features/selection/facets.ts';
import { MAX_LIST_TEXT } from '../features/selection/watch-list.ts';
import { TypedText } from '../lib/inputs.ts';
import type { Published } from '../published/published.ts';
import { slugInput } from './operation/kinds.ts';
import {
  type Definition,
  documented,
  NoInput,
  type Operation,
  operation,
  STANDARD_LIMIT,
} from './operation/operation.ts';

type Feed<I extends z.ZodObject> = Omit<Definition<I>, 'tag' | 'output' | 'rest'> & {
  path: `${string}.xml`;
  document: (input: z.output<I>, published: Published) => Promise<FeedDocument>;
};

function feed<I extends z.ZodObject>({ path, document, ...shared }: Feed<I>): Operation {
  return operation({
    ...shared,
    tag: 'Feeds',
    output: z.string(),
    rest: { path, type: 'application/rss+xml' },
    run: async (input, { published }) => rss(await document(input, published)),
  });
}

/** Specification, sections 4 and 6: GET /feed.xml; the same for each sector and startup. */
export default [
  feed({
    name: 'get_feed',
    summary: 'Weekly feed: the digest of each of the latest 26 periods, in full',
    description:
      'For readers of feeds; each entry holds the whole digest of a week, the newest first.',
    path: '/feed.xml',
    input: NoInput,
    examples: [{}],
    document: (_, published) => published.derived(weeklyFeed),
  }),
  feed({
    name: 'get_sector_feed',
    summary: 'Weekly feed of a sector: who came in and who left',
    description:
      'An entry for each week that has one before it, with the numbers of those who came in.',
    path: '/sectors/{slug}/feed.xml',
    input: slugInput('Slug of a sector', 'ai-agents'),
    examples: [{ slug: 'ai-agents' }],
    errors: documented({
      '404 unknown-sector': [
        'there is none; the body lists those there are',
        { slug: 'no-such-sector' },
      ],
    }),
    document: ({ slug }, published) => sectorFeed(slug, published),
  }),
  feed({
    name: 'get_startup_feed',
    summary: 'Weekly feed of a startup: its numbers',
    description:
      'An entry for each week that covers the startup, with its numbers and their change.',
    path: '/startups/{slug}/feed.xml',
    input: slugInput('Slug of a tracked startup', 'langfuse'),
    examples: [{ slug: 'langfuse' }],
    errors: documented({
      '404 not-tracked': ['no tracked startup has the slug', { slug: 'no-such-startup' }],
    }),
    document: ({ slug }, published) => startupFeed(slug, published),
  }),
  feed({
    name: 'get_watch_feed',
    summary: 'Weekly feed of a watch list: exactly these startups, or who came into a selection',
    description:
      'With `s`, an entry for each week with the numbers of each startup that is named. With facets, an entry for each week that says who came into the selection and who left it. Unknown names are ignored.',
    path: '/watch/feed.xml',
    input: z.strictObject({
      s: TypedText(MAX_LIST_TEXT)
        .optional()
        .meta({ description: 'Slugs, joined by commas', example: 'langfuse,posthog' }),
      ...Object.fromEntries(
        FACET_NAMES.map((name) => [
          name,
          TypedText(500)
            .optional()
            .meta({ description: `Values of the facet ${name}, as /api/startups.json takes them` }),
        ]),
      ),
    }),
    examples: [{ s: 'langfuse' }],
    errors: documented({
      '400 nothing-watched': [
        'neither a tracked startup nor a facet is named',
        { s: 'no-such-startup' },
      ],
    }),
    limit: STANDARD_LIMIT,
    document: (input, published) => watchFeed(input, published),
  }),
];
