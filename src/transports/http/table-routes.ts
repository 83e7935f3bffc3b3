/** Tables of pages as files, and as a frame for other sites: `/tables/<path of the page>/<name>.csv`. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { type Html, html, rawHtml, textContent, unescapeText } from '../../lib/html.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { tableFrame } from '../../web/charts/chart-page.ts';
import { chartCsv, chartJson } from '../../web/charts/data-files.ts';
import { TABLE_FORMS, type TableForm } from '../../web/components/table-files.ts';
import type { SitePage } from '../../web/page/page.ts';
import { findTable, type PageTable, tableData } from '../../web/page/table-data.ts';
import { renderedBody } from './body.ts';
import { FRAME_HEADERS } from './chart-routes.ts';
import { NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { takeToken } from './limits.ts';
import { currentSlug, HTML_TYPE, ON_DEMAND, periodOf, readParameters } from './pages.ts';
import { queryOf } from './plain-address.ts';
import { filledPath, PageFinder, renderPage } from './render-page.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { readOnly, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

const TYPES: Readonly<Record<TableForm, string>> = {
  '/embed': HTML_TYPE,
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

const ADDRESS = /^(?<path>(?:[^/]+\/)*)(?<name>[a-z-]+)(?<form>\/embed|\.csv|\.json)$/;

export function tableRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  snapshot: () => Snapshot,
  limiter: Limiter | undefined,
): void {
  const finder = new PageFinder(pages);
  readOnly(app, '/tables/*', async (request, reply) => {
    const current = snapshot();
    const { page, params, name, form } = addressed(
      (request.params as { '*': string })['*'],
      finder,
    );
    const path = filledPath(page.path, params);
    const now = await currentSlug(params['slug'], current);
    if (now !== undefined) {
      const moved = filledPath(page.path, { ...params, slug: now });
      const to = `/tables${moved}/${name}${form}${queryOf(request.url)}`;
      return reply.headers(PUBLIC_HEADERS).redirect(to, 308);
    }
    refuseOtherThanUtf8(request.query, ['period', ...(page.takes ?? [])]);
    const { period } = await periodOf(page, params, request, current);
    const query = readParameters(request, page.takes ?? [], page.longest);
    // Whatever is worked out for it, a page is rendered first.
    if (limiter) await takeToken(limiter, page.policy ?? ON_DEMAND, request, reply);
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
      return fileOf(form, { ...table, title: tableTitle(document, table) }, period, address);
    };
    const key = `table ${path} ${name}${form} ${JSON.stringify([period, query])}`;
    const body = page.isLive
      ? renderedBody(await render(), TYPES[form], new Date())
      : await current.rendered(key, TYPES[form], render);
    const headers = form === '/embed' ? FRAME_HEADERS : PUBLIC_HEADERS;
    return send(request, reply, body, {
      ...headers,
      ...(page.isLive && NO_STORE),
      ...(form !== '/embed' && { 'content-disposition': inline(path, name, period, form) }),
    });
  });
}

/** @throws NotFoundError */
function addressed(rest: string, finder: PageFinder) {
  const { path = '', name = '', form: asked } = ADDRESS.exec(rest)?.groups ?? {};
  const form = TABLE_FORMS.find((known) => known === asked);
  const found = finder.find(`/${path}`.replace(/(?<=.)\/$/, ''));
  if (form !== undefined && found) return { ...found, name, form };
  throw new NotFoundError(
    'not-found',
    'A table has the address of its page, its name, and .csv, .json or /embed: /tables/sectors/sectors.csv.',
  );
}

async function fileOf(
  form: TableForm,
  table: PageTable & { title: string },
  period: string,
  address: string,
): Promise<string> {
  const { title } = table;
  switch (form) {
    case '/embed':
      return tableFrame({ title, markup: standalone(table.markup, address), address });
    case '.csv':
      return chartCsv({ title, table: await tableData(table) });
    case '.json':
      return json(chartJson({ title, table: await tableData(table) }, period, address));
  }
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

/** What a file is called when it is saved. */
function inline(path: string, name: string, period: string, form: TableForm): string {
  const words = `${path}/${name}-${period}`.replace(/[^\w-]+/g, '-').replace(/^-+/, '');
  return `inline; filename="${words}${form}"`;
}
