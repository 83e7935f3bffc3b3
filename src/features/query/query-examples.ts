/**
 * Questions with the queries that answer them: what agents read in `signal://queries`, and the reference
 * and docs/queries.md show.
 */
import type { WrittenQuery } from './query.ts';

export const QUERY_EXAMPLES: readonly { question: string; input: WrittenQuery }[] = [
  {
    question: 'How many commits did Langfuse land in two weeks?',
    input: { subject: 'startup', names: 'langfuse', metric: 'commitVelocity14d' },
  },
  {
    question: 'Where does Qdrant rank in its sector?',
    input: { subject: 'startup', names: 'Qdrant', metric: 'sectorRank', show: 'sector' },
  },
  {
    question: 'Langfuse or Arize: who has more contributors?',
    input: {
      subject: 'startup',
      operation: 'compare',
      names: 'langfuse,arize',
      metric: 'contributors',
    },
  },
  {
    question: 'Who grows fastest among AI agents?',
    input: { subject: 'startup', metric: 'scoreGrowth', where: 'sector=ai-agents', limit: 5 },
  },
  {
    question: 'Which startup is the least active?',
    input: { subject: 'startup', metric: 'commitVelocity14d', order: 'lowest', limit: 1 },
  },
  {
    question: 'Who is second by contributors?',
    input: { subject: 'startup', metric: 'contributors', nth: 2 },
  },
  {
    question: 'Which sector lands the most commits?',
    input: { subject: 'sector', metric: 'commitVelocity14d', limit: 1 },
  },
  {
    question: 'Which seed startups have at least 10 contributors?',
    input: { subject: 'startup', where: 'stage=Seed;contributors>=10' },
  },
  {
    question: 'How many startups are in the UK?',
    input: { subject: 'startup', measure: 'count', where: 'geography=UK' },
  },
  {
    question: 'How many contributors do database startups have on average?',
    input: {
      subject: 'startup',
      measure: 'mean',
      metric: 'contributors',
      where: 'sector=databases',
    },
  },
  {
    question: 'What share of startups shows a strong signal?',
    input: { subject: 'startup', measure: 'share', which: 'signalStrength=strong' },
  },
  {
    question: 'What is the median score by stage?',
    input: { subject: 'startup', measure: 'median', metric: 'scoreComposite', groupBy: 'stage' },
  },
  {
    question: 'Who gained most contributors since March?',
    input: { subject: 'startup', operation: 'change', metric: 'contributors', against: '2026-03' },
  },
  {
    question: 'Who was most active in June?',
    input: { subject: 'startup', metric: 'commitVelocity14d', period: '2026-06', limit: 1 },
  },
  {
    question: 'When did Langfuse peak?',
    input: {
      subject: 'startup',
      operation: 'extreme',
      names: 'langfuse',
      metric: 'commitVelocity14d',
    },
  },
  {
    question: 'Who led the Series B of Supabase?',
    input: { subject: 'round', names: 'supabase', where: 'round=Series B', show: 'lead' },
  },
  {
    question: 'What were the largest rounds since 2025?',
    input: { subject: 'round', metric: 'amount', from: '2025' },
  },
  {
    question: 'Which investors backed both Langfuse and Supabase?',
    input: { subject: 'fund', where: 'backed=langfuse;backed=supabase' },
  },
  {
    question: 'What is in the portfolio of Sequoia Capital?',
    input: { subject: 'company', where: 'backers=Sequoia Capital' },
  },
  {
    question: 'Who acquired Langfuse?',
    input: { subject: 'acquisition', names: 'langfuse' },
  },
];
