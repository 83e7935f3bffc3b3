/** Startups side by side: rows of the same number, with what differs marked, and what to keep in mind. */
import { evidenceSentence, plainText } from '../../features/this-week/evidence-words.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { EvidenceRecord, Sector, Startup } from '../../pipeline/edition/record.ts';
import { stageWords, statusWords } from '../../published/company-words.ts';
import { signalWords } from '../../published/signal-words.ts';
import { standingIn } from '../../published/startup-numbers.ts';
import { dataTable } from './data-table.ts';
import { bdi, change, count, counted, plainName, share, signedDecimal } from './format.ts';

/** One of the startups that are compared. */
export type Compared = {
  slug: string;
  name: string;
  /** Undefined where the period does not cover it. */
  record?: { startup: Startup; evidence: EvidenceRecord | undefined } | undefined;
  /** Why it is not covered. */
  reason?: string | undefined;
};

export type ComparisonView = {
  startups: readonly Compared[];
  sectors: readonly Sector[];
  /** `week 31, 2026` */
  weekName: string;
  /** The address of a startup's page in the period. */
  pageOf: (slug: string) => string;
};

type Known = NonNullable<Compared['record']>;
type Row = {
  label: string;
  value: (known: Known, view: ComparisonView) => HtmlValue;
  /** The compared number; the highest is marked. Rows without it say whether they differ. */
  number?: (known: Known) => number | null;
};

/** @param shown the number as it is read */
function numberRow(
  label: string,
  numberOf: (known: Known) => number | null | undefined,
  shown: (value: number, startup: Startup) => HtmlValue = count,
): Row {
  const number = (known: Known) => numberOf(known) ?? null;
  const value = (known: Known) => {
    const own = number(known);
    return own === null ? '–' : shown(own, known.startup);
  };
  return { label, number, value };
}

const ROWS: readonly Row[] = [
  numberRow('Score, of 100', ({ startup }) => startup.scores.composite),
  { label: 'Place in its sector', value: place },
  numberRow('Commits in 14 days', ({ startup }) => startup.commitVelocity14d),
  numberRow(
    'Change from the 14 days before',
    ({ startup }) => startup.commitVelocityChangeRatio ?? 0,
    (_, startup) => change(startup.commitVelocityChange),
  ),
  numberRow('Pace against its own year', ({ evidence }) => evidence?.paceGrowth, signedDecimal),
  numberRow('Contributors in 30 days', ({ startup }) => startup.contributors),
  numberRow(
    'Change of contributors',
    ({ startup }) => Number.parseInt(startup.contributorGrowth, 10),
    (_, startup) => change(startup.contributorGrowth),
  ),
  numberRow('Share of the work by newcomers', ({ evidence }) => evidence?.newcomerShare, share),
  numberRow('Commits by or with coding agents', ({ startup }) => startup.agentShare, share),
  numberRow('New repositories in 30 days', ({ startup }) => startup.newRepos),
  { label: 'Signal', value: signal },
  {
    label: 'Status',
    value: ({ startup }) => statusWords(startup) || 'Independent, as far as is known',
  },
  { label: 'Stage', value: ({ startup }) => stageWords(startup) || 'Unknown' },
  { label: 'Geography', value: ({ startup }) => startup.geography ?? 'Unknown' },
  numberRow('Repositories counted', ({ startup }) => startup.repositories.length),
];

function place({ startup }: Known, { sectors }: ComparisonView): HtmlValue {
  const standing = standingIn(sectors, startup);
  return standing
    ? html`${standing.rank} of ${standing.sector.startupCount} <small>${standing.sector.name}</small>`
    : '–';
}

function signal({ startup }: Known): HtmlValue {
  const words = evidenceSentence(startup.signalType, startup.evidence ?? undefined);
  if (startup.signalStrength === 'none' || !words) return signalWords(startup);
  return html`${signalWords(startup)} <small>${plainText(words)}</small>`;
}

/**
 * Narrow screens show each row in lines, with whose a cell of words is.
 *
 * @param swatches by slug, the line of each in the chart
 */
export function comparisonTable(view: ComparisonView, swatches: ReadonlyMap<string, Html>): Html {
  const { startups, weekName, pageOf } = view;
  const heading = ({ slug, name }: Compared) =>
    html`${swatches.get(slug)}<a href="${pageOf(slug)}">${bdi(name)}</a>`;
  const rows = ROWS.map((row) => tableRow(row, view));
  return dataTable({
    className: 'compared',
    caption: `Numbers of ${weekName}. The highest of each row is in bold and marked; rows in which nothing differs are grey.`,
    columns: [
      'Number',
      ...startups.map((one) => ({ title: heading(one), label: plainName(one.name) })),
    ],
    attributes: rows.map(({ kinds }) => html` class="${kinds}"`),
    rows: rows.map(({ cells }) => cells),
  });
}

function tableRow({ label, value, number }: Row, view: ComparisonView) {
  const cells = view.startups.map(({ record }) =>
    record ? { shown: html`${value(record, view)}`, number: number?.(record) ?? null } : undefined,
  );
  const covered = cells.filter((cell) => cell !== undefined);
  const isSame =
    covered.length > 1 && new Set(covered.map(({ shown }) => shown.toString())).size === 1;
  const numbers = covered.flatMap((cell) => cell.number ?? []);
  const highest = numbers.length > 1 && !isSame ? Math.max(...numbers) : undefined;
  const kinds = [...(isSame ? ['same'] : []), ...(number ? [] : ['words'])];
  const shown = cells.map((one) => {
    if (!one) return html`<small>not covered</small>`;
    return highest !== undefined && one.number === highest
      ? html`<mark>${one.shown}</mark> <small>highest</small>`
      : one.shown;
  });
  return { kinds: kinds.join(' '), cells: [label, ...shown] };
}

/** So many times more people make counts say little. */
const MANY_TIMES = 3;
/** From here on the score itself is discounted. */
const CONCENTRATED = 0.6;

/** Caveats for readers who compare these startups, in sentences. */
export function caveats({ startups, weekName }: ComparisonView): Html[] {
  const known = startups.flatMap(({ record }) => record?.startup ?? []);
  const missing = startups.filter(({ record }) => !record);
  const byPeople = known.toSorted((one, other) => other.contributors - one.contributors);
  const [largest, smallest] = [byPeople[0], byPeople.at(-1)];
  return [
    ...missing.map(
      ({ name, reason }) =>
        html`${bdi(name)} is not covered in ${weekName}${reason === undefined ? null : `: ${reason}`}. Its numbers are unknown, which is not the same as zero.`,
    ),
    ...(largest &&
    smallest &&
    largest.contributors >= MANY_TIMES * Math.max(1, smallest.contributors)
      ? [
          html`${bdi(largest.name)} has ${count(largest.contributors)} contributors and ${bdi(smallest.name)} ${count(smallest.contributors)}: their changes can be compared, their counts hardly.`,
        ]
      : []),
    ...known.flatMap(ownCaveats),
    html`Teams differ in how often they commit. The score compares each startup with its own past, so it says more than the difference between two counts.`,
  ];
}

function ownCaveats(startup: Startup): Html[] {
  const name = bdi(startup.name);
  const status = statusWords(startup);
  const largest = startup.composition14d.largestContributorShare ?? 0;
  const { length: missing } = startup.notCounted;
  const all = [
    status !== '' &&
      html`${name}: ${status.charAt(0).toLowerCase()}${status.slice(1)}. What lands in its repositories may since be work for its owner.`,
    largest >= CONCENTRATED &&
      html`One person wrote ${share(largest)} of ${name}’s commits of the 14 days.`,
    missing > 0 &&
      html`${counted(missing, 'tracked repository', 'tracked repositories')} of ${name} ${missing === 1 ? 'is' : 'are'} not counted in this week.`,
  ];
  return all.filter((caveat) => caveat !== false);
}
