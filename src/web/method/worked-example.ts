/** Each step of the method done on one startup, with its published numbers. */
import { type Html, html } from '../../lib/html.ts';
import { figure, listed } from '../../lib/prose.ts';
import type { EvidenceRecord, Startup } from '../../pipeline/edition/record.ts';
import { SIGNAL_TYPES } from '../../pipeline/signals/classify.ts';
import { breadth, COMPOSITE, compositeIndex } from '../../pipeline/signals/rank.ts';
import { signalWords } from '../../published/signal-words.ts';
import { dataTable, numeric } from '../components/data-table.ts';
import { bdi, change, count, counted, decimal, share } from '../components/format.ts';
import { PATHS } from '../components/links.ts';

export type Example = {
  startup: Startup;
  evidence: EvidenceRecord;
  /** Its place among all that trend, from 1. */
  place: number;
  /** Startups with commits in the period, among whom percentiles are taken. */
  ranked: number;
};

/** By the name of the step in the registry. */
export const WORKED: Readonly<Record<string, (example: Example) => Html>> = {
  collect: ({ startup, evidence }) => {
    const { name, notCounted } = startup;
    const held = evidence.repositories.filter((one) => one.commits14d !== null);
    return html`<p>For ${bdi(name)} we read ${counted(held.length, 'repository', 'repositories')}: ${listed(held.map(({ repository }) => repository))}.${notCounted.length === 0 ? null : html` Left out this week, with the reason on its page: ${listed(notCounted.map(({ repository }) => repository))}.`}</p>`;
  },
  filter: ({ startup, evidence }) => {
    const { commitVelocity14d: commits, agentShare, name } = startup;
    const [most] = evidence.repositories
      .filter((one) => one.commits14d !== null)
      .sort((a, b) => (b.commits14d ?? 0) - (a.commits14d ?? 0));
    return html`<p>${bdi(name)} has ${number(startup, 'commits', counted(commits, 'counted commit'))} in the fortnight${most ? html`, ${count(most.commits14d ?? 0)} of them in ${most.repository}` : null}. Coding agents wrote or helped with ${share(agentShare)}. The check shows the same by repository and day, what was left out, and the git command that repeats the count.</p>`;
  },
  normalise: ({ startup }) => {
    const { people, peopleOnTwoDays, newPeople } = startup.composition30d;
    return html`<p>Behind the commits of ${bdi(startup.name)} in 30 days are ${number(startup, 'contributors', counted(people, 'person', 'people'))}. ${count(peopleOnTwoDays)} of them worked on two days or more${newPeople === null ? '' : `, and ${count(newPeople)} had not been seen in the half year before`}.</p>`;
  },
  accelerate: ({ startup, evidence }) => {
    const { commitVelocity14d: commits, commitVelocityChange } = startup;
    const { contributors, contributorGrowth, newRepos } = startup;
    const { priorVelocity, priorContributors } = evidence;
    return html`${dataTable({
      name: 'changes',
      caption: `${startup.name}, now and before`,
      columns: ['What is counted', ...['Now', 'Before', 'Change'].map(numeric)],
      rows: [
        [
          ...['Commits in 14 days', number(startup, 'commits', count(commits))],
          ...[count(priorVelocity), change(commitVelocityChange)],
        ],
        [
          ...['Contributors in 30 days', number(startup, 'contributors', count(contributors))],
          ...[count(priorContributors), change(contributorGrowth)],
        ],
        [
          ...['New repositories in 30 days', number(startup, 'new-repositories', count(newRepos))],
          ...['–', '–'],
        ],
      ],
    })}
${priorVelocity === 0 ? null : html`<p>The change is (${count(commits)} − ${count(priorVelocity)}) / ${count(priorVelocity)}, to the whole percent.</p>`}`;
  },
  classify: ({
    startup,
    evidence,
  }) => html`<p>The evidence for ${bdi(startup.name)}, where 1 is the threshold of a strong signal:</p>
<dl class="members">${SIGNAL_TYPES.map((type) => {
    const { value, summary } = evidence.evidence[type];
    return html`<dt>${type} <span class="kind">${value === null ? 'not known' : decimal(value)}</span></dt><dd>${summary}</dd>\n`;
  })}</dl>
<p>Published as: <strong>${signalWords(startup)}</strong>. A signal takes more to begin than to go on, so that it does not flicker from week to week.</p>`,
  rank: ({ startup, evidence, place, ranked }) => {
    const { velocity, growth, novelty, composite } = startup.scores;
    const { weights } = COMPOSITE;
    const wide = breadth(evidence.concentration);
    const plain = compositeIndex(startup.scores, 0);
    const index = compositeIndex(startup.scores, evidence.concentration);
    const discount =
      wide === 1
        ? html`No discount applies: no one person and no single landing made more than 60% of the fortnight’s commits.`
        : html`One person or one landing made ${share(evidence.concentration)} of the fortnight’s commits, so this counts ${figure(wide)} of it: ${figure(index)}.`;
    return html`<p>Among ${counted(ranked, 'startup')} with commits, ${bdi(startup.name)} stands at ${velocity} for how many commits landed, ${growth} for its pace against its own year, and ${novelty} for work by newcomers. Together: ${weights.velocity}% of ${velocity}, ${weights.growth}% of ${growth} and ${weights.novelty}% of ${novelty} make ${figure(plain)}. ${discount} The percentile of that among all is the score, ${number(startup, 'score', String(composite))}: number ${place} of the week.</p>`;
  },
};

/** A number that leads to its check. */
function number({ slug }: Startup, check: string, text: string): Html {
  return html`<a href="${PATHS.startup(slug)}/check/${check}">${text}</a>`;
}
