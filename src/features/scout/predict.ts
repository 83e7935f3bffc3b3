/** Experimental: ranks tracked startups that have had no event by a user's record. */
import { z } from 'zod';
import { decimals } from '../../lib/averages.ts';
import { isoDay } from '../../lib/period.ts';
import { figure } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import { completenessNote } from '../../registry/completeness.ts';
import { everValidated } from '../outcomes/outcome-events.ts';
import { type Forecast, forecasts, HORIZON_DAYS, SIGNAL_ODDS, withoutEvent } from './forecast.ts';
import type { StarHistory } from './star-source.ts';
import { starredStartups } from './starred.ts';
import { trackRecord } from './track-record.ts';

const MAX_PREDICTIONS = 10;

const Probability = z.number().min(0).max(1);

export const ScoutPrediction = z
  .object({
    username: z.string(),
    experimental: z.literal(true),
    period: z.string().meta({ description: 'The week of the composite scores' }),
    knownUntil: z.iso.date().meta({ description: 'The last day of which events are known' }),
    horizonDays: z.int().positive(),
    method: z.string(),
    oddsOfStars: z.number().positive().meta({
      description: 'By how much the user’s stars have beaten the odds so far, shrunk towards 1',
    }),
    predictions: z.array(
      z.object({
        rank: z.int().positive(),
        name: z.string(),
        slug: z.string(),
        sector: z.string(),
        probability: Probability.meta({ description: 'Of a first event within the horizon' }),
        reasons: z.object({
          baseRate: Probability.meta({ description: 'Of its peers, before everything else' }),
          composite: z.int().min(0).max(100).nullable(),
          starredOn: z.iso.date().nullable(),
        }),
        because: z.array(z.string()).meta({ description: 'The reasons in words' }),
        url: z.url(),
      }),
    ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ScoutPrediction' });
export type ScoutPrediction = z.infer<typeof ScoutPrediction>;

/** An independent startup without a known validating event. */
export async function predictScout(
  username: string,
  history: StarHistory,
  published: Published,
): Promise<ScoutPrediction> {
  const { editions, registry, addresses, companies } = published;
  const record = await published.derived(trackRecord);
  const { starred } = await starredStartups(history.stars, history.readAt, published);
  const stars = new Map(starred.map(({ company, starredOn }) => [company.slug, starredOn]));
  const startups = await editions.startups(editions.latest);
  // Undated events count, too.
  const validated = everValidated(registry);
  const candidates = withoutEvent(record, record.until)
    .filter((slug) => !validated.has(slug))
    .map((slug) => ({ slug, composite: startups.get(slug)?.scores.composite ?? null }));
  const { skill, ranked } = forecasts(record, candidates, stars, record.until);
  const oddsOfStars = Math.exp(skill.logOdds);
  const predictions = ranked.slice(0, MAX_PREDICTIONS).flatMap((forecast, index) => {
    const company = companies.get(forecast.slug);
    if (!company) return [];
    const { slug, baseRate, composite, starredOn, probability } = forecast;
    return {
      rank: index + 1,
      name: company.name,
      slug,
      sector: company.sector,
      probability: decimals(probability, 3),
      reasons: {
        baseRate: decimals(baseRate, 3),
        composite,
        starredOn: starredOn === undefined ? null : isoDay(starredOn),
      },
      because: reasonsOf(forecast, editions.latest, oddsOfStars),
      url: startups.has(slug) ? addresses.startup(slug) : addresses.diligence(slug),
    };
  });
  return {
    username,
    experimental: true,
    period: editions.latest,
    knownUntil: isoDay(record.until - 1),
    horizonDays: HORIZON_DAYS,
    method: `The odds of a first event within a year among peers, times ${SIGNAL_ODDS} for a composite score of 100 and divided by it for 0, times the odds of the user’s own record for startups that the user starred in the last three years. Whether that is better than the composite alone depends on the user: docs/scouts.md has the back-test.`,
    oddsOfStars: decimals(oddsOfStars, 2),
    predictions,
    notes: [
      ...(predictions.some(({ reasons }) => reasons.starredOn !== null)
        ? []
        : [
            'None of these was starred in the last three years: the user’s record changes nothing.',
          ]),
      completenessNote(registry.completeness),
    ],
  };
}

function reasonsOf(
  { baseRate, composite, starredOn }: Forecast,
  period: string,
  oddsOfStars: number,
): string[] {
  const percent = Math.round(baseRate * 100);
  return [
    `${percent} in 100 of its peers have a first event within a year.`,
    composite === null
      ? `It is not covered in ${period}, so its signal is unknown.`
      : `Its composite score in ${period} is ${composite} of 100.`,
    ...(starredOn === undefined
      ? []
      : [
          `Starred on ${isoDay(starredOn)}, and stars of this user have had ${figure(oddsOfStars)} times the odds of their peers.`,
        ]),
  ];
}
