/** Pages of prose, most of them a document of the registry that is published as JSON as well. */
import { type Html, html } from '../../lib/html.ts';
import type { Published } from '../../published/published.ts';
import { page, type SitePage } from './page.ts';

type Document = {
  title: string;
  lead: string;
  /** Path of the same content as data. */
  json?: string;
  side?: Html;
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
      const { sections, ...head } = documentOf(published);
      return {
        ...head,
        description: head.lead.slice(0, 300),
        main: html`<div class="prose">
${sections}
</div>`,
      };
    },
  });
}
