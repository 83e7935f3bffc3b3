/**
 * What can be taken from a table where it stands: its rows as files, and a frame for other sites. Every
 * table with a name (`data-table`) has them; `layout` adds the line below it.
 */
import { type Html, html, rawHtml } from '../../lib/html.ts';

/** What stands behind the name of a table in its address. */
export const TABLE_FORMS = ['/embed', '.csv', '.json'] as const;
export type TableForm = (typeof TABLE_FORMS)[number];

const NAMED = '<table\\b[^>]*? data-table="([a-z-]+)"[^>]*>.*?</table>';
const TABLE = new RegExp(`<div class="scroll[^>]*>\\s*${NAMED}\\s*</div>|${NAMED}`, 'gs');
const CAPTION = /<caption[^>]*>(.*?)<\/caption>/s;
const FRAME_STYLE = 'border:0;width:100%;height:420px';

/** @param address full address of the page, with whatever it shows a part by; without one, nothing is added */
export function withTableFiles(main: Html, address: string | undefined): Html {
  if (address === undefined) return main;
  const { origin, pathname, search } = new URL(address);
  const marked = main
    .toString()
    .replace(TABLE, (whole: string, scrolled?: string, plain?: string) => {
      const pathOf = (form: TableForm) =>
        `${tablePath(pathname, scrolled ?? plain ?? '', form)}${search}`;
      const [, caption = ''] = CAPTION.exec(whole) ?? [];
      return `${whole}\n${takeLine(pathOf, origin, rawHtml(caption.replace(/<[^>]*>/g, '')))}`;
    });
  return rawHtml(marked);
}

/** @param page its path @param name of the table on it */
function tablePath(page: string, name: string, form: TableForm): string {
  return `/tables${page === '/' ? '' : page}/${name}${form}`;
}

/** @param caption escaped already */
function takeLine(pathOf: (form: TableForm) => string, origin: string, caption: Html): Html {
  const frame = html`<iframe src="${origin}${pathOf('/embed')}" title="${caption}" style="${FRAME_STYLE}" loading="lazy"></iframe>`;
  return html`<div class="take take-table"><p>This table: <a rel="nofollow" href="${pathOf('.csv')}">CSV</a> <a rel="nofollow" href="${pathOf('.json')}">JSON</a></p>
<details><summary>on your site</summary>
<textarea readonly="" rows="3" spellcheck="false" aria-label="Frame with this table: ${caption}" data-copy="">${frame.toString()}</textarea>
<p>The frame renews itself. <a rel="nofollow" href="${pathOf('/embed')}">See it</a></p></details></div>`;
}
