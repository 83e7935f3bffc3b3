/** Parts of a page: with a heading that its id leads to, or folded away on a phone. */
import { type Html, type HtmlValue, html } from '../../lib/html.ts';

type Tag = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]) => Html;

/** A tag for the content below the heading: section('data', 'Data')`<p>…</p>` */
export function section(id: string, heading: HtmlValue, className = ''): Tag {
  return (parts, ...values) =>
    html`<section id="${id}"${className === '' ? null : html` class="${className}"`} aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>${html(parts, ...values)}
</section>`;
}

/** Folded away on a phone; open where there is room. */
export function folded(title: string | Html, content: Html): Html {
  return html`<details class="roomy"><summary>${title}</summary>
<p class="folded-title">${title}</p>
${content}
</details>`;
}
