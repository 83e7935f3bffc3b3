/** What `npm run scale` measures, and what it assumes where nothing here can be measured. */
import { z } from 'zod';

const Amount = z.number().nonnegative();

export const Figures = z.strictObject({
  /** ISO 8601. */
  measuredOn: z.iso.date(),
  machine: z.string(),
  /** Of the shipped data. */
  companies: z.int().positive(),
  repositories: z.int().positive(),
  periods: z.int().positive(),
  ledgerBytes: Amount,
  /** Publishing all periods from scratch. */
  publishAll: z.strictObject({ cpuSeconds: Amount, megabytes: Amount }),
  /** Publishing one more week. */
  publishWeek: z.strictObject({ cpuSeconds: Amount, megabytes: Amount }),
  /** Everything that is published. */
  editions: z.strictObject({ bytes: Amount, files: Amount }),
  /** What one more week writes: its own files, and those of all periods. */
  week: z.strictObject({ bytes: Amount, files: Amount }),
  /** Processor time, that of git included, of one small repository that is copied for the first time. */
  collectCpuSeconds: Amount,
  /** Processor time of a service for a thousand answers. */
  fileCpuSeconds: Amount,
  pageCpuSeconds: Amount,
});
export type Figures = z.infer<typeof Figures>;

/** Set your own: prices change, and differ by place and size. */
export const ASSUMPTIONS = {
  /** Companies of each column. Nobody publishes how many organizations there are. */
  sizes: {
    '10 thousand': 10_000,
    '1 million': 1_000_000,
    'all organizations (4 million)': 4_000_000,
  },
  /** US dollars for an hour of one core, with its memory. */
  coreHour: 0.04,
  /** US dollars for a gigabyte of a bucket and month, a thousand writes, and a thousand reads. */
  gigabyteMonth: 0.023,
  thousandPuts: 0.005,
  thousandGets: 0.0004,
  /** Requests of a hosting service's API an hour and token. */
  apiRequestsAnHour: 5_000,
  /** Seconds that a host takes for one repository, and how many are asked of it at a time. */
  secondsARepository: 2,
  atATime: 8,
  /** Machines that serve, and how often each asks the bucket for news. */
  servers: 4,
  askEverySeconds: 2,
  /** Answers a day, of which one in ten is a page. */
  answersADay: 1_000_000,
} as const;
