/**
 * Questions with the queries that answer them: what agents read in `signal://queries`, and the reference
 * and docs/queries.md show. A line is a question and its query, as an address has it.
 */
import type { WrittenQuery } from './query.ts';

const EXAMPLES = `
How many commits did Langfuse land in two weeks? subject=startup&names=langfuse&metric=commitVelocity14d
Where does Qdrant rank in its sector? subject=startup&names=Qdrant&metric=sectorRank&show=sector
Langfuse or Arize: who has more contributors? subject=startup&operation=compare&names=langfuse,arize&metric=contributors
Who grows fastest among AI agents? subject=startup&metric=scoreGrowth&where=sector=ai-agents&limit=5
Which startup is the least active? subject=startup&metric=commitVelocity14d&order=lowest&limit=1
Who is second by contributors? subject=startup&metric=contributors&nth=2
Which sector lands the most commits? subject=sector&metric=commitVelocity14d&limit=1
Which seed startups have at least 10 contributors? subject=startup&where=stage=Seed;contributors>=10
How many startups are in the UK? subject=startup&measure=count&where=geography=UK
How many contributors do database startups have on average? subject=startup&measure=mean&metric=contributors&where=sector=databases
What share of startups shows a strong signal? subject=startup&measure=share&which=signalStrength=strong
What is the median score by stage? subject=startup&measure=median&metric=scoreComposite&groupBy=stage
Who gained most contributors since March? subject=startup&operation=change&metric=contributors&against=2026-03
Who was most active in June? subject=startup&metric=commitVelocity14d&period=2026-06&limit=1
When did Langfuse peak? subject=startup&operation=extreme&names=langfuse&metric=commitVelocity14d
Who led the Series B of Supabase? subject=round&names=supabase&where=round=Series B&show=lead
What were the largest rounds since 2025? subject=round&metric=amount&from=2025
Which investors backed both Langfuse and Supabase? subject=fund&where=backed=langfuse;backed=supabase
What is in the portfolio of Sequoia Capital? subject=company&where=backers=Sequoia Capital
Who acquired Langfuse? subject=acquisition&names=langfuse
`;

export const QUERY_EXAMPLES = EXAMPLES.trim()
  .split('\n')
  .map((line) => {
    const [question = '', query = ''] = line.split(/(?<=\?) /);
    return { question, input: queryIn(query) };
  });

/** A query as an address has it, without codes. What it holds is checked where it is run. */
export function queryIn(address: string): WrittenQuery {
  const parts = [...new URLSearchParams(address)].map(([name, value]) => [
    name,
    name === 'limit' || name === 'nth' ? Number(value) : value,
  ]);
  return Object.fromEntries(parts) as WrittenQuery;
}
