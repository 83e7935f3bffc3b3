/** The findings as they are shown: statements with their numbers filled in. */
import { figure } from '../lib/prose.ts';
import type { Published } from '../published/published.ts';

export type Finding = {
  slug: string;
  title: string;
  statement: string;
  method: string;
  numbers: Readonly<Record<string, number>>;
  /** Paths of this service. */
  sources: readonly string[];
  /** The last period that it was computed from. */
  period: string;
  url: string;
};

export function findingsOf({ registry, addresses }: Published): Finding[] {
  const { period, findings } = registry.findings;
  return findings.map((finding) => ({
    ...finding,
    statement: finding.statement.replace(/\{(\w+)\}/g, (_, name: string) =>
      figure(finding.numbers[name] ?? Number.NaN),
    ),
    period,
    url: addresses.research(finding.slug),
  }));
}
