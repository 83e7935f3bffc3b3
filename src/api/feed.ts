import { z } from 'zod';
import type { FeedDocument } from '../features/feeds/feed.ts';
import { JsonFeed, jsonFeed } from '../features/feeds/json-feed.ts';
import { sectorFeed } from '../features/feeds/sector-feed.ts';
import { startupFeed } from '../features/feeds/startup-feed.ts';
import { watchFeed } from '../features/feeds/watch-feed.ts';
import { weeklyFeed } from '../features/feeds/weekly-feed.ts';
import { atom, rss } from '../features/feeds/xml-feed.ts';
import { FACET_NAMES } from '../features/selection/facets.ts';
import { MAX_LIST_TEXT } from '../features/selection/watch-list.ts';
import { TypedText } from '../lib/inputs.ts';
import type { Limit } from '../lib/limits/token-bucket.ts';
import type { Published } from '../published/published.ts';
import { SlugText } from '../registry/schema.ts';
import {
  type DocumentedError,
  documented,
  NoInput,
  type Operation,
  operation,
  STANDARD_LIMIT,
} from './operation/operation.ts';

type FeedFamily<I extends z.ZodObject> = {
  name: string;
  summary: string;
  description: string;
  /** Without the extension. */
  path: string;
  input: I;
  examples: readonly [z.input<I>];
  errors?: readonly DocumentedError[];
  /** For families with one feed for each list. */
  limit?: Limit;
  document: (input: z.output<I>, published: Published) => Promise<FeedDocument>;
};

/**
 * One feed in its three formats. Each has its own address, since readers choose the format by its
 * media type.
 */
function feedFamily<I extends z.ZodObject>(family: FeedFamily<I>): Operation[] {
  const { name, summary, path, document, ...shared } = family;
  const format = (
    ending: 'xml' | 'atom' | 'json',
    title: string,
    type: string,
    output: z.ZodType,
    render: (feed: FeedDocument) => unknown,
  ) =>
    operation({
      ...shared,
      name: ending === 'xml' ? name : `${name}_${ending}`,
      summary: `${summary} (${title})`,
      tag: 'Feeds',
      output,
      rest: { path: `${path}.${ending}`, type },
      run: async (input, { published }) => render(await document(input, published)),
    });
  return [
    format('xml', 'RSS 2.0', 'application/rss+xml', z.string(), rss),
    format('atom', 'Atom', 'application/atom+xml', z.string(), atom),
    format('json', 'JSON Feed 1.1', 'application/feed+json', JsonFeed, jsonFeed),
  ];
}

/** Specification, sections 4 and 6: GET /feed.xml; the same for each sector and startup. */
export default [
  ...feedFamily({
    name: 'get_feed',
    summary: 'Weekly feed: the digest of each of the latest 26 periods, in full',
    description:
      'For readers of feeds; each entry holds the whole digest of a week, the newest first.',
    path: '/feed',
    input: NoInput,
    examples: [{}],
    document: (_, published) => published.derived(weeklyFeed),
  }),
  ...feedFamily({
    name: 'get_sector_feed',
    summary: 'Weekly feed of a sector: its ranking',
    description: 'An entry for each week, with the startups of the sector by composite score.',
    path: '/sectors/{slug}/feed',
    input: z.strictObject({
      slug: SlugText.meta({ description: 'Slug of a sector', example: 'ai-agents' }),
    }),
    examples: [{ slug: 'ai-agents' }],
    errors: documented({
      '404 unknown-sector': {
        when: 'there is none; the body lists those there are',
        example: { slug: 'no-such-sector' },
      },
    }),
    document: ({ slug }, published) => sectorFeed(slug, published),
  }),
  ...feedFamily({
    name: 'get_startup_feed',
    summary: 'Weekly feed of a startup: its numbers',
    description:
      'An entry for each week that covers the startup, with its numbers and their change.',
    path: '/startups/{slug}/feed',
    input: z.strictObject({
      slug: SlugText.meta({ description: 'Slug of a tracked startup', example: 'langfuse' }),
    }),
    examples: [{ slug: 'langfuse' }],
    errors: documented({
      '404 not-tracked': {
        when: 'no tracked startup has the slug',
        example: { slug: 'no-such-startup' },
      },
    }),
    document: ({ slug }, published) => startupFeed(slug, published),
  }),
  ...feedFamily({
    name: 'get_watch_feed',
    summary: 'Weekly feed of a watch list: exactly these startups, or who came into a selection',
    description:
      'With `s`, an entry for each week with the numbers of each startup that is named. With facets, an entry for each week that says who came into the selection and who left it. Names that nobody has are passed over.',
    path: '/watch/feed',
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
      '400 nothing-watched': {
        when: 'neither a tracked startup nor a facet is named',
        example: { s: 'no-such-startup' },
      },
    }),
    limit: STANDARD_LIMIT,
    document: (input, published) => watchFeed(input, published),
  }),
];
