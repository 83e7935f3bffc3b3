/** A table of a page as a file, or as a frame for other sites. */
import { NotFoundError } from '../../lib/errors.ts';
import { type Html, html, rawHtml, textContent, unescapeText } from '../../lib/html.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { tableFrame } from '../charts/chart-page.ts';
import { chartCsv, chartJson } from '../charts/data-files.ts';
import type { TableForm } from '../components/table-files.ts';
import { findTable, type PageTable, tableData } from './table-data.ts';

/** A page that is rendered for its table, and its full address. */
type Rendered = { render: () => Promise<string>; period: string; address: string };

/** @throws NotFoundError if the page has no table of this name */
export async function tableFile(
  name: string,
  form: TableForm,
  { render, period, address }: Rendered,
): Promise<string> {
  const { document, table } = await findTable(name, render);
  if (!table) {
    const { pathname } = new URL(address);
    const why = `No table of ${pathname} is called ${JSON.stringify(name)}.`;
    throw new NotFoundError('not-found', why);
  }
  const title = titleOf(document, table);
  if (form === '/embed')
    return tableFrame({ title, markup: standalone(table.markup, address), address });
  const chart = { title, table: await tableData(table) };
  return form === '.csv' ? chartCsv(chart) : json(chartJson(chart, period, address));
}

/** `Sectors: Sectors by the median acceleration of their startups` */
function titleOf(document: string, { caption }: PageTable): string {
  const heading = textContent(rawHtml(/<h1\b[^>]*>(.*?)<\/h1>/s.exec(document)?.[1] ?? ''));
  const title = textContent(caption);
  return title.startsWith(heading) ? title : `${heading}: ${title}`;
}

/** Markup for a frame: links lead to the site, and leave the frame. */
function standalone(markup: Html, address: string): Html {
  const links = /<a\b([^>]*) href="([^"]*)"/g;
  return rawHtml(
    markup.toString().replace(links, (_, others: string, href: string) => {
      const full = new URL(unescapeText(href), address).href;
      return html`<a${rawHtml(others)} target="_blank" rel="noopener" href="${full}"`.toString();
    }),
  );
}
