import { z } from 'zod';
import { Mascot, Sample } from '../../registry/service-documents.ts';
import { jsonDocument } from '../operation/kinds.ts';

const Post = Sample.omit({ facts: true }).extend({ url: z.url() });

/** Specification, section 2: the mascot brand bible; GET /api/v1/social-mascot.json. */
export default jsonDocument({
  name: 'get_mascot',
  summary: 'The mascot’s brand bible: voice, pillars, sample posts',
  description:
    'How the mascot speaks, on which subjects and when, with five posts as samples and the state of each handle.',
  tag: 'Meta',
  output: Mascot.omit({ samples: true })
    .extend({
      schema_version: z.string(),
      bible_page: z.url(),
      sample_batch: z.object({ posts: z.array(Post).length(5) }),
    })
    .meta({ id: 'MascotBible' }),
  path: '/api/v1/social-mascot.json',
  document: ({ published: { registry, addresses } }) => {
    const { samples, bible_page: page, ...bible } = registry.documents.mascot;
    const posts = samples.map(({ facts: _, url, ...post }) => ({
      ...post,
      url: addresses.at(url),
    }));
    return {
      schema_version: '1',
      ...bible,
      bible_page: addresses.at(page),
      sample_batch: { posts },
    };
  },
});
