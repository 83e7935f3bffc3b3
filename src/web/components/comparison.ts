/** Startups side by side: rows of the same number, with what differs marked, and what to keep in mind. */
import type { Listed } from '../../features/selection/listed-week.ts';
import { SORTINGS } from '../../features/selection/orders.ts';
import { evidenceSentence, plainText } from '../../features/this-week/evidence-words.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { stageWords, statusWords } from '../../published/company-words.ts';
import { dataTable } from './data-table.ts';
import { bdi, count, counted, plainName, share, weekWithin } from './format.ts';
import { PATHS } from './links.ts';
import { type EditionView, hrefIn } from './periods.ts';
import { COLUMN_DEFINITIONS, COLUMNS } from './startup-tables.ts';

/** One of the startups that are compared. */
export type Compared = {
  slug: string;
  name: string;
  /** Undefined where the period does not cover it. */
  listed?: Listed | undefined;
  /** Why it is not covered. */
  reason?: string | undefined;
};

export type ComparisonView = {
  startups: readonly Compared[];
  edition: EditionView;
};

type Row = {
  label: string;
  value: (listed: Listed, view: ComparisonView) => HtmlValue;
  /** The compared number; the highest is marked. Rows without it say whether they differ. */
  number?: ((listed: Listed) => unknown) | undefined;
};

/** Columns of lists that a reader does not compare as numbers. */
const IN_WORDS = ['sector', 'signal'];

const ROWS: readonly Row[] = [
  // The lines are above the table.
  ...COLUMNS.filter(({ name }) => name !== 'trend').map(({ name, term, cell }) => ({
    label: term.name,
    value: cell,
    number: IN_WORDS.includes(name) ? undefined : SORTINGS[name]?.value,
  })),
  { label: 'Evidence', value: seen },
  {
    label: 'New repositories, 30 days',
    value: ({ startup }) => count(startup.newRepos),
    number: ({ startup }) => startup.newRepos,
  },
  {
    label: 'Status',
    value: ({ startup }) => statusWords(startup) || 'Independent, as far as is known',
  },
  { label: 'Stage', value: ({ startup }) => stageWords(startup) || 'Unknown' },
  { label: 'Geography', value: ({ startup }) => startup.geography ?? 'Unknown' },
];

/** The evidence of its signal, in a sentence. */
function seen({ startup: { signalType, signalStrength, evidence } }: Listed): string {
  const words = evidenceSentence(signalType, evidence ?? undefined);
  return signalStrength === 'none' || !words ? '–' : plainText(words);
}

/**
 * Narrow screens show each row in lines, with whose a cell of words is.
 *
 * @param swatches by slug, the line of each in the chart
 */
export function comparisonTable(view: ComparisonView, swatches: ReadonlyMap<string, Html>): Html {
  const { startups, edition } = view;
  const week = weekWithin(edition.signals.meta.period.name);
  const heading = ({ slug, name }: Compared) =>
    html`${swatches.get(slug)}<a href="${hrefIn(edition, PATHS.startup(slug))}">${bdi(name)}</a>`;
  const rows = ROWS.map((row) => tableRow(row, view));
  const table = dataTable({
    className: 'compared',
    caption: `Numbers of ${week}. The highest of each row is in bold and marked; rows in which nothing differs are grey.`,
    columns: [
      'Number',
      ...startups.map((one) => ({ title: heading(one), label: plainName(one.name) })),
    ],
    attributes: rows.map(({ kinds }) => html` class="${kinds}"`),
    rows: rows.map(({ cells }) => cells),
  });
  return html`${table}
${COLUMN_DEFINITIONS}`;
}

function tableRow({ label, value, number }: Row, view: ComparisonView) {
  const cells = view.startups.map(({ listed }) =>
    listed ? { shown: html`${value(listed, view)}`, number: number?.(listed) } : undefined,
  );
  const covered = cells.filter((cell) => cell !== undefined);
  const isSame =
    covered.length > 1 &&
    new Set(covered.map(({ shown, number: own }) => own ?? shown.toString())).size === 1;
  const numbers = covered.flatMap((cell) => (typeof cell.number === 'number' ? cell.number : []));
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
export function caveats({ startups, edition }: ComparisonView): Html[] {
  const week = weekWithin(edition.signals.meta.period.name);
  const known = startups.flatMap(({ listed }) => listed?.startup ?? []);
  const missing = startups.filter(({ listed }) => !listed);
  const byPeople = known.toSorted((one, other) => other.contributors - one.contributors);
  const [largest, smallest] = [byPeople[0], byPeople.at(-1)];
  return [
    ...missing.map(
      ({ name, reason }) =>
        html`${bdi(name)} is not covered in ${week}${reason === undefined ? null : `: ${reason}`}. Its numbers are unknown, which is not the same as zero.`,
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
