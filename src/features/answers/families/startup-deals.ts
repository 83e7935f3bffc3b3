/** What is asked about the funding and the owners of one startup, answered from documented deals. */

import { counted, listed, money } from '../../../lib/prose.ts';
import type { Startup } from '../../../pipeline/edition/record.ts';
import { stageWords, statusWords } from '../../../published/company-words.ts';
import { compareLatestFirst } from '../../../registry/partial-date.ts';
import type { Numbers } from '../current-numbers.ts';
import type { Fact, Family, Filled } from './family.ts';

/** What is not documented may still have happened. */
const UNKNOWN = 'The registry holds only what was read in a public announcement or filing.';

export const STARTUP_DEAL_FAMILIES: readonly Family<Startup>[] = [
  {
    topic: 'funding',
    question: 'Who invested in ⟨startup⟩?',
    phrasings: [
      'Who invested in ⟨startup⟩?',
      'How much money did ⟨startup⟩ raise?',
      'How much funding has ⟨startup⟩ raised?',
      'Who backs ⟨startup⟩?',
      'Who are the investors of ⟨startup⟩?',
      'What was the last funding round of ⟨startup⟩?',
      'At what stage is ⟨startup⟩?',
      'Is ⟨startup⟩ venture-backed?',
      'Has ⟨startup⟩ raised a Series A or Series B?',
    ],
    fill: funding,
  },
  {
    topic: 'ownership',
    question: 'Who acquired ⟨startup⟩?',
    phrasings: [
      'Who acquired ⟨startup⟩?',
      'Was ⟨startup⟩ acquired?',
      'Who owns ⟨startup⟩?',
      'Which companies did ⟨startup⟩ acquire?',
      'Is ⟨startup⟩ independent?',
      'Has ⟨startup⟩ been bought?',
    ],
    fill: ownership,
  },
];

function funding(startup: Startup, numbers: Numbers): Filled {
  const { name, slug } = startup;
  const { deals } = numbers.registry;
  const rounds = deals.rounds
    .filter(({ company }) => company === slug)
    .toSorted((a, b) => compareLatestFirst(a.announcedOn, b.announcedOn));
  const [latest] = rounds;
  if (!latest)
    return {
      answer: `No funding round of ${name} is documented here. ${UNKNOWN}`,
      facts: [dossier(slug, numbers, 'no documented round')],
    };
  const investors = latest.investors.map(({ organization }) => nameOf(organization, numbers));
  const when = latest.announcedOn === null ? '' : ` of ${latest.announcedOn}`;
  const from = investors.length === 0 ? '' : `, with ${listed(investors)}`;
  return {
    answer: `The latest documented round of ${name} is its ${latest.round}${when}${money(latest, ', ')}${from}.${stageSentence(startup)} ${counted(rounds.length, 'round')} of it ${rounds.length === 1 ? 'is' : 'are'} documented. ${UNKNOWN}`,
    facts: rounds.map(({ round, announcedOn, ...sum }) =>
      dossier(slug, numbers, `${round}, ${announcedOn ?? 'undated'}${money(sum, ', ')}`),
    ),
  };
}

function stageSentence(startup: Startup): string {
  if (startup.stage === null) return '';
  return ` Its stage is ${stageWords(startup)}.`;
}

function ownership(startup: Startup, numbers: Numbers): Filled {
  const { name, slug, status, statusBasis } = startup;
  const { acquisitions } = numbers.registry.deals;
  const bought = acquisitions.filter(({ acquired }) => acquired === slug);
  const made = acquisitions.filter(({ acquirer }) => acquirer === slug);
  const left = status === 'acquired' ? '' : statusWords({ status, statusBasis });
  const sentences = [
    ...(left === '' ? [] : [`${name}: ${left.charAt(0).toLowerCase()}${left.slice(1)}.`]),
    ...bought.map(
      (deal) => `${nameOf(deal.acquirer, numbers)} ${outcome(deal)} ${name}${dated(deal)}.`,
    ),
    ...made.map(
      (deal) => `${name} ${outcome(deal)} ${nameOf(deal.acquired, numbers)}${dated(deal)}.`,
    ),
  ];
  return {
    answer:
      sentences.length === 0
        ? `No acquisition of or by ${name} is documented here. ${UNKNOWN}`
        : `${sentences.join(' ')} ${UNKNOWN}`,
    facts:
      sentences.length === 0
        ? [dossier(slug, numbers, 'no documented acquisition')]
        : sentences.map((claim) => dossier(slug, numbers, claim)),
  };
}

type Deal = Numbers['registry']['deals']['acquisitions'][number];

function outcome({ closedOn, terminatedOn }: Deal): string {
  if (terminatedOn !== null) return 'agreed, and then did not, to acquire';
  return closedOn === null ? 'announced that it acquires' : 'acquired';
}

function dated({ announcedOn, closedOn }: Deal): string {
  const date = closedOn ?? announcedOn;
  return date === null ? '' : ` (${date})`;
}

function dossier(slug: string, { addresses }: Numbers, claim: string): Fact {
  return { claim, sourceUrl: addresses.diligence(slug) };
}

function nameOf(slug: string, { registry }: Numbers): string {
  const known =
    registry.organizations.find((organization) => organization.slug === slug) ??
    registry.companies.find((company) => company.slug === slug);
  return known?.name ?? slug;
}
