/** The tables of docs/scale.md. */
import { count } from '../../src/lib/prose.ts';
import { ASSUMPTIONS, type Figures } from './figures.ts';
import { type Scale, scaleOf } from './model.ts';

export const BEGIN = '<!-- npm run scale writes what follows -->';
export const END = '<!-- npm run scale wrote what precedes -->';

export function scaleTables(figures: Figures): string {
  return [measured(figures), assumed(), computed(figures)].join('\n\n');
}

function measured(figures: Figures): string {
  const { companies, repositories, periods, publishAll, publishWeek, editions, week } = figures;
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  return [
    '## Measured',
    '',
    `On ${figures.measuredOn}, with ${figures.machine}. Times are those of processors, which hardly depend on what else a machine does.`,
    '',
    ...table(
      ['what', 'figure'],
      [
        [
          'companies, repositories, periods',
          [companies, repositories, periods].map(count).join(', '),
        ],
        ['the ledger', bytes(figures.ledgerBytes)],
        [
          'publishing all periods',
          `${seconds(publishAll.cpuSeconds)}, ${count(Math.round(publishAll.megabytes))} MB of memory`,
        ],
        [
          'publishing one more week',
          `${seconds(publishWeek.cpuSeconds)}, ${count(Math.round(publishWeek.megabytes))} MB of memory`,
        ],
        ['all editions', `${bytes(editions.bytes)} in ${count(editions.files)} files`],
        ['what one more week writes', `${bytes(week.bytes)} in ${count(week.files)} files`],
        [
          'copying a small repository for the first time and reading it, with git',
          seconds(figures.collectCpuSeconds),
        ],
        ['a thousand published files served', seconds(figures.fileCpuSeconds)],
        [
          'a thousand pages of startups served, which were asked for before',
          seconds(figures.pageCpuSeconds),
        ],
      ],
    ),
  ].join('\n');
}

function assumed(): string {
  const { coreHour, gigabyteMonth, thousandPuts, thousandGets, ...rest } = ASSUMPTIONS;
  return [
    '## Assumed',
    '',
    ...table(
      ['what', 'assumption'],
      [
        ['an hour of one core, with its memory', `$${coreHour}`],
        [
          'a bucket: a gigabyte for a month, a thousand writes, a thousand reads',
          `$${gigabyteMonth}, $${thousandPuts}, $${thousandGets}`,
        ],
        ['requests of a hosting service’s API, an hour and token', count(rest.apiRequestsAnHour)],
        [
          'time that a host takes for a repository; asked at a time (`COLLECT_PER_HOST`)',
          `${rest.secondsARepository} s; ${rest.atATime}`,
        ],
        ['servers; each asks the bucket every', `${rest.servers}; ${rest.askEverySeconds} s`],
        ['answers a day, one in ten a page', count(rest.answersADay)],
      ],
    ),
  ].join('\n');
}

function computed(figures: Figures): string {
  const sizes = Object.entries(ASSUMPTIONS.sizes);
  const scales = sizes.map(([, companies]) => scaleOf(figures, companies));
  const row = (what: string, value: (scale: Scale) => string) => [what, ...scales.map(value)];
  const hours = (value: number) => `${figure(value)} h`;
  const dollars = (value: number) => `$${figure(value)}`;
  const total = ({ cost }: Scale) => cost.collecting + cost.publishing + cost.serving + cost.bucket;
  return [
    '## Computed',
    '',
    ...table(
      ['', ...sizes.map(([name]) => name)],
      [
        row('repositories', ({ repositories }) => figure(repositories)),
        row('ledger', ({ ledgerBytes }) => bytes(ledgerBytes)),
        row('processors to collect, a week', ({ collectHours }) => hours(collectHours)),
        row('cores that are busy with it all week', ({ collectHours }) =>
          count(Math.ceil(collectHours / 168)),
        ),
        row(`one host, asked ${ASSUMPTIONS.atATime} at a time, takes`, ({ hostHours }) =>
          hours(hostHours),
        ),
        row('to be asked at a time, for a week to be enough', ({ atATimeForAWeek }) =>
          count(atATimeForAWeek),
        ),
        row('tokens that renew all lists in a day', ({ tokens }) => count(tokens)),
        row('processors to publish, a week', ({ publishHours }) => hours(publishHours)),
        row('what a week writes into the bucket', ({ weekBytes }) => bytes(weekBytes)),
        row('the bucket after a year, pruned', ({ yearBytes }) => bytes(yearBytes)),
        row('writes a month', ({ putsAMonth }) => figure(putsAMonth)),
        row('reads a month', ({ getsAMonth }) => figure(getsAMonth)),
        row('processors to serve, a month', ({ serveHoursAMonth }) => hours(serveHoursAMonth)),
        row('collecting, a month', ({ cost }) => dollars(cost.collecting)),
        row('publishing, a month', ({ cost }) => dollars(cost.publishing)),
        row('serving, a month', ({ cost }) => dollars(cost.serving)),
        row('the bucket, a month, after a year', ({ cost }) => dollars(cost.bucket)),
        row('together, a month', (scale) => dollars(total(scale))),
      ],
    ),
  ].join('\n');
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)];
}

/** Two digits that mean something are more than such sums have. */
function figure(value: number): string {
  if (value < 10) return value.toFixed(1);
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return count(Math.round(value / digits) * digits);
}

function bytes(value: number): string {
  const units: [number, string][] = [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
  ];
  const [size, unit] = units.find(([each]) => value >= each) ?? [1e3, 'kB'];
  return `${figure(value / size)} ${unit}`;
}
