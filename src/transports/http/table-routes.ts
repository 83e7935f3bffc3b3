/** Tables of pages as files, and as a frame for other sites: `/tables/<path of the page>/<name>.csv`. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { type Html, html, rawHtml, textContent, unescapeText } from '../../lib/html.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { tableFrame } from '../../web/charts/chart-page.ts';
import { chartCsv, chartJson } from '../../web/charts/data-files.ts';
import { TABLE_FORMS, type TableForm } from '../../web/components/table-files.ts';
import type { SitePage } from '../../web/page/page.ts';
import { findTable, type PageTable, tableData } from '../../web/page/table-data.ts';
import { FILE_TYPES, FRAME_HEADERS, inlineFile } from './chart-routes.ts';
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
    const render = async () => {
      const wanted = { params, period, query, isWhole: true } as const;
      const { document, table } = await findTable(name, () =>
        renderPage(page, wanted, current, path),
      );
      if (!table)
        throw new NotFoundError(
          'not-found',
          `No table of ${path} is called ${JSON.stringify(name)}.`,
        );
      return renderTable(form, { ...table, title: tableTitle(document, table) }, period, address);
    };
    const key = `table ${path} ${name}${form} ${JSON.stringify([period, query])}`;
    return {
      headers:
        form === '/embed'
          ? FRAME_HEADERS
          : { ...PUBLIC_HEADERS, ...inlineFile(`${path}/${name}`, period, form) },
      body: () => current.rendered(key, FILE_TYPES[form], render, page.isLive),
      // Its page is rendered first.
      policy: page.policy ?? ON_DEMAND,
      isLive: page.isLive,
      slug: params['slug'],
      pathFor: (slug) => `/tables${filledPath(page.path, { ...params, slug })}/${name}${form}`,
    };
  });
}

async function renderTable(
  form: TableForm,
  table: PageTable & { title: string },
  period: string,
  address: string,
): Promise<string> {
  const { title } = table;
  if (form === '/embed')
    return tableFrame({ title, markup: standalone(table.markup, address), address });
  const chart = { title, table: await tableData(table) };
  return form === '.csv' ? chartCsv(chart) : json(chartJson(chart, period, address));
}

/** `Sectors: Sectors by the median acceleration of their startups` */
function tableTitle(document: string, { caption }: PageTable): string {
  const heading = textContent(rawHtml(/<h1\b[^>]*>(.*?)<\/h1>/s.exec(document)?.[1] ?? ''));
  const title = textContent(caption);
  return title.startsWith(heading) ? title : `${heading}: ${title}`;
}

/** For a frame: links lead to the site, and leave the frame. */
function standalone(markup: Html, address: string): Html {
  const links = /<a\b([^>]*) href="([^"]*)"/g;
  return rawHtml(
    markup.toString().replace(links, (_, others: string, href: string) => {
      const full = new URL(unescapeText(href), address).href;
      return html`<a${rawHtml(others)} target="_blank" rel="noopener" href="${full}"`.toString();
    }),
  );
}
