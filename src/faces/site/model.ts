/** What the pages are made from. Everything a page shows is in its model; pages read nothing else. */
import type {
  EvidenceRecord,
  HistoryTable,
  Sector,
  SignalsResponse,
  Startup,
} from '../../pipeline/edition/record.ts';

export type PublishedPeriod = { slug: string; name: string };

/** What all pages of a publication have in common. */
export type Site = {
  /** What published addresses begin with; no trailing slash. */
  baseUrl: string;
  /** Every published period, newest first. */
  periods: readonly PublishedPeriod[];
  /** Slug of the latest period. */
  latest: string;
};

export type HomeModel = Site & { signals: SignalsResponse; history: HistoryTable };

export type SectorModel = HomeModel & { sector: Sector };

export type StartupModel = HomeModel & { startup: Startup; evidence: EvidenceRecord };

export type ProblemModel = { status: number; title: string; detail: string };
