/** The page for a request that could not be answered: not found, refused, or failed. */
import { html } from '../../lib/html.ts';
import { layout } from '../../web/components/layout.ts';
import type { ProblemModel } from './model.ts';

export function problemPage({ status, title, detail }: ProblemModel): string {
  return layout({
    title: `${title} – Bellwether`,
    description: detail,
    home: '/',
    main: html`<header class="page">
<p class="period">${status}</p>
<h1>${title}</h1>
<p class="lead">${detail}</p>
<p><a href="/">All startups of the latest period</a></p>
</header>`,
  });
}
