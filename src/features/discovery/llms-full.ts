/** Everything that can be said in text, in one file for language models. */
import type { Sector, SignalsResponse, Startup } from '../../pipeline/edition/record.ts';
import { count, percent } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import { type ApiAddress, describedApi, template } from '../../discovery/api-description.ts';
import { introduction } from './llms.ts';
import { markdownLink, markdownText } from '../../lib/markdown.ts';

/** @param openapi the description of the API */
export async function llmsFullText(published: Published, openapi: unknown): Promise<string> {
  const { editions } = published;
  const signals = await editions.signals(editions.latest);
  return [
    ...introduction(published, signals),
    ...method(published),
    ...glossary(published),
    ...ranking(signals, published),
    ...notCovered(signals),
    ...questions(published),
    ...api(openapi),
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
      ...step.definitions.map(
        ({ term, definition }) => `- **${markdownText(term)}**: ${oneLine(definition)}`,
      ),
      ...(step.definitions.length > 0 ? [''] : []),
    ]),
  ];
}

function glossary({ registry }: Published): string[] {
  return [
    '## Glossary',
    '',
    ...registry.glossary.map(
      ({ term, definition }) => `- **${markdownText(term)}**: ${oneLine(definition)}`,
    ),
    '',
  ];
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
    `${startup.signalType}, ${startup.signalStrength}`,
    percent(startup.agentShare),
    String(startup.scores.composite),
  ];
  return `| ${cells.join(' | ')} |`;
}

function notCovered({ meta }: SignalsResponse): string[] {
  if (meta.notCovered.length === 0) return [];
  return [
    '### Not covered in this period',
    '',
    ...meta.notCovered.map(
      ({ name, reason }) => `- ${markdownText(name)}: ${markdownText(reason)}`,
    ),
    '',
  ];
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

function api(openapi: unknown): string[] {
  const { tags, addresses } = describedApi(openapi);
  return [
    '## API',
    '',
    'Addresses are relative to this service. Errors are problem details (RFC 9457) with a stable `code`.',
    '',
    ...tags.flatMap(({ name, description }) => {
      const inSection = addresses.filter(({ tag }) => tag === name);
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
