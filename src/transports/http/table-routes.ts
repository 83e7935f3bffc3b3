/** Tables of pages as files, and as a frame for other sites: `/tables/<path of the page>/<name>.csv`. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { FILE_TYPES } from '../../web/charts/chart-file.ts';
import { TABLE_FORMS } from '../../web/components/table-files.ts';
import type { SitePage } from '../../web/page/page.ts';
import { tableFile } from '../../web/page/table-file.ts';
import { FRAME_HEADERS, inlineFile } from './chart-routes.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { filledPath, ON_DEMAND, pageFinder, readRequest, renderPage } from './pages.ts';
import { queryOf } from './request-target.ts';
import { resourceRoute, type Sources } from './resource.ts';

const ADDRESS = /^(?<path>(?:[^/]+\/)*)(?<name>[a-z-]+)(?<form>\/embed|\.csv|\.json)$/;

export function tableRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  sources: Sources,
): void {
  const find = pageFinder(pages);
  resourceRoute(app, '/tables/*', sources, async (request, current) => {
    const rest = (request.params as { '*': string })['*'];
    const { path: before = '', name = '', form: asked } = ADDRESS.exec(rest)?.groups ?? {};
    const form = TABLE_FORMS.find((known) => known === asked);
    const found = find(`/${before}`.replace(/(?<=.)\/$/, ''));
    if (form === undefined || !found)
      throw new NotFoundError(
        'not-found',
        'A table has the address of its page, its name, and .csv, .json or /embed: /tables/sectors/sectors.csv.',
      );
    const { page, params } = found;
    const path = filledPath(page.path, params);
    const { period, query } = await readRequest(page, params, request, current);
    const address = `${current.published.baseUrl}${path}${queryOf(request.url)}`;
    const wanted = { params, period, query, isWhole: true } as const;
    const render = () => renderPage(page, wanted, current, path);
    const key = `table ${path} ${name}${form} ${JSON.stringify([period, query])}`;
    return {
      headers:
        form === '/embed'
          ? FRAME_HEADERS
          : { ...PUBLIC_HEADERS, ...inlineFile(`${path}/${name}`, period, form) },
      body: () =>
        current.rendered(
          key,
          FILE_TYPES[form],
          () => tableFile(name, form, { render, period, address }),
          page.isLive,
        ),
      // Its page is rendered first.
      policy: page.policy ?? ON_DEMAND,
      isLive: page.isLive,
      slug: params['slug'],
      pathFor: (slug) => `/tables${filledPath(page.path, { ...params, slug })}/${name}${form}`,
    };
  });
}
