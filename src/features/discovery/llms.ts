/** llms.txt (https://llmstxt.org): a title, a summary, notes for readers, and sections of links. */

import { markdownLink, markdownText } from '../../lib/markdown.ts';
import { counted } from '../../lib/prose.ts';
import { RESALE_TERMS } from '../../lib/terms.ts';
import type { SignalsResponse } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { type ApiDescription, needsNoInput, template } from './api-description.ts';
import { overviewPages } from './overview.ts';

export async function llmsText(published: Published, api: ApiDescription): Promise<string> {
  const { editions } = published;
  const signals = await editions.signals(editions.latest);
  return [
    ...introduction(published, signals),
    ...lookups(api),
    ...pages(published),
    ...files(api, published),
    ...sectors(signals, published),
    ...trending(signals, published),
    ...optional(published),
    '',
  ].join('\n');
}

/** The beginning of both llms.txt and its long form. */
function introduction({ addresses, operator }: Published, { meta }: SignalsResponse): string[] {
  const contact = [operator.name, operator.email].filter((text) => text !== undefined);
  return [
    '# Bellwether',
    '',
    `> Weekly engineering-acceleration signals of startups, computed from the git history of their public repositories: commit velocity over 14 days, contributors, new repositories, a signal type, scores and ranks. Current period: ${meta.period.name}, with ${counted(meta.totalStartups, 'startup')} in ${counted(meta.totalSectors, 'sector')}.`,
    '',
    '- Every number is computed from public commits and can be checked; each startup’s page shows what its numbers were computed from.',
    '- Unknown is not zero: a startup that a period does not cover is left out and named with the reason. A name that is not tracked is answered with `found: false`, never with another startup.',
    '- The signals count public work. They say nothing about private repositories, products, revenue or the worth of a commit, and no study has shown that they predict anything.',
    `- A published period does not change, except by a correction that the changelog lists. \`?period=${meta.period.slug}\` asks for exactly that one.`,
    `- Licence of the data: CC BY 4.0, with attribution. Cite: ${markdownText(meta.citation)}`,
    `- ${RESALE_TERMS}`,
    `- MCP (Streamable HTTP): POST to \`/api/mcp/rpc\` of ${addresses.home()}`,
    ...(contact.length > 0 ? [`- Operator: ${contact.map(markdownText).join(', ')}`] : []),
    '',
  ];
}

/** Addresses with required parameters, which cannot be linked. */
function lookups({ addresses }: ApiDescription): string[] {
  return [
    'Look-ups, relative to this service:',
    '',
    ...addresses
      .filter((address) => !needsNoInput(address))
      .map((address) => `- \`${address.method} ${template(address)}\`: ${address.summary}`),
    '',
  ];
}

function pages({ addresses }: Published): string[] {
  return section('Pages', overviewPages(addresses).map(linkLine));
}

/** Everything that can be read without parameters, in the sections of the API's description. */
function files({ tags, addresses }: ApiDescription, { addresses: own }: Published): string[] {
  return tags.flatMap(({ name }) => {
    const inSection = addresses.filter((address) => address.tag === name && needsNoInput(address));
    if (inSection.length === 0) return [];
    return section(
      `API: ${name}`,
      inSection.map(({ path, summary }) => linkLine([path, own.at(path), summary])),
    );
  });
}

function sectors({ sectors: all }: SignalsResponse, { addresses }: Published): string[] {
  return section(
    'Sectors',
    all.map(({ slug, name, description }) =>
      linkLine([name, addresses.sector(slug), markdownText(description)]),
    ),
  );
}

function trending({ trending: top }: SignalsResponse, { addresses }: Published): string[] {
  return section(
    'Top startups of the current period',
    top.map(({ slug, name, description, scores }) =>
      linkLine([
        name,
        addresses.startup(slug),
        `${markdownText(description)} Score ${scores.composite} of 100.`,
      ]),
    ),
  );
}

function optional({ addresses }: Published): string[] {
  return section('Optional', [
    linkLine(['Site map', addresses.at('/sitemap.xml'), 'the address of every page']),
    linkLine(['Badges', addresses.at('/badges'), 'pictures for READMEs']),
  ]);
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, '', ...lines, ''];
}

function linkLine([title, url, about]: readonly [string, string, string]): string {
  return `- ${markdownLink(title, url)}: ${about}`;
}
