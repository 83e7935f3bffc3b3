/** Parts of a page: with a heading that its id leads to, or folded away on a phone. */
import { Html, type HtmlValue, html } from '../../lib/html.ts';

/** A part with a heading. A page that is a list of parts begins with links to these. */
export class Section extends Html {
  /** The anchor of its heading. */
  readonly anchor: string;
  readonly heading: HtmlValue;

  constructor(anchor: string, heading: HtmlValue, markup: Html) {
    super(markup.toString());
    this.anchor = anchor;
    this.heading = heading;
  }
}

type Tag = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]) => Section;

/** A tag for the content below the heading: section('data', 'Data')`<p>…</p>` */
export function section(id: string, heading: HtmlValue, className = ''): Tag {
  const anchor = `${id}-heading`;
  return (parts, ...values) =>
    new Section(
      anchor,
      heading,
      html`<section id="${id}"${className === '' ? null : html` class="${className}"`} aria-labelledby="${anchor}">
<h2 id="${anchor}">${heading}</h2>${html(parts, ...values)}
</section>`,
    );
}

/** Folded away on a phone; open where there is room. */
export function folded(title: string | Html, content: Html): Html {
  return html`<details class="roomy"><summary>${title}</summary>
<p class="folded-title">${title}</p>
${content}
</details>`;
}
