/** The long form of llms.txt: all texts in one file. */

import { markdownLink, markdownText } from '../../lib/markdown.ts';
import { count, percent } from '../../lib/prose.ts';
import type { Sector, SignalsResponse, Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { signalWords } from '../../published/signal-words.ts';
import { type ApiAddress, type ApiDescription, template } from './api-description.ts';
import { introduction, section } from './llms.ts';

export async function llmsFullText(published: Published, api: ApiDescription): Promise<string> {
  const { editions } = published;
  const signals = await editions.signals(editions.latest);
  return [
    ...introduction(published, signals),
    ...method(published),
    ...glossary(published),
    ...ranking(signals, published),
    ...notCovered(signals),
    ...questions(published),
    ...addresses(api),
    '',
  ].join('\n');
}

function method({ registry: { methodology } }: Published): string[] {
  const { name, description, steps } = methodology;
  return [
    `## ${name}`,
    '',
    oneLine(description),
    '',
    ...steps.flatMap((step, index) => [
      `### Step ${index + 1}: ${step.name}`,
      '',
      oneLine(step.text),
      '',
      ...step.definitions.map(definitionLine),
      ...(step.definitions.length > 0 ? [''] : []),
    ]),
  ];
}

function glossary({ registry }: Published): string[] {
  return section('Glossary', registry.glossary.map(definitionLine));
}

function definitionLine({ term, definition }: { term: string; definition: string }): string {
  return `- **${markdownText(term)}**: ${oneLine(definition)}`;
}

function ranking({ meta, sectors }: SignalsResponse, published: Published): string[] {
  return [
    `## Startups in ${meta.period.name}`,
    '',
    'By sector, highest composite score first. Commits are counted over 14 days, contributors over 30, each with its change against as many days before.',
    '',
    ...sectors.flatMap((sector) => sectorTable(sector, published)),
  ];
}

function sectorTable({ name, description, startups }: Sector, published: Published): string[] {
  return [
    `### ${markdownText(name)}`,
    '',
    markdownText(description),
    '',
    '| Rank | Startup | What it does | Commits | Change | Contributors | Growth | Signal | By agents | Score |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...startups.map((startup, index) => row(startup, index + 1, published)),
    '',
  ];
}

function row(startup: Startup, rank: number, { addresses }: Published): string {
  const cells = [
    String(rank),
    markdownLink(startup.name, addresses.startup(startup.slug)),
    markdownText(startup.description),
    count(startup.commitVelocity14d),
    startup.commitVelocityChange,
    count(startup.contributors),
    startup.contributorGrowth,
    signalWords(startup),
    percent(startup.agentShare),
    String(startup.scores.composite),
  ];
  return `| ${cells.join(' | ')} |`;
}

function notCovered({ meta }: SignalsResponse): string[] {
  const lines = meta.notCovered.map(
    ({ name, reason }) => `- ${markdownText(name)}: ${markdownText(reason)}`,
  );
  return lines.length === 0 ? [] : ['### Not covered in this period', '', ...lines, ''];
}

function questions({ registry, addresses }: Published): string[] {
  return [
    '## Questions and answers',
    '',
    ...registry.faq.flatMap(({ slug, question, answer }) => [
      `### ${markdownText(question)}`,
      '',
      oneLine(answer),
      '',
      `Source: ${addresses.answer(slug)}`,
      '',
    ]),
  ];
}

function addresses({ tags, addresses: all }: ApiDescription): string[] {
  return [
    '## API',
    '',
    'Addresses are relative to this service. Errors are problem details (RFC 9457) with a stable `code`.',
    '',
    ...tags.flatMap(({ name, description }) => {
      const inSection = all.filter(({ tag }) => tag === name);
      if (inSection.length === 0) return [];
      return [`### ${name}`, '', `${description}.`, '', ...inSection.flatMap(apiLines), ''];
    }),
  ];
}

function apiLines(address: ApiAddress): string[] {
  return [
    `- \`${address.method} ${template(address)}\`: ${address.summary}`,
    ...address.parameters.map(
      ({ name, required, description }) =>
        `  - \`${name}\`${required ? ' (required)' : ''}${description ? `: ${description}` : ''}`,
    ),
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
