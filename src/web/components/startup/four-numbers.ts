/** The four numbers of a startup; each opens its check. */
import type { CheckedNumber } from '../../../features/checks/check.ts';
import { type Html, type HtmlValue, html } from '../../../lib/html.ts';
import { isStewardedOnly } from '../../../pipeline/edition/overall-rank.ts';
import type {
  EvidenceRecord,
  PartialStartup,
  Sector,
  Startup,
} from '../../../pipeline/edition/record.ts';
import { standingIn } from '../../../published/startup-numbers.ts';
import { hasEnded } from '../../../registry/status.ts';
import { tile } from '../facts.ts';
import { change, count, counted, share } from '../format.ts';
import { signal } from '../startup-tables.ts';
import { TERMS } from '../terms.ts';

/** @param dated which week they are of, where it is not the page's own */
export function fourNumbers(
  startup: Startup | PartialStartup,
  evidence: EvidenceRecord,
  sector: Sector | undefined,
  hrefOf: (number: CheckedNumber) => string,
  dated?: Html,
): Html {
  const checked = (number: CheckedNumber, value: HtmlValue) =>
    html`<a href="${hrefOf(number)}" data-check="">${value}</a>`;
  const { commitVelocity14d, commitVelocityChange, contributors, contributorGrowth } = startup;
  return html`<section class="known-numbers" aria-labelledby="numbers-heading">
<h2 id="numbers-heading"${dated ? null : html` class="unseen"`}>${dated ?? 'The numbers'}</h2>
<dl class="numbers">
${tile('Commits, 14 days', checked('commits', count(commitVelocity14d)), html`${change(commitVelocityChange)} from ${count(evidence.priorVelocity)} in the 14 days before`)}
${tile('Contributors, 30 days', checked('contributors', count(contributors)), html`${change(contributorGrowth)} from ${count(evidence.priorContributors)} in the 30 days before`)}
${tile('New repositories, 30 days', checked('new-repositories', count(startup.newRepos)), startup.newReposBasis === 'organization' ? 'created by its organization' : `among the ${counted(startup.repositories.length, 'repository', 'repositories')} we follow`)}
${'scores' in startup ? tile('Score', checked('score', html`${startup.scores.composite} <small>of 100</small>`), rank(startup, sector)) : tile('Score', '–', 'none: this week is published in part')}
</dl>
<p class="numbers-note">Click a number to see how it adds up and recount it.</p>
<dl class="facts more-numbers">
<div><dt>Signal</dt><dd class="value">${signal(startup)}</dd></div>
<div><dt>Written by or with coding agents</dt><dd>${share(startup.agentShare)} <small>of the commits</small></dd></div>
<div><dt>Work by newcomers</dt><dd>${share(evidence.newcomerShare)} <small>of the working days in eight weeks</small></dd></div>
${largest(startup)}</dl>
<details><summary>What these words mean</summary>
<dl class="reasons">
${[TERMS.commits, TERMS.contributors, TERMS.newRepositories, TERMS.score, TERMS.signal].map(({ name, meaning }) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>\n`)}</dl>
</details>
</section>`;
}

function largest({ composition14d }: Startup | PartialStartup): Html | null {
  const most = composition14d?.largestContributorShare;
  if (most === null || most === undefined) return null;
  return html`<div><dt>Most by one person</dt><dd>${share(most)} <small>of the commits</small></dd></div>\n`;
}

function rank(startup: Startup, sector: Sector | undefined): string {
  const standing = sector && standingIn([sector], startup);
  if (!standing) return 'a percentile among all startups with commits';
  const inSector = `number ${standing.rank} of ${standing.sector.startupCount} in ${standing.sector.name}`;
  if (hasEnded(startup.status))
    return `${inSector}, with no overall rank, since it was ${startup.status}`;
  return isStewardedOnly(startup)
    ? `${inSector}, with no overall rank: what is counted belongs to a foundation or a community`
    : inSector;
}
