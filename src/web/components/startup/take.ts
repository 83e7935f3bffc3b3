/** Things to take away: the data, a reference, a badge, a feed. */
import { citationPath } from '../../../features/citations/reference-files.ts';
import type { Addresses } from '../../../lib/addresses.ts';
import { type Html, html } from '../../../lib/html.ts';
import { badgeCode } from '../badge-code.ts';
import { dataHref, PATHS } from '../links.ts';
import { section } from '../section.ts';

type Taken = {
  slug: string;
  name: string;
  /** The one that the badge is for; undefined without any. */
  repository: string | undefined;
  period: string;
  addresses: Addresses;
  json: string;
  isRanked: boolean;
};

export function takeSection(taken: Taken): Html {
  const { slug, name, repository, period, addresses, json, isRanked } = taken;
  return section('data', 'Take it with you')`
<ul class="jump">
<li><a href="/watch?s=${slug}" rel="nofollow">Watch it</a></li>
<li><a href="${json}">Its signal as JSON</a></li>
<li><a href="${PATHS.startupFeed(slug)}">RSS</a></li>
${isRanked ? (['apa', 'bibtex', 'ris', 'wikipedia'] as const).map((format) => html`<li><a href="${dataHref(citationPath(format, slug), period)}">Cite: ${CITED[format]}</a></li>\n`) : null}</ul>
${
  repository &&
  badgeCode(
    {
      badge: addresses.momentumBadge(repository),
      target: addresses.startup(slug),
      alt: `Momentum of ${name}`,
    },
    addresses,
  )
}`;
}

const CITED = { apa: 'APA', bibtex: 'BibTeX', ris: 'RIS', wikipedia: 'Wikipedia' } as const;
