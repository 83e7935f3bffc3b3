import { z } from 'zod';
import { jsonDocument } from '../operation/kinds.ts';

const Open = z.looseObject({});

/** Specification, section 2: the mascot brand bible; GET /api/v1/social-mascot.json. */
export default jsonDocument({
  name: 'get_mascot',
  summary: 'The mascot’s brand bible: voice, pillars, sample posts',
  description:
    'How the mascot speaks, on which subjects and when, with five posts as samples and the state of each handle.',
  tag: 'Meta',
  output: z
    .object({
      schema_version: z.string(),
      mascot_name: z.string(),
      bible_page: z.url(),
      about: z.string(),
      handles: z.record(z.string(), z.string()),
      handle_status: z.record(z.string(), z.string()),
      voice: Open,
      tone: Open,
      cadence: Open,
      posting_hours_utc: Open,
      hashtag_bank: Open,
      sample_batch: z.looseObject({
        posts: z
          .array(
            z.object({ pillar: z.string(), text: z.string(), period: z.string(), url: z.url() }),
          )
          .length(5),
      }),
      pillars: z.array(Open),
    })
    .meta({ id: 'MascotBible' }),
  path: '/api/v1/social-mascot.json',
  document: ({ published: { registry, addresses } }) => {
    const { mascot } = registry.documents;
    return {
      schema_version: '1',
      mascot_name: mascot.name,
      bible_page: addresses.at(mascot.biblePage),
      about: mascot.about,
      handles: mascot.handles,
      handle_status: mascot.handleStatus,
      voice: mascot.voice,
      tone: mascot.tone,
      cadence: mascot.cadence,
      posting_hours_utc: mascot.postingHoursUtc,
      hashtag_bank: mascot.hashtags,
      sample_batch: {
        posts: mascot.samples.map(({ facts: _, url, ...post }) => ({
          ...post,
          url: addresses.at(url),
        })),
      },
      pillars: mascot.pillars,
    };
  },
});
