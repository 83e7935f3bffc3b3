/** The columns' meanings, where the columns are. */
import { type Html, html } from '../../lib/html.ts';
import { TERMS, type Term } from '../../web/components/terms.ts';

const COLUMNS: readonly Term[] = [
  TERMS.trend,
  TERMS.commits,
  TERMS.change,
  TERMS.contributors,
  TERMS.growth,
  TERMS.signal,
  TERMS.signalTypes,
  TERMS.agents,
  TERMS.score,
];

export const COLUMN_DEFINITIONS: Html = html`<section class="definitions" id="columns" aria-labelledby="columns-heading">
<h2 id="columns-heading">What the columns mean</h2>
<dl>
${COLUMNS.map(({ name, meaning }) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>\n`)}</dl>
<p><a href="/methodology">The whole method</a>, <a href="/glossary">the glossary</a></p>
</section>`;
