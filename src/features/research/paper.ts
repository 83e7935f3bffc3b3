/** The technical report, `docs/research.md`, and its findings, with their numbers filled in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked } from 'marked';
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { PROJECT_ROOT } from '../../lib/project-root.ts';
import { figure } from '../../lib/prose.ts';
import { Slices } from '../../lib/slices.ts';
import type { Published } from '../../published/published.ts';

const FILE = join(PROJECT_ROOT, 'docs', 'research.md');
/** Lines of the report that the registry's numbers replace. */
const PLACEHOLDER = /^<!-- (findings|robustness) -->$/m;

/** Where the report is cut, since Markdown is parsed in one go. */
const SECTION = /^(?=##)/m;

/** Derived once per publication. */
export async function paper(published: Published) {
  const text = await readFile(FILE, 'utf8');
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  const [, date = ''] = /^Version of (\d{4}-\d{2}-\d{2})/m.exec(text) ?? [];
  const [, abstract = ''] = /^## Abstract\n+([\s\S]*?)\n+## /m.exec(text) ?? [];
  if (title === '' || date === '' || abstract === '')
    throw new SyntaxError('docs/research.md needs a title, a "Version of" line and an abstract');
  // A split at a pattern with one group gives texts and placeholders in turn.
  const parts = text.replace(/^# .+\n/, '').split(PLACEHOLDER);
  const slices = new Slices();
  const body: unknown[] = [];
  for (const [index, part] of parts.entries())
    if (index % 2 === 1)
      body.push(part === 'findings' ? findingList(published) : robustnessTable(published));
    else body.push(...(await slices.map(part.split(SECTION), anchored)));
  return {
    title,
    abstract: abstract.replace(/\s+/g, ' '),
    date,
    // A file of this project, not input: its markup is trusted.
    body: rawHtml(body.join('')),
  };
}

function findingList(published: Published): Html {
  return html`<dl>${findingsOf(published).map(
    ({ slug, title, statement, certainty }) =>
      html`<dt><a href="/research/${slug}">${title}</a></dt><dd>${statement} ${certainty}</dd>\n`,
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
function anchored(markdown: string): string {
  const markup = marked.parse(markdown, { async: false });
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

/** A finding of the registry, with its numbers filled in. */
export type Finding = Published['registry']['findings']['findings'][number] & {
  /** The last one that it was computed from. */
  period: string;
  url: string;
};

export function findingsOf({ registry, addresses }: Published): Finding[] {
  const { period, findings } = registry.findings;
  return findings.map((finding) => ({
    ...finding,
    statement: filled(finding.statement, finding.numbers),
    certainty: filled(finding.certainty, finding.numbers),
    period,
    url: addresses.research(finding.slug),
  }));
}

function filled(text: string, numbers: Readonly<Record<string, number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    figure(numbers[name] ?? Number.NaN).replace('-', '−'),
  );
}
