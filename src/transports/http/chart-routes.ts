/** Addresses of charts: a page, a frame for embedding, images, and the data as files. */
import type { FastifyInstance } from 'fastify';
import { BellwetherError, NotFoundError } from '../../lib/errors.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { pngOf } from '../../lib/png.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { PARQUET_TYPE } from '../../pipeline/edition/bulk-files.ts';
import type { Chart, ChartRequest } from '../../web/charts/chart.ts';
import { chartFrame, chartPage } from '../../web/charts/chart-page.ts';
import { SCHEMES, type Scheme } from '../../web/charts/colors.ts';
import { chartCsv, chartJson, chartParquet } from '../../web/charts/data-files.ts';
import {
  type ChartAddress,
  type ChartForm,
  chartPath,
  findChart,
} from '../../web/charts/find-chart.ts';
import { standaloneSvg } from '../../web/charts/standalone.ts';
import { shortPeriodName } from '../../web/components/format.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { takeToken } from './limits.ts';
import {
  askedPeriod,
  currentSlug,
  HTML_TYPE,
  ON_DEMAND,
  PAGE_HEADERS,
  readParameters,
} from './pages.ts';
import { queryOf } from './plain-address.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { publish, readOnly, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

const MIN_WIDTH = 320;
const MAX_WIDTH = 2_400;
const PIXEL_RATIO = 2;

/** The page embeds its own frame; other sites may embed it as well. */
const CHART_PAGE_HEADERS = withPolicy(PAGE_HEADERS, "; frame-src 'self'");
export const FRAME_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'cross-origin-resource-policy': 'cross-origin',
};
/** The SVG has an inline style for light and dark colours, and runs no scripts. */
const SVG_HEADERS = {
  ...PUBLIC_HEADERS,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

const TYPES: Readonly<Record<ChartForm, string>> = {
  '': HTML_TYPE,
  '/embed': HTML_TYPE,
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.parquet': PARQUET_TYPE,
};

const HEADERS: Readonly<Record<ChartForm, Readonly<Record<string, string>>>> = {
  '': CHART_PAGE_HEADERS,
  '/embed': FRAME_HEADERS,
  '.svg': SVG_HEADERS,
  '.png': PUBLIC_HEADERS,
  '.csv': PUBLIC_HEADERS,
  '.json': PUBLIC_HEADERS,
  '.parquet': PUBLIC_HEADERS,
};

export function chartRoutes(
  app: FastifyInstance,
  snapshot: () => Snapshot,
  limiter: Limiter | undefined,
): void {
  readOnly(app, '/charts/*', async (request, reply) => {
    const current = snapshot();
    const address = findChart((request.params as { '*': string })['*']);
    const now = await currentSlug(address.params['slug'], current);
    if (now !== undefined) {
      const path = chartPath({ ...address, params: { ...address.params, slug: now } });
      const moved = `${path}${address.form}${queryOf(request.url)}`;
      return reply.headers(PUBLIC_HEADERS).redirect(moved, 308);
    }
    const { definition, form } = address;
    const names = [...(definition.takes ?? []), 'scheme', 'width'];
    const parameters = ['period', ...names];
    refuseOtherThanUtf8(request.query, parameters);
    const period = current.editions.resolveAny(askedPeriod(request));
    const { scheme, width, ...query } = readParameters(request, names);
    const looks = { scheme: schemeOf(scheme), width: widthOf(width) };
    const isComputed =
      period !== current.editions.latest ||
      Object.keys(query).length > 0 ||
      (scheme ?? width) !== undefined;
    if (limiter && isComputed) await takeToken(limiter, ON_DEMAND, request, reply);
    const render = async () => {
      const { published } = current.context;
      const { params } = address;
      const asked: ChartRequest = { published, params, period, query };
      const chart = await definition.draw(asked);
      if (chart) return renderChart(chart, { ...looks, address, period, query }, current);
      throw nothingDrawn(address, period, current);
    };
    const key = `chart ${chartPath(address)}${form} ${JSON.stringify([period, query, looks])}`;
    const body = await current.rendered(key, TYPES[form], render);
    const headers = { ...HEADERS[form], ...fileNameHeader(address, period) };
    if (isComputed) return send(request, reply, body, headers);
    return publish(request, reply, current, { body, headers, parameters });
  });
}

type Wanted = {
  address: ChartAddress;
  period: string;
  query: Readonly<Record<string, string>>;
  scheme: Scheme | undefined;
  width: number | undefined;
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

function fileNameHeader(address: ChartAddress, period: string): Readonly<Record<string, string>> {
  if (!address.form.startsWith('.')) return {};
  const name = chartPath(address)
    .slice('/charts/'.length)
    .replace(/[^\w-]+/g, '-');
  return { 'content-disposition': `inline; filename="${name}-${period}${address.form}"` };
}

function schemeOf(text: string | undefined): Scheme | undefined {
  const known = SCHEMES.find((scheme) => scheme === text);
  if (text === undefined || known) return known;
  throw invalid('scheme', `must be ${SCHEMES.join(' or ')}`);
}

function widthOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const width = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (width >= MIN_WIDTH && width <= MAX_WIDTH) return width;
  throw invalid('width', `must be a whole number of pixels from ${MIN_WIDTH} to ${MAX_WIDTH}`);
}

function invalid(path: string, message: string): BellwetherError {
  return new BellwetherError('invalid-request', `${path} ${message}.`, {
    status: 400,
    details: { errors: [{ path, message }] },
  });
}

function withPolicy(
  headers: Readonly<Record<string, string>>,
  more: string,
): Readonly<Record<string, string>> {
  return {
    ...headers,
    'content-security-policy': `${headers['content-security-policy']}${more}`,
  };
}
