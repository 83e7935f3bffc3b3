/** Addresses of charts: a page, a frame for embedding, images, and the data as files. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { chartFile, FILE_TYPES } from '../../web/charts/chart-file.ts';
import { SCHEMES } from '../../web/charts/colors.ts';
import { type ChartForm, chartPath, findChart } from '../../web/charts/find-chart.ts';
import { type Headers, PUBLIC_HEADERS } from './headers.ts';
import { STANDARD_POLICY } from './limits.ts';
import { askedPeriod, PAGE_HEADERS, readParameters } from './pages.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { resourceRoute } from './resource.ts';

const MIN_WIDTH = 320;
const MAX_WIDTH = 2_400;
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

/** Headers of the forms that are not data. */
const HEADERS: Partial<Record<ChartForm, Headers>> = {
  '': PAGE_HEADERS,
  '/embed': {
    ...PAGE_HEADERS,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
    'cross-origin-resource-policy': 'cross-origin',
  },
  // It has an inline style for light and dark colours, and runs no scripts.
  '.svg': {
    ...PUBLIC_HEADERS,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
};

export function chartRoutes(app: FastifyInstance): void {
  resourceRoute(app, '/charts/*', async (request, current) => {
    const address = findChart(`/charts/${(request.params as { '*': string })['*']}`);
    const { definition, form, params } = address;
    const parameters = ['period', 'scheme', 'width'];
    refuseOtherThanUtf8(request.query, parameters);
    const period = current.editions.resolveAny(askedPeriod(request));
    const { scheme, width } = Looks.parse(readParameters(request, parameters));
    const isComputed = period !== current.editions.latest || (scheme ?? width) !== undefined;
    const render = () => chartFile(address, { scheme, width, period }, current.published);
    const path = chartPath(address);
    const key = `chart ${path}${form} ${JSON.stringify([period, scheme, width])}`;
    // The name under which a file is saved; a page or a frame has none.
    const name = path.slice('/charts/'.length).replace(/[^\w-]+/g, '-');
    const disposition = `inline; filename="${name}-${period}${form}"`;
    return {
      headers: {
        ...(HEADERS[form] ?? PUBLIC_HEADERS),
        ...(form.startsWith('.') && { 'content-disposition': disposition }),
      },
      body: () => current.rendered(key, FILE_TYPES[form], render),
      policy: isComputed ? STANDARD_POLICY : undefined,
      parameters: isComputed ? undefined : parameters,
      slug: params['slug'],
      pathFor: (slug) => chartPath({ definition, params: { ...params, slug } }) + form,
    };
  });
}
