import { z } from 'zod';
import { HOUSE_DAYS } from '../features/forecasts/house.ts';
import {
  backTest,
  currentModel,
  type GradedPart,
  houseRecord,
} from '../features/forecasts/house-record.ts';
import { incompletenessNote } from '../features/forecasts/incompleteness.ts';
import { FORECAST_TIMINGS, readForecastLog, signedHead } from '../features/forecasts/log.ts';
import { ageRows, stageRows } from '../features/forecasts/model-table.ts';
import { ReliabilityBin, Scores } from '../features/forecasts/scores.ts';
import { verdictOf } from '../features/forecasts/verdict.ts';
import { STAGE_GROUPS } from '../features/outcomes/outcome-events.ts';
import { dayOf, isoDay } from '../lib/period.ts';
import { EDGE_SECONDS, NoInput, operation, STANDARD_LIMIT } from './operation/operation.ts';

const Count = z.int().nonnegative();
const Share = z.number().min(0).max(1);

const Graded = z.object({
  editions: Count,
  graded: Count.meta({ description: 'Editions whose 90 days are over' }),
  scores: Scores.nullable(),
  reliability: z.array(ReliabilityBin),
});

const Standing = z.object({
  stage: z.enum(STAGE_GROUPS),
  years: z.number().meta({ description: 'Of startups that stood so' }),
  raises: Count,
  acquisitions: Count,
  rates: z
    .object({ raise: z.number(), acquisition: z.number() })
    .meta({ description: 'Events a year, in days to come' }),
});

const forecasts = operation({
  name: 'get_forecasts',
  summary: 'The house entry: its forecasts, its record, its model and the back-test',
  description:
    'For every covered startup the probability of a round, a $1B valuation or an acquisition within 90 days, against the base rate of its stage. Live forecasts and back-tests are never counted together.',
  tag: 'Scout',
  input: NoInput,
  output: z
    .object({
      entry: z.string(),
      verdict: z.string().meta({ description: 'Whether it has any skill, in a sentence' }),
      note: z.string().meta({ description: 'What the events lack that it is learned from' }),
      days: Count.meta({ description: 'After a forecast, in which the event has to be announced' }),
      live: Graded,
      backfilled: Graded.meta({ description: 'Logged too late to count as live' }),
      backTest: Graded.extend({ from: z.string(), to: z.string() }),
      latest: z
        .object({
          number: Count,
          madeAt: z.iso.datetime(),
          timing: z.enum(FORECAST_TIMINGS),
          period: z.string(),
          after: z.iso.date(),
          forecasts: z.array(z.object({ slug: z.string(), probability: Share, base: Share })),
        })
        .nullable()
        .meta({ description: 'The newest house entry of the log' }),
      model: z.object({
        asOf: z.iso.date().meta({ description: 'The last day of which events are known' }),
        byStage: z.array(Standing).meta({ description: 'The base rate: by stage alone' }),
        cells: z
          .array(
            Standing.extend({ daysAgo: z.object({ from: Count, to: Count.nullable() }) }).meta({
              description: 'Since the last event or, before the first, since the founding',
            }),
          )
          .meta({ description: 'By stage and by how long the last event is ago' }),
      }),
      log: z.object({
        entries: Count,
        head: z.string(),
        signature: z
          .string()
          .nullable()
          .meta({ description: 'Ed25519, by the key of the editions' }),
        url: z.url(),
      }),
    })
    .meta({ id: 'HouseEntry' }),
  rest: { path: '/api/forecasts.json', type: 'application/json' },
  limit: STANDARD_LIMIT,
  prepares: [backTest],
  examples: [{}],
  isLive: true,
  edgeSeconds: EDGE_SECONDS,
  run: async (_, { published }) => {
    const now = new Date();
    const today = dayOf(now.getTime() / 1000);
    const record = await houseRecord(published, today);
    const tested = await published.derived(backTest);
    const model = await currentModel(published);
    const folder = published.editions.store.folder;
    const { latest } = record;
    return {
      entry: 'Bellwether house entry',
      verdict: verdictOf(tested),
      note: incompletenessNote(published.registry),
      days: HOUSE_DAYS,
      live: graded(record.live),
      backfilled: graded(record.backfilled),
      backTest: { from: tested.from, to: tested.to, ...graded(tested) },
      latest: latest && {
        number: latest.number,
        madeAt: latest.madeAt,
        timing: latest.timing,
        period: latest.period,
        after: latest.after,
        forecasts: Object.entries(latest.forecasts)
          .map(([slug, [probability, base]]) => ({ slug, probability, base }))
          .sort((a, b) => b.probability - a.probability || (a.slug < b.slug ? -1 : 1)),
      },
      model: {
        asOf: isoDay(model.exposure.until - 1),
        byStage: stageRows(model),
        cells: ageRows(model),
      },
      log: {
        ...record.log,
        signature: (await signedHead(folder))?.signature ?? null,
        url: published.addresses.at('/api/forecasts.jsonl'),
      },
    };
  },
});

const log = operation({
  name: 'get_forecast_log',
  summary: 'The log of forecasts, every entry as it was made',
  description:
    'A JSON object a line, each with the SHA-256 of the line before. Nothing in it is ever computed again; bellwether forecasts verify checks a copy.',
  tag: 'Scout',
  input: NoInput,
  output: z.string(),
  rest: { path: '/api/forecasts.jsonl', type: 'application/x-ndjson' },
  examples: [{}],
  isLive: true,
  edgeSeconds: EDGE_SECONDS,
  run: async (_, { published }) => (await readForecastLog(published.editions.store.folder)).text,
});

function graded({ editions, graded: done, scores, reliability }: GradedPart) {
  return { editions, graded: done, scores, reliability };
}

export default [forecasts, log];
