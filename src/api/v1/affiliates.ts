import { z } from 'zod';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Documents } from '../../registry/service-documents.ts';
import { jsonDocument } from '../operation/kinds.ts';

const Open = z.looseObject({});

/** Specification, section 2: the affiliate programme; GET /api/v1/affiliates.json. */
export default jsonDocument({
  name: 'get_affiliates',
  summary: 'The affiliate programme: terms, texts to use, leaderboard',
  description:
    'Money terms, the texts of the swipe kit and how to take part. The leaderboard holds who takes part, under pseudonyms, and is empty until the first one does.',
  tag: 'Meta',
  output: z
    .object({
      schema_version: z.string(),
      program_name: z.string(),
      last_updated: z.iso.date(),
      landing_page: z.url(),
      leaderboard_page: z.url(),
      swipe_kit_page: z.url(),
      signup_url: z.url(),
      terms: Open,
      bait: Open,
      program_stats: Open,
      swipe_kit: Open,
      contact: Open,
      leaderboard: z.array(Open).max(10),
      prohibited_channels: z.array(z.string()),
      license: z.string(),
    })
    .meta({ id: 'AffiliateProgram' }),
  path: '/api/v1/affiliates.json',
  document: ({ published: { registry, addresses, operator } }) => {
    const { lastUpdated, terms, bait, signUp, swipeKit, prohibitedChannels } =
      registry.documents.affiliates;
    return {
      schema_version: '1',
      program_name: 'Bellwether affiliates',
      last_updated: lastUpdated,
      landing_page: addresses.at('/affiliates'),
      leaderboard_page: addresses.at('/affiliates#leaderboard'),
      swipe_kit_page: addresses.at('/affiliates#swipe-kit'),
      signup_url: addresses.at('/affiliates#sign-up'),
      terms,
      bait: { text: bait },
      // There are no participants yet.
      program_stats: { affiliates: 0, referrals: 0, paid_out_eur: 0 },
      swipe_kit: withLink(swipeKit, addresses.home()),
      contact: { note: signUp, email: operator.email ?? null },
      leaderboard: [],
      prohibited_channels: prohibitedChannels,
      license: DATA_LICENSE,
    };
  },
});

/** The kit's texts with this service's address filled in. */
function withLink({ email_sequence, ...texts }: Documents['affiliates']['swipeKit'], link: string) {
  const filled = (text: string) => text.replaceAll('{link}', link);
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text)])),
    email_sequence: email_sequence.map(({ subject, body }) => ({ subject, body: filled(body) })),
  };
}
