/** A part of a page with its heading; the id leads to it. */
import { type Html, type HtmlValue, html } from '../../lib/html.ts';

type Tag = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]) => Html;

/** A tag for the content below the heading: section('data', 'Data')`<p>…</p>` */
export function section(id: string, heading: HtmlValue, className = ''): Tag {
  return (parts, ...values) =>
    html`<section id="${id}"${className === '' ? null : html` class="${className}"`} aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>${html(parts, ...values)}
</section>`;
}
