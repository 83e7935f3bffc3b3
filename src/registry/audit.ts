/**
 * Finds facts that need attention: facts with a single source or only reports, facts whose sources
 * have not been read for long, and, with network access, source addresses that no longer respond.
 */
import pLimit from 'p-limit';
import { messageOf } from '../lib/errors.ts';
import type { Registry } from './schema.ts';

/** A fact, or several facts with the same sources. */
export type AuditedFact = {
  file: string;
  /** Within the file, such as `round Seed`; empty for the company's description. */
  fact: string;
  sources: readonly { url: string; checked: string; readAs?: string }[];
};

export type AddressFault = { url: string; why: string; files: readonly string[] };

/** Every fact with sources: the descriptions of companies, and all deals. */
export function auditedFacts({ companies, deals, files }: Registry): AuditedFact[] {
  const tracked = new Set(companies.map(({ slug }) => slug));
  const fact = (owner: string, text: string, { sources }: Pick<AuditedFact, 'sources'>) => ({
    file: files.get(owner) ?? owner,
    fact: text,
    sources,
  });
  return [
    ...companies.filter(({ sources }) => sources.length > 0).map((one) => fact(one.slug, '', one)),
    ...deals.acquisitions.map((deal) =>
      tracked.has(deal.acquired)
        ? fact(deal.acquired, `acquired by ${deal.acquirer}`, deal)
        : fact(deal.acquirer, `acquisition of ${deal.acquired}`, deal),
    ),
    ...deals.rounds.map((deal) => fact(deal.company, `round ${deal.round}`, deal)),
    ...deals.holdings.map((deal) => fact(deal.fund, `holding in ${deal.company}`, deal)),
    ...deals.valuations.map((deal) =>
      fact(deal.company, `valuation of ${deal.announcedOn ?? 'unknown date'}`, deal),
    ),
  ];
}

export function weakFacts(facts: readonly AuditedFact[]): AuditedFact[] {
  return facts.filter(
    ({ fact, sources }) => fact !== '' && new Set(sources.map(({ url }) => url)).size === 1,
  );
}

/** Facts known only from reports; no original announcement by a party was read. */
export function reportedFacts(facts: readonly AuditedFact[]): AuditedFact[] {
  return facts.filter(({ sources }) => sources.every(({ readAs }) => readAs === 'report'));
}

/** Facts none of whose sources was read on or after `before`, an ISO date. */
export function oldFacts(facts: readonly AuditedFact[], before: string): AuditedFact[] {
  return facts.filter(({ sources }) => sources.every(({ checked }) => checked < before));
}

const CONCURRENCY = 8;
const TIMEOUT_MS = 20_000;
/** Statuses with which servers reject HEAD or automated clients; they are retried with GET. */
const RETRIED_WITH_GET: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/**
 * Requests every address once, a few concurrently.
 *
 * @param onAsked called with the number of addresses done and their total
 * @returns the addresses that failed or returned an error
 */
export async function unansweredAddresses(
  facts: readonly AuditedFact[],
  onAsked: (done: number, all: number) => void = () => undefined,
): Promise<AddressFault[]> {
  const files = new Map<string, string[]>();
  for (const { file, sources } of facts)
    for (const { url } of sources) files.set(url, [...(files.get(url) ?? []), file]);
  const limit = pLimit(CONCURRENCY);
  let done = 0;
  const asked = await Promise.all(
    [...files].map(([url, named]) =>
      limit(async () => {
        const why = await requestFault(url);
        onAsked(++done, files.size);
        return why === undefined ? [] : [{ url, why, files: [...new Set(named)] }];
      }),
    ),
  );
  return asked.flat();
}

async function requestFault(url: string): Promise<string | undefined> {
  try {
    let status = await statusOf(url, 'HEAD');
    if (RETRIED_WITH_GET.has(status)) status = await statusOf(url, 'GET');
    return status < 400 ? undefined : `status ${status}`;
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return messageOf(cause ?? error);
  }
}

async function statusOf(url: string, method: 'HEAD' | 'GET'): Promise<number> {
  const response = await fetch(url, { method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  return response.status;
}
