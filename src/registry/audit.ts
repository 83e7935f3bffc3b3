/**
 * Looks for facts that want attention: those that rest on one source or on reports alone, those whose
 * sources were last read long ago, and, with a network, addresses that no longer answer.
 */
import pLimit from 'p-limit';
import { messageOf } from '../lib/errors.ts';
import type { Registry } from './schema.ts';

/** A fact or a group of facts that share their sources. */
export type AuditedFact = {
  /** Path in the registry folder. */
  file: string;
  /** Which fact of the file, like `round Seed`; empty for what describes a company. */
  fact: string;
  sources: readonly { url: string; checked: string; readAs?: string }[];
};

export type AddressFault = { url: string; why: string; files: readonly string[] };

/** All that is told with a source: what describes companies, and every deal. */
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

/** Deals that only one source tells. */
export function weakFacts(facts: readonly AuditedFact[]): AuditedFact[] {
  return facts.filter(
    ({ fact, sources }) => fact !== '' && new Set(sources.map(({ url }) => url)).size === 1,
  );
}

/** Facts that are known from reports alone: the party's own words were not read. */
export function reportedFacts(facts: readonly AuditedFact[]): AuditedFact[] {
  return facts.filter(({ sources }) => sources.every(({ readAs }) => readAs === 'report'));
}

/** Facts of which every source was last read before that day, an ISO date. */
export function oldFacts(facts: readonly AuditedFact[], before: string): AuditedFact[] {
  return facts.filter(({ sources }) => sources.every(({ checked }) => checked < before));
}

const AT_ONCE = 8;
const TIMEOUT_MS = 20_000;
/** Statuses with which servers refuse HEAD, or programs; a GET may still be answered. */
const ASK_AGAIN: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/**
 * Asks every address once, a few at a time.
 *
 * @param onAsked is told how many of how many were asked
 * @returns those that gave an error or nothing
 */
export async function unansweredAddresses(
  facts: readonly AuditedFact[],
  onAsked: (done: number, all: number) => void = () => undefined,
): Promise<AddressFault[]> {
  const files = new Map<string, string[]>();
  for (const { file, sources } of facts)
    for (const { url } of sources) files.set(url, [...(files.get(url) ?? []), file]);
  const limit = pLimit(AT_ONCE);
  let done = 0;
  const asked = await Promise.all(
    [...files].map(([url, named]) =>
      limit(async () => {
        const why = await whyUnanswered(url);
        onAsked(++done, files.size);
        return why === undefined ? [] : [{ url, why, files: [...new Set(named)] }];
      }),
    ),
  );
  return asked.flat();
}

async function whyUnanswered(url: string): Promise<string | undefined> {
  try {
    let status = await statusOf(url, 'HEAD');
    if (ASK_AGAIN.has(status)) status = await statusOf(url, 'GET');
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
