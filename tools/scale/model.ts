/** What a number of companies takes, by proportion to what was measured. Pure. */
import { ASSUMPTIONS, type Figures } from './figures.ts';

const HOURS_A_WEEK = 168;
const WEEKS_A_YEAR = 52;
const DAYS_A_MONTH = 30;
const WEEKS_A_MONTH = DAYS_A_MONTH / 7;
const SECONDS_A_MONTH = DAYS_A_MONTH * 86_400;
const PAGES_IN = 10;

export type Scale = {
  repositories: number;
  ledgerBytes: number;
  /** Processor hours a week. */
  collectHours: number;
  publishHours: number;
  /** Hours a week that hosts take, asked so many at a time; and how many at a time a week allows. */
  hostHours: number;
  atATimeForAWeek: number;
  /** Tokens of a hosting service's API that renew every list within a day. */
  tokens: number;
  /** What a week writes into the bucket, and what is there after a year: `prune` leaves what is published. */
  weekBytes: number;
  yearBytes: number;
  putsAMonth: number;
  getsAMonth: number;
  serveHoursAMonth: number;
  /** US dollars a month. */
  cost: { collecting: number; publishing: number; serving: number; bucket: number };
};

export function scaleOf(figures: Figures, companies: number): Scale {
  const times = companies / figures.companies;
  const repositories = figures.repositories * times;
  const { coreHour, gigabyteMonth, thousandGets, thousandPuts } = ASSUMPTIONS;
  const { servers, askEverySeconds, answersADay } = ASSUMPTIONS;
  const collectHours = (repositories * figures.collectCpuSeconds) / 3600;
  const publishHours = (figures.publishWeek.cpuSeconds * times) / 3600;
  const hostSeconds = repositories * ASSUMPTIONS.secondsARepository;
  const weekBytes = figures.week.bytes * times;
  const growth = (figures.periods + WEEKS_A_YEAR) / figures.periods;
  const yearBytes = figures.editions.bytes * times * growth + weekBytes;
  // Files grow; there are no more of them until they are cut into pieces of 8 MB.
  const writes = Math.max(figures.week.files, weekBytes / 2 ** 23);
  const putsAMonth = writes * WEEKS_A_MONTH;
  const getsAMonth = servers * (SECONDS_A_MONTH / askEverySeconds + putsAMonth);
  const answers = (answersADay * DAYS_A_MONTH) / 1000;
  const serveSeconds =
    (answers * (PAGES_IN - 1) * figures.fileCpuSeconds + answers * figures.pageCpuSeconds) /
    PAGES_IN;
  const serveHoursAMonth = serveSeconds / 3600;
  return {
    ...{ repositories, ledgerBytes: figures.ledgerBytes * times, collectHours, publishHours },
    hostHours: hostSeconds / 3600 / ASSUMPTIONS.atATime,
    atATimeForAWeek: Math.ceil(hostSeconds / 3600 / HOURS_A_WEEK),
    tokens: Math.ceil(companies / (ASSUMPTIONS.apiRequestsAnHour * 24)),
    ...{ weekBytes, yearBytes, putsAMonth, getsAMonth, serveHoursAMonth },
    cost: {
      collecting: collectHours * WEEKS_A_MONTH * coreHour,
      publishing: publishHours * WEEKS_A_MONTH * coreHour,
      // Each is there all the time, however little it is asked.
      serving: Math.max(servers * DAYS_A_MONTH * 24, serveHoursAMonth) * coreHour,
      bucket:
        (yearBytes / 1e9) * gigabyteMonth +
        (putsAMonth / 1000) * thousandPuts +
        (getsAMonth / 1000) * thousandGets,
    },
  };
}
