/** The terms of the service, each at its own anchor. */
import { html } from '../lib/html.ts';
import { documentPage } from './page/document-page.ts';

export default documentPage('/glossary', ({ registry: { glossary } }) => {
  const names = new Map(glossary.map(({ slug, term }) => [slug, term]));
  return {
    title: 'Glossary',
    lead: 'What the words on these pages mean.',
    json: '/api/v1/glossary.json',
    sections: html`<dl>${glossary.map(
      ({ slug, term, definition, synonyms, see }) => html`<dt id="${slug}">${term}</dt>
<dd>${definition}${synonyms.length > 0 ? html` <small>Also: ${synonyms.join(', ')}.</small>` : null}${see.length > 0 ? html` <small>See ${see.map((other, index) => html`${index > 0 ? ', ' : ''}<a href="#${other}">${names.get(other) ?? other}</a>`)}.</small>` : null}</dd>\n`,
    )}</dl>`,
  };
});
