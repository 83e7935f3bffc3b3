/** Pages of prose, most of them a document of the registry that is published as JSON as well. */
import { type Html, html } from '../../lib/html.ts';
import type { Published } from '../../published/published.ts';
import { layout } from '../components/layout.ts';
import { page, type SitePage } from './page.ts';

type Document = {
  title: string;
  lead: string;
  /** Path of the same content as data. */
  json?: string;
  sections: Html;
};

/** Defines a page with a heading, a lead and sections. */
export function documentPage(
  path: string,
  documentOf: (published: Published) => Document,
): SitePage {
  return page({
    path,
    render: async ({ published }) => {
      const { title, lead, json, sections } = documentOf(published);
      return layout({
        title,
        description: lead.slice(0, 300),
        canonical: published.addresses.at(path),
        ...(json !== undefined && { json }),
        main: html`<header class="page">
<h1>${title}</h1>
<p class="lead">${lead}</p>
</header>
<div class="prose">
${sections}
</div>
${json === undefined ? null : html`<p><a href="${json}">The same as JSON</a></p>`}`,
      });
    },
  });
}
