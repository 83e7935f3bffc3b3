/** A chart in each of its forms: a page, a frame for embedding, images, and the data as files. */
import { csvRecord } from '../../lib/csv.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { pngOf } from '../../lib/png.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { plainText } from '../../pipeline/edition/record-table.ts';
import type { Published } from '../../published/published.ts';
import { shortPeriodName } from '../components/format.ts';
import type { Chart } from './chart.ts';
import { chartFrame, chartPage } from './chart-page.ts';
import type { SCHEMES } from './colors.ts';
import { type ChartAddress, type ChartForm, chartPath } from './find-chart.ts';
import { standaloneSvg } from './standalone.ts';

const PIXEL_RATIO = 2;

export const FILE_TYPES: Readonly<Record<ChartForm, string>> = {
  '': 'text/html; charset=utf-8',
  '/embed': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

type Wanted = {
  period: string;
  scheme?: (typeof SCHEMES)[number] | undefined;
  /** Width of a picture in pixels. */
  width?: number | undefined;
};

/** @throws NotFoundError if there is nothing to draw in the period */
export async function chartFile(
  address: ChartAddress,
  { period, scheme, width }: Wanted,
  published: Published,
): Promise<string | Buffer> {
  const { definition, form, params } = address;
  const chart = await definition.chart({ published, params, period });
  if (!chart)
    throw new NotFoundError('not-found', `Nothing is drawn at this address in ${period}.`);
  const { editions, addresses } = published;
  const all = [...editions.periods, ...editions.partialPeriods];
  const name = all.find(({ slug }) => slug === period)?.name ?? period;
  const source = `Source: Bellwether (${new URL(addresses.baseUrl).host}), ${shortPeriodName(name)} · CC BY 4.0`;
  const pageUrl = addresses.at(chart.page);
  const shown = { chart, path: chartPath(address), period: { slug: period, name } };
  switch (form) {
    case '':
      return chartPage(shown, published);
    case '/embed':
      return chartFrame(shown, source, published);
    case '.csv':
      return chartCsv(chart);
    case '.json':
      return json(chartJson(chart, period, pageUrl));
    case '.svg':
      return standaloneSvg(chart, { scheme, source, pageUrl });
    case '.png': {
      const svg = standaloneSvg(chart, { scheme: scheme ?? 'light', source, pageUrl });
      const [, drawn] = /width="(\d+)"/.exec(svg) ?? [];
      return pngOf(svg, { width: width ?? Number(drawn) * PIXEL_RATIO });
    }
  }
}

/** The chart's table as CSV, with a header; unknown values are empty. */
function chartCsv({ table: { columns, rows } }: Chart): string {
  const cell = (value: string | number | null) =>
    typeof value === 'string' ? plainText(value) : value;
  return [columns, ...rows].map((record) => csvRecord(record.map(cell))).join('');
}

function chartJson({ title, summary, table }: Chart, period: string, page: string) {
  return { title, summary, period, ...table, page, license: DATA_LICENSE };
}
