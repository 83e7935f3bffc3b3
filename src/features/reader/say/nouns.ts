/** What rows are called, one and several. */
import type { Subject } from '../../query/query.ts';

export const NOUNS: Readonly<Record<Subject, readonly [string, string]>> = {
  startup: ['startup', 'startups'],
  sector: ['sector', 'sectors'],
  company: ['company', 'companies'],
  fund: ['investor', 'investors'],
  acquirer: ['acquirer', 'acquirers'],
  round: ['round', 'rounds'],
  backing: ['investment', 'investments'],
  valuation: ['valuation', 'valuations'],
  acquisition: ['acquisition', 'acquisitions'],
  exit: ['exit', 'exits'],
  market: ['market', 'markets'],
  finding: ['finding', 'findings'],
};
