/** The method of the registry, step by step. */
import { html } from '../lib/html.ts';
import { documentPage } from './page/document-page.ts';

export default documentPage('/methodology', ({ registry: { methodology } }) => ({
  title: methodology.name,
  lead: methodology.description,
  json: '/api/v1/methodology.json',
  sections: html`${methodology.steps.map(
    ({ name, text, definitions }, index) => html`<h2 id="${name}">${index + 1}. ${name}</h2>
<p>${text}</p>
${definitions.length === 0 ? null : html`<dl>${definitions.map(({ term, definition }) => html`<dt>${term}</dt><dd>${definition}</dd>\n`)}</dl>`}`,
  )}<p>How the numbers were checked, and what they cannot show: <a href="/research">the technical report</a>.</p>`,
}));
