/** Addresses of charts: a page, a frame for embedding, images, and the data as files. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NotFoundError } from '../../lib/errors.ts';
import { pngOf } from '../../lib/png.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { PARQUET_TYPE } from '../../pipeline/edition/bulk-files.ts';
import type { Chart } from '../../web/charts/chart.ts';
import { chartFrame, chartPage } from '../../web/charts/chart-page.ts';
import { SCHEMES } from '../../web/charts/colors.ts';
import { chartCsv, chartJson, chartParquet } from '../../web/charts/data-files.ts';
import {
  type ChartAddress,
  type ChartForm,
  chartPath,
  findChart,
} from '../../web/charts/find-chart.ts';
import { standaloneSvg } from '../../web/charts/standalone.ts';
import { shortPeriodName } from '../../web/components/format.ts';
import { type Headers, PUBLIC_HEADERS } from './headers.ts';
import { askedPeriod, HTML_TYPE, ON_DEMAND, PAGE_HEADERS, readParameters } from './pages.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { resourceRoute, type Sources } from './resource.ts';
import type { Snapshot } from './snapshot.ts';

const MIN_WIDTH = 320;
const MAX_WIDTH = 2_400;
const PIXEL_RATIO = 2;
const WIDTH = `must be a whole number of pixels from ${MIN_WIDTH} to ${MAX_WIDTH}`;

const Looks = z.object({
  scheme: z.enum(SCHEMES, `must be ${SCHEMES.join(' or ')}`).optional(),
  width: z
    .string()
    .regex(/^\d{1,6}$/, WIDTH)
    .transform(Number)
    .refine((pixels) => pixels >= MIN_WIDTH && pixels <= MAX_WIDTH, WIDTH)
    .optional(),
});

export const FRAME_HEADERS: Headers = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Headers of the forms that are not data. */
const HEADERS: Partial<Record<ChartForm, Headers>> = {
  // The page embeds its own frame; other sites may embed it as well.
  '': {
    ...PAGE_HEADERS,
    'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; frame-src 'self'`,
  },
  '/embed': FRAME_HEADERS,
  // It has an inline style for light and dark colours, and runs no scripts.
  '.svg': {
    ...PUBLIC_HEADERS,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
};

export const FILE_TYPES: Readonly<Record<ChartForm, string>> = {
  '': HTML_TYPE,
  '/embed': HTML_TYPE,
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.parquet': PARQUET_TYPE,
};

export function chartRoutes(app: FastifyInstance, sources: Sources): void {
  resourceRoute(app, '/charts/*', sources, async (request, current) => {
    const address = findChart((request.params as { '*': string })['*']);
    const { definition, form, params } = address;
    const names = [...(definition.takes ?? []), 'scheme', 'width'];
    const parameters = ['period', ...names];
    refuseOtherThanUtf8(request.query, parameters);
    const period = current.editions.resolveAny(askedPeriod(request));
    const { scheme, width, ...query } = readParameters(request, names);
    const looks = Looks.parse({ scheme, width });
    const isComputed =
      period !== current.editions.latest ||
      Object.keys(query).length > 0 ||
      (scheme ?? width) !== undefined;
    const render = async () => {
      const { published } = current;
      const chart = await definition.draw({ published, params, period, query });
      if (chart) return renderChart(chart, { ...looks, address, period, query }, current);
      throw nothingDrawn(address, period, current);
    };
    const path = chartPath(address);
    const key = `chart ${path}${form} ${JSON.stringify([period, query, looks])}`;
    return {
      headers: {
        ...(HEADERS[form] ?? PUBLIC_HEADERS),
        ...inlineFile(path.slice('/charts/'.length), period, form),
      },
      body: () => current.rendered(key, FILE_TYPES[form], render),
      policy: isComputed ? ON_DEMAND : undefined,
      parameters: isComputed ? undefined : parameters,
      slug: params['slug'],
      pathFor: (slug) => chartPath({ definition, params: { ...params, slug } }) + form,
    };
  });
}

/** The name under which a file is saved; a page or a frame has none. */
export function inlineFile(path: string, period: string, form: ChartForm): Headers {
  const name = path.replace(/[^\w-]+/g, '-').replace(/^-+/, '');
  return form.startsWith('.')
    ? { 'content-disposition': `inline; filename="${name}-${period}${form}"` }
    : {};
}

type Wanted = z.infer<typeof Looks> & {
  address: ChartAddress;
  period: string;
  query: Readonly<Record<string, string>>;
};

async function renderChart(
  chart: Chart,
  { address, period, query, scheme, width }: Wanted,
  { editions, published: { addresses } }: Snapshot,
): Promise<string | Buffer> {
  const { form } = address;
  const all = [...editions.periods, ...editions.partialPeriods];
  const name = all.find(({ slug }) => slug === period)?.name ?? period;
  const source = `Source: Bellwether (${new URL(addresses.baseUrl).host}), ${shortPeriodName(name)} · CC BY 4.0`;
  const pageUrl = addresses.at(chart.page);
  const path = `${chartPath(address)}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
  const shown = { chart, path, period: { slug: period, name }, latest: editions.latest };
  switch (form) {
    case '':
      return chartPage({ ...shown, addresses, source });
    case '/embed':
      return chartFrame({ ...shown, addresses, source });
    case '.csv':
      return chartCsv(chart);
    case '.parquet':
      return chartParquet(chart);
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

function nothingDrawn(
  { params }: ChartAddress,
  period: string,
  { published: { companies } }: Snapshot,
): NotFoundError {
  const { slug } = params;
  const company = slug === undefined ? undefined : companies.get(slug);
  if (company)
    return new NotFoundError('not-found', `${company.name} has nothing to draw in ${period}.`);
  const what = slug === undefined ? 'What it should show' : JSON.stringify(slug);
  return new NotFoundError('not-found', `${what} is not in the edition of ${period}.`);
}
