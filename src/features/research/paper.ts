/** The project's technical report, `docs/research.md`, ready to be shown. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked } from 'marked';
import { type Html, html, rawHtml } from '../../lib/html.ts';
import type { Published } from '../../published/published.ts';
import { findingsOf } from '../../research/findings.ts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'research.md');
/** Lines of the report where what the registry holds is put in. */
const PLACE = /^<!-- (findings|robustness) -->$/m;

export type Paper = {
  title: string;
  abstract: string;
  /** ISO date of this version of the text. */
  date: string;
  /** Everything under the title. */
  body: Html;
};

/** Made once a publication. */
export async function paper(published: Published): Promise<Paper> {
  const text = await readFile(FILE, 'utf8');
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  const [, date = ''] = /^Version of (\d{4}-\d{2}-\d{2})/m.exec(text) ?? [];
  const [, abstract = ''] = /^## Abstract\n+([\s\S]*?)\n+## /m.exec(text) ?? [];
  if (title === '' || date === '' || abstract === '')
    throw new SyntaxError('docs/research.md needs a title, a "Version of" line and an abstract');
  // A split at a pattern with one group gives texts and names of places in turn.
  const parts = text.replace(/^# .+\n/, '').split(PLACE);
  const body = await Promise.all(
    parts.map((part, index) =>
      index % 2 === 0 ? anchored(part) : put(part as 'findings' | 'robustness', published),
    ),
  );
  return {
    title,
    abstract: abstract.replace(/\s+/g, ' '),
    date,
    // A file of this project, not input: its markup is trusted.
    body: rawHtml(body.join('')),
  };
}

function put(what: 'findings' | 'robustness', published: Published): Html {
  return what === 'findings' ? findingList(published) : robustnessTable(published);
}

function findingList(published: Published): Html {
  return html`<dl>${findingsOf(published).map(
    ({ slug, title, statement }) =>
      html`<dt><a href="/research/${slug}">${title}</a></dt><dd>${statement}</dd>\n`,
  )}</dl>`;
}

function robustnessTable({ registry }: Published): Html {
  return html`<table class="plain">
<caption>Agreement with the published scores when one choice is another</caption>
<thead><tr><th scope="col">Changed</th><th scope="col" class="number">Rank correlation</th><th scope="col" class="number">Kept of the top 20</th></tr></thead>
<tbody>
${registry.findings.robustness.map(
  ({ change, numbers: { correlation, kept } }) =>
    html`<tr><th scope="row">${change}</th><td class="number">${correlation.toFixed(3)}</td><td class="number">${kept}%</td></tr>\n`,
)}</tbody>
</table>`;
}

/** Markdown as HTML; headings get the identifier that their text gives. */
async function anchored(markdown: string): Promise<string> {
  const markup = await marked.parse(markdown, { async: true });
  return markup.replace(
    /<h([23])>(.*?)<\/h\1>/g,
    (_, level: string, text: string) =>
      `<h${level} id="${text
        .toLowerCase()
        .replace(/<[^>]*>|&\w+;/g, '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')}">${text}</h${level}>`,
  );
}
